import { describe, expect, test } from '@jest/globals';
import type { Problem, RequestFault } from '../../../src/core/problem.ts';
import { withholdDetails, withholdProblem } from '../../../src/report/withhold.ts';
import { assess, findings, model } from './models.ts';

const secret = 'zip-slip.example/secret';
const status: RequestFault = { kind: 'status', status: 500, detail: secret, retryAfterMs: null };

describe('withholdProblem', () => {
  const problems: readonly Problem[] = [
    { kind: 'service', endpoint: 'fetch', fault: status, attempts: 1 },
    { kind: 'start-lost', fault: { kind: 'not-json', detail: secret }, lookedForMs: 1, listFault: status },
    { kind: 'target-not-ready', fault: { kind: 'redirect', location: secret }, waitedMs: 1 },
    {
      ...{ kind: 'service', endpoint: 'list', attempts: 1 },
      fault: { kind: 'wrong-shape', where: `issues.${secret}`, expected: 'text' },
    },
    { kind: 'unreadable', where: `issues[${secret}]`, expected: 'text' },
    { kind: 'target-left-site', location: secret },
    { kind: 'baseline', baseline: secret, problem: { kind: 'other-scan', expected: 'one', got: secret } },
    { kind: 'deployment-failed', environment: 'Preview', sha: 'a', logUrl: secret },
    { kind: 'internal', detail: secret },
  ];

  test.each(problems)('leaves nothing that names anything: $kind', (problem) => {
    expect(JSON.stringify(problem)).toContain('zip-slip');
    const withheld = withholdProblem(problem);
    expect(JSON.stringify(withheld)).not.toMatch(/zip-slip|secret/);
    expect(withheld.kind).toBe(problem.kind);
  });

  test('leaves what names nothing as it is', () => {
    const problem: Problem = { kind: 'timeout', afterMs: 1, percentage: 40 };
    expect(withholdProblem(problem)).toEqual(problem);
  });
});

describe('withholdDetails', () => {
  test('keeps verdict and counts, and drops findings, host, target, preferences and files', () => {
    const given = model(assess(findings({ critical: 1, low: 2 })));
    const withheld = withholdDetails(given);
    expect(withheld.assessment.counts).toEqual(given.assessment.counts);
    expect(withheld.assessment.verdict).toEqual(given.assessment.verdict);
    expect(withheld.assessment.blocking).toBe(given.assessment.blocking);
    expect([withheld.target, withheld.host, withheld.scan.preferences]).toEqual([null, null, null]);
    expect([withheld.assessment.findings, withheld.assessment.hostViolations]).toEqual([[], []]);
    expect(withheld.files).toEqual({ artifact: null, pdfs: [], missing: [] });
    const text = JSON.stringify(withheld);
    for (const { finding, fingerprint } of given.assessment.findings) {
      for (const detail of [finding.name, fingerprint]) expect(text).not.toContain(detail);
    }
  });
});
