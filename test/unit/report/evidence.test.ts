import { describe, expect, test } from '@jest/globals';
import { evidenceOf } from '../../../src/report/evidence.ts';
import { withholdDetails } from '../../../src/report/withhold.ts';
import { organizationOf } from '../policy/organizations.ts';
import { assess, findings, model, withoutScan } from './models.ts';

const result = { name: 'result.json', sha256: 'ab'.repeat(32) };
const scan = {
  name: 'scan',
  uri: 'scan:6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11',
  annotations: {
    id: '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11',
    origin: 'started',
    startedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    target: 'https://preview-104.example.com/',
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
  },
};

describe('evidenceOf', () => {
  test('names the policy, the result and the scan of a run that passed', () => {
    const shown = model(assess(findings({ low: 1 })));
    const settings = {
      ...shown.settings,
      file: 'policy.yml',
      blob: 'c'.repeat(40),
      digest: 'cd'.repeat(32),
    };
    const policy = {
      name: 'policy.yml',
      digest: { sha256: 'cd'.repeat(32) },
      annotations: { blob: 'c'.repeat(40) },
    };
    expect(evidenceOf({ ...shown, settings }, result)).toEqual({
      result: 'PASSED',
      url: shown.run.url,
      configuration: [policy, { name: 'result.json', digest: { sha256: result.sha256 } }, scan],
    });
  });

  test("names the organization's policy too, also where findings are only counted", () => {
    const shown = model(assess(findings({ low: 1 })));
    const organization = organizationOf();
    const { name, commit, digest } = organization;
    const both = { ...shown, settings: { ...shown.settings, organization } };
    const policy = { name, digest: { sha256: digest }, annotations: { commit } };
    expect(evidenceOf(both, null)).toMatchObject({ configuration: [policy, scan] });
    expect(evidenceOf(withholdDetails(both), null)).toMatchObject({
      configuration: [policy, { name: 'scan' }],
    });
  });

  test('says that a run failed, whatever the policy only warns about', () => {
    const shown = model(assess(findings({ critical: 1 })));
    expect(evidenceOf(shown, null)).toMatchObject({ result: 'FAILED', configuration: [scan] });
  });

  test('says that a run without a verdict failed, and names no scan where there is none', () => {
    const shown = withoutScan({ kind: 'missing-api-key', skipped: true });
    expect(evidenceOf(shown, null)).toMatchObject({ result: 'FAILED', configuration: [] });
  });

  test('names no target where findings are only counted', () => {
    const shown = withholdDetails(model(assess(findings({ low: 1 }))));
    expect(JSON.stringify(evidenceOf(shown, result))).not.toContain('preview-104');
  });
});
