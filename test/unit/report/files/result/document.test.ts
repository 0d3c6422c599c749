// `test/contract/result-schema.test.ts` checks whole documents with the schema.
import { describe, expect, test } from '@jest/globals';
import { resultDocument } from '../../../../../src/report/files/result/document.ts';
import { blobOf } from '../../../../support/github/views.ts';
import { exampleBaseline, ignoreLow, judgedModel, plainModel, withoutScan } from '../../models.ts';
import { finding, findings } from '../../sample-findings.ts';

const url = 'https://user:secret@www.example.com/?token=s3cret';
const file = `baseline: ${url}\nmax-findings: { low: 0 }\n${ignoreLow}`;
const said = { reason: '', raw: null, artifactUrl: null };

describe('resultDocument', () => {
  test('has everything, and JSON holds it without loss', () => {
    const raw = { identificator: 'x', issues: [] };
    const document = resultDocument(plainModel(findings({ critical: 1, low: 2 })), {
      reason: 'why',
      raw,
      artifactUrl: null,
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document).toMatchObject({
      version: 1,
      verdict: 'fail',
      reason: 'why',
      reasons: [{ kind: 'blocking-findings', threshold: 'high', count: 1 }],
      policy: { failOn: 'high' },
      scan: { startedAt: '2026-11-21T09:12:30.000Z', checks: 1482 },
      counts: { critical: 1, low: 2, total: 3 },
      blocking: 1,
      raw,
    });
    // A run without a scan has no answer.
    expect(resultDocument(withoutScan({ kind: 'missing-api-key', skipped: false }), said).raw).toBeNull();
  });

  test('says for every finding where it is, and whether that is all', () => {
    const list = [
      finding('high', 0, { where: ['/a', '/b'], whereCut: true, subjects: { method: ['GET'] } }),
      finding('low'),
    ];
    const document = resultDocument(plainModel(list), said);
    expect(document.findings).toMatchObject([
      { where: ['/a', '/b'], whereCut: true, evidence: { method: ['GET'] } },
      { where: [], whereCut: false, evidence: {} },
    ]);
  });

  test('says for every finding why it does not block', () => {
    const list = findings({ high: 1, low: 1 });
    const model = judgedModel({
      policy: file,
      findings: list,
      baseline: exampleBaseline(findings({ high: 1 })),
    });
    const reason = 'Sent by the proxy in production';
    const free = { blockedBy: [], ignoredBy: null, knownFrom: null };
    expect(resultDocument(model, said).findings).toMatchObject([
      { ...free, status: 'known', knownFrom: 'c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2' },
      { ...free, status: 'ignored', ignoredBy: { line: 4, reason, expires: null, owner: null } },
    ]);
  });

  test('holds the policy in force with its sources, and no secret of a URL', () => {
    const inputs = { 'fail-on': 'critical' };
    const model = judgedModel({ policy: file, inputs, findings: [], baseline: exampleBaseline([]) });
    const document = resultDocument(model, said);
    expect(document.policy).toMatchObject({
      failOn: 'critical',
      maxFindings: { low: 0 },
      baseline: 'https://www.example.com',
      file: '.github/scan-gate.yml',
      blob: blobOf(file),
      sources: { 'fail-on': 'input', 'max-findings': 'file', baseline: 'file', 'fail-fast': 'default' },
    });
    expect(JSON.stringify(document)).not.toMatch(/s3cret|secret@/u);
  });

  test('keeps violated rules for the host apart from findings', () => {
    const model = judgedModel({
      policy: 'host:\n  allowed-ports: [443]\n  severity: low\n',
      findings: findings({ low: 1 }),
      host: { ports: [443, 22], certificateDays: 90, waf: [] },
    });
    const document = resultDocument(model, said);
    expect(document.hostViolations).toEqual([
      { kind: 'port', port: 22, service: 'http-proxy', severity: 'low', blocks: false },
    ]);
    expect(document.counts).toMatchObject({ low: 1, total: 1 });
  });
});
