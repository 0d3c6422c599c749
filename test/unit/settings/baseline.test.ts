import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { baselineBeside } from '../../../src/settings/baseline.ts';
import type { SettingSource } from '../../../src/settings/settings.ts';
import { parseBaseline } from '../../../src/settings/values.ts';
import { acceptedOf } from '../../support/expected-of.ts';
import { plainPolicy } from '../../support/plain-policy.ts';

const [preview, production] = ['https://preview.example/shop', 'https://shop.example'];

function beside(text: string, target: string | null, source: SettingSource = 'input') {
  const baseline = acceptedOf(parseBaseline(text));
  const settings = {
    policy: { ...plainPolicy, baseline },
    given: [{ name: 'baseline', value: text, source } as const],
  };
  const found = baselineBeside(settings, { target, scanId: 'own-id' });
  return found === baseline ? 'compared' : found;
}

describe('baselineBeside', () => {
  test('is nothing without a baseline', () => {
    const settings = { policy: plainPolicy, given: [] };
    expect(baselineBeside(settings, { target: preview, scanId: null })).toBeNull();
  });

  const spellings = [preview, 'http://user:pass@PREVIEW.example.:443/shop', `${preview}/#part`];
  test.each(spellings)('refuses the target itself from the input, also as %s', (text) => {
    expect(() => beside(text, preview)).toThrow(/`baseline` is the target itself/);
    expect(() => beside(text, preview)).toThrow(SettingsError);
  });

  test.each(spellings)('leaves the target itself in the policy file out, also as %s', (text) => {
    expect(beside(text, preview, 'file')).toBeNull();
  });

  test('does not compare with a URL if the target is not known', () => {
    expect(() => beside(production, null)).toThrow(/target of the scan is not known\. Give `url`/);
    expect(beside(production, null, 'file')).toBeNull();
  });

  test.each(['own-id', 'OWN-ID'])('refuses the scan itself, wherever it is set: %s', (id) => {
    for (const source of ['input', 'file'] as const)
      expect(() => beside(id, preview, source)).toThrow('is the scan itself');
  });

  test.each([
    [production, preview],
    ['https://preview.example/docs', preview],
    ['some-id', preview],
    ['some-id', null],
  ])('takes the other scan %s, for the target %s', (text, target) => {
    expect(beside(text, target)).toBe('compared');
  });

  test('compares targets as the list of scans is searched', () => {
    const baseline = acceptedOf(parseBaseline('https://preview.example/docs'));
    const settings = { policy: { ...plainPolicy, baseline }, given: [] };
    expect(() => baselineBeside(settings, { target: preview, scanId: null }, () => true)).toThrow(
      'target itself',
    );
  });
});
