// `test/contract/result-schema.test.ts` checks whole documents with the schema.
import { describe, expect, test } from '@jest/globals';
import { resultDocument } from '../../../../src/report/files/result.ts';
import { blobOf } from '../../../support/github/state.ts';
import { exampleBaseline, ignoreLow, judgedModel, plainModel, withoutScan } from '../models.ts';
import { finding, findings } from '../sample-findings.ts';

const file = `baseline: https://user:secret@www.example.com/?token=s3cret\n${ignoreLow}`;
const said = { reason: '', raw: null };

describe('resultDocument', () => {
  test('has everything, and JSON holds it without loss', () => {
    const raw = { identificator: 'x', issues: [] };
    const model = { ...plainModel(findings({ critical: 1, low: 2 })), acceptedStatus: 404 };
    const document = resultDocument(model, { reason: 'why', raw });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document).toMatchObject({
      version: 1,
      verdict: 'fail',
      reason: 'why',
      objections: [{ weight: 'blocking', kind: 'blocking-findings', threshold: 'high', count: 1 }],
      policy: { 'fail-on': 'high' },
      scan: { startedAt: '2026-11-21T09:12:30.000Z', checks: 1482, acceptedStatus: 404 },
      counts: { critical: 1, low: 2, total: 3 },
      blocking: 1,
      raw,
    });
    // A run without a scan has no answer.
    expect(resultDocument(withoutScan({ kind: 'missing-api-key' }), said).raw).toBeNull();
  });

  test('says for every finding where it is, with a fingerprint for each place', () => {
    const list = [finding('high', 0, { places: ['/a', '/b'] }), finding('low')];
    const document = resultDocument(plainModel(list), said);
    expect(document.findings).toMatchObject([{ places: ['/a', '/b'] }, { places: [] }]);
    expect(document.findings.map(({ fingerprints }) => fingerprints.length)).toEqual([2, 1]);
  });

  test('says for every finding why it does not block', () => {
    const model = judgedModel({
      policy: file,
      findings: findings({ high: 1, low: 1 }),
      baseline: exampleBaseline(findings({ high: 1 })),
    });
    const reason = 'Sent by the proxy in production';
    const document = resultDocument(model, said);
    expect(document.findings).toMatchObject([
      { status: 'known', ignoredBy: null },
      { status: 'ignored', ignoredBy: { line: 3, reason, expires: null, owner: null } },
    ]);
    expect(document).toMatchObject({ ignored: 1, baseline: { kind: 'compared', new: 0, known: 1 } });
  });

  test('holds the policy in force with its sources, and no secret of a URL', () => {
    const inputs = { 'fail-on': 'critical' };
    const model = judgedModel({ policy: file, inputs, findings: [], baseline: exampleBaseline([]) });
    const document = resultDocument(model, said);
    expect(document.policy).toMatchObject({
      'fail-on': 'critical',
      baseline: 'https://www.example.com',
      file: { name: '.github/scan-gate.yml', commit: null, blob: blobOf(file) },
      setByUser: [
        { name: 'fail-on', value: 'critical', source: 'input' },
        { name: 'baseline', value: 'https://www.example.com', source: 'file' },
      ],
    });
    expect(JSON.stringify(document)).not.toMatch(/s3cret|secret@/u);
  });
});
