import { describe, expect, test } from '@jest/globals';
import { evidenceOf } from '../../../../src/report/files/evidence.ts';
import { publicModelOf } from '../../../../src/report/public-model.ts';
import { organizationOf } from '../../../support/plain-policy.ts';
import { plainModel, withoutScan } from '../models.ts';
import { findings } from '../sample-findings.ts';

const resultDigest = 'ab'.repeat(32);
const id = '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11';
const scan = {
  name: 'scan',
  uri: `scan:${id}`,
  annotations: {
    id,
    origin: 'started',
    target: 'https://preview-104.example.com/',
    startedAt: '2026-11-21T09:12:30.000Z',
    commit: '5d41402abc4b2a76b9719d911017c592aabbccdd',
  },
};

describe('evidenceOf', () => {
  test('names the policy, the result and the scan of a run that passed', () => {
    const model = plainModel(findings({ low: 1 }));
    const [path, blob, digest] = ['policy.yml', 'c'.repeat(40), 'cd'.repeat(32)];
    const settings = { ...model.settings, file: { path, blob, digest } };
    const policy = { name: path, digest: { sha256: digest }, annotations: { blob } };
    expect(evidenceOf({ ...model, settings }, resultDigest)).toEqual({
      result: 'PASSED',
      url: model.run.url,
      configuration: [policy, { name: 'result.json', digest: { sha256: resultDigest } }, scan],
    });
  });

  test("names the organization's policy too, also if findings are withheld", () => {
    const model = plainModel(findings({ low: 1 }));
    const organization = organizationOf();
    const { name, commit, digest } = organization;
    const both = { ...model, settings: { ...model.settings, organization } };
    const policy = { name, digest: { sha256: digest }, annotations: { commit } };
    expect(evidenceOf(both, null)).toMatchObject({ configuration: [policy, scan] });
    const counted = evidenceOf(publicModelOf(both), null);
    expect(counted).toMatchObject({ configuration: [policy, { name: 'scan' }] });
    expect(JSON.stringify(counted)).not.toContain('preview-104');
  });

  test('says that a run failed, also one without a verdict, and names no scan if there is none', () => {
    const model = plainModel(findings({ critical: 1 }));
    expect(evidenceOf(model, null)).toMatchObject({ result: 'FAILED', configuration: [scan] });
    const unscanned = withoutScan({ kind: 'missing-api-key', skipped: true });
    expect(evidenceOf(unscanned, null)).toMatchObject({ result: 'FAILED', configuration: [] });
  });
});
