import { describe, expect, test } from '@jest/globals';
import { resultDocument } from '../../../../src/report/result-json/document.ts';
import { blobOf } from '../../../support/github/views.ts';
import { assess, finding, findings, model, withoutScan } from '../models.ts';
import { baselineOf, modelOf } from '../scenes.ts';

const file = `baseline: https://user:secret@www.example.com/?token=s3cret
max-findings: { low: 0 }
ignore:
  - cwe: [614, 1004]
    reason: Session cookies of the preview only
    expires: 2026-11-30
    owner: shop
  - cve: CVE-2020-0001
    reason: gone
`;

const said = { reason: '', raw: null };

describe('resultDocument', () => {
  test('has everything, and JSON holds it without loss', () => {
    const raw = { identificator: 'x', issues: [] };
    const document = resultDocument(model(assess(findings({ critical: 1, low: 2 }))), { reason: 'why', raw });
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
    expect(document.findings.map(({ status, severity }) => [status, severity])).toEqual([
      ['blocking', 'critical'],
      ['passing', 'low'],
      ['passing', 'low'],
    ]);
  });

  test('has null for the answer of a run without one', () => {
    expect(resultDocument(withoutScan({ kind: 'missing-api-key', skipped: false }), said).raw).toBeNull();
  });

  test('says for every finding where it is, and whether that is all', () => {
    const list = [finding('high', 0, { where: ['/a', '/b'], whereCut: true }), finding('low')];
    const document = resultDocument(model(assess(list)), said);
    expect(document.findings.map(({ where, whereCut }) => [where, whereCut])).toEqual([
      [['/a', '/b'], true],
      [[], false],
    ]);
  });

  test('says for every finding why it blocks or not', async () => {
    const shown = await modelOf({
      policy: file,
      findings: [...findings({ critical: 1, high: 1, medium: 1, low: 1 }), finding('warning')],
      baseline: baselineOf(findings({ high: 1, low: 0 })),
    });
    const document = resultDocument(shown, said);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    const scanId = 'c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2';
    const why = document.findings.map(({ severity, status, blockedBy, ignoredBy, knownFrom }) => ({
      severity,
      status,
      blockedBy,
      ignoredBy,
      knownFrom,
    }));
    const free = { blockedBy: [], ignoredBy: null, knownFrom: null };
    const budget = { kind: 'max-findings', severity: 'low', allowed: 0, count: 1 };
    expect(why).toEqual([
      {
        ...free,
        severity: 'critical',
        status: 'blocking',
        blockedBy: [{ kind: 'fail-on', threshold: 'high' }],
      },
      { ...free, severity: 'high', status: 'known', knownFrom: scanId },
      {
        ...free,
        severity: 'medium',
        status: 'ignored',
        ignoredBy: {
          line: 4,
          reason: 'Session cookies of the preview only',
          expires: '2026-11-30',
          owner: 'shop',
        },
      },
      { ...free, severity: 'low', status: 'blocking', blockedBy: [budget] },
      { ...free, severity: 'warning', status: 'passing' },
    ]);
    expect(document.findings.every(({ fingerprint }) => /^v1:[0-9a-f]{20}$/u.test(fingerprint))).toBe(true);
    expect(document).toMatchObject({
      version: 1,
      verdict: 'fail',
      partial: false,
      ignored: 1,
      baseline: { kind: 'compared', scanId, new: 3, known: 1, fixed: 0 },
      ruleNotices: [
        { kind: 'expires-soon', line: 4 },
        { kind: 'matches-nothing', line: 8, reason: 'gone' },
      ],
    });
  });

  test('holds the policy in force with its sources, and no secret of a URL', async () => {
    const shown = await modelOf({
      policy: file,
      inputs: { 'fail-on': 'critical' },
      findings: [],
      baseline: baselineOf([]),
    });
    const document = resultDocument(shown, said);
    expect(document.policy).toMatchObject({
      failOn: 'critical',
      maxFindings: { low: 0 },
      baseline: 'https://www.example.com',
      file: '.github/scan-gate.yml',
      blob: blobOf(file),
      sources: {
        'fail-on': 'input',
        'max-findings': 'file',
        baseline: 'file',
        'fail-fast': 'default',
        comment: 'default',
      },
    });
    expect(JSON.stringify(document)).not.toMatch(/s3cret|secret@/u);
  });

  test('keeps broken host rules apart from findings', async () => {
    const shown = await modelOf({
      policy: 'host:\n  allowed-ports: [443]\n  severity: low\n',
      findings: findings({ low: 1 }),
      host: { ports: [443, 22], certificateDays: 90, waf: [] },
    });
    const document = resultDocument(shown, said);
    expect(document.hostViolations).toEqual([
      { kind: 'port', port: 22, service: 'http-proxy', severity: 'low', blocks: false },
    ]);
    expect(document.counts).toMatchObject({ low: 1, total: 1 });
  });

  test('says that a result is partial, and not what is fixed', async () => {
    const shown = await modelOf({
      policy: 'baseline: https://www.example.com\nfail-fast: true\n',
      findings: findings({ critical: 1 }),
      baseline: baselineOf(findings({ low: 2 })),
      partialAt: 40,
    });
    expect(resultDocument(shown, said)).toMatchObject({
      verdict: 'fail',
      partial: true,
      baseline: { kind: 'compared', new: 1, known: 0, fixed: null },
    });
  });
});
