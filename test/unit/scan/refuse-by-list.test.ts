/** That an attached scan must be of `url` is in `obtain-scan.test.ts`; that a dry run makes both checks, in `run.test.ts`. */
import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import { parseBaseline } from '../../../src/policy/baseline.ts';
import { refuseListedBaseline } from '../../../src/scan/refuse-by-list.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { acceptedOf } from '../../support/expected-of.ts';

const [production, preview] = ['https://shop.example', 'https://preview.example'];
const entries = [
  { url: production, scans: [{ id: 'new' }] },
  { url: preview, scans: [{ id: 'own' }] },
];

describe('a baseline, if there may be a pull request,', () => {
  const attached = { scanId: 'own', target: null, pullRequest: { kind: 'unknown' } } as const;

  /** @param compared an attached scan without `url`, unless it says otherwise */
  function check(
    url: string,
    compared: Partial<Parameters<typeof refuseListedBaseline>[2]>,
    given = entries,
  ) {
    const baseline = acceptedOf(parseBaseline(url));
    if (baseline.kind !== 'url') throw new Error(`${url} is no URL`);
    return () => refuseListedBaseline(scanListSchema.parse(given), baseline, { ...attached, ...compared });
  }

  test.each(['own', 'OWN'])('is refused if it is the listed target of the attached scan: %s', (scanId) => {
    expect(check(preview, { scanId })).toThrow(/is the target itself/);
    expect(check(production, { scanId })).not.toThrow();
  });

  test('is refused if the attached scan is not in the list', () => {
    expect(check(production, { scanId: 'unlisted' })).toThrow(SettingsError);
  });

  test('is refused if the list holds bare hosts, which cannot tell it from the target', () => {
    const target = acceptedOf(parseTarget(preview));
    const bare = [{ url: 'preview.example', scans: [{ id: 'own' }] }];
    expect(check(`${preview}/other`, { target }, bare)).toThrow(SettingsError);
    expect(check(`${preview}/other`, { target })).not.toThrow();
  });
});
