import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { checkOwnBaseline, parseBaseline } from '../../../src/settings/baseline-setting.ts';
import { acceptedOf } from '../../support/accepted-of.ts';
import { plainPolicy } from '../../support/plain-policy.ts';

// What it compares with: `baseline.test.ts` of `test/unit/scan`.
describe('a baseline that is the target itself', () => {
  const [preview, production] = ['https://preview.example/shop', 'https://shop.example'];

  /** True if the baseline is left out. @throws SettingsError if it is refused */
  function isLeftOut(text: string, address: string | null, source: 'input' | 'file' = 'input') {
    const settings = {
      policy: { ...plainPolicy, baseline: acceptedOf(parseBaseline(text)) },
      setByUser: [{ name: 'baseline' as const, value: text, source }],
    };
    const target = address === null ? null : { givenAddress: address };
    return checkOwnBaseline(settings, { target, scanId: 'own-id' }) === 'left-out';
  }

  test('is refused from the input, and left out from the policy file', () => {
    const text = 'http://user:pass@PREVIEW.example.:443/shop/#part';
    expect(() => isLeftOut(text, preview)).toThrow(SettingsError);
    expect(() => isLeftOut(text, preview)).toThrow(/`baseline` is the target itself/);
    expect(isLeftOut(text, preview, 'file')).toBe(true);
    expect(isLeftOut(production, preview)).toBe(false);
  });

  test('may be any URL if the target is not known', () => {
    expect(() => isLeftOut(production, null)).toThrow(/target of the scan is not known\. Give `url`/);
    expect(isLeftOut(production, null, 'file')).toBe(true);
  });

  test('is refused as a scan id, from the policy file too', () => {
    for (const source of ['input', 'file'] as const)
      expect(() => isLeftOut('OWN-ID', preview, source)).toThrow(/`baseline` is the scan itself/);
    expect(isLeftOut('other-id', null, 'file')).toBe(false);
  });
});
