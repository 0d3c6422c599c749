// The reports of a model without details are checked here too: comment, summary, log and annotations.
import { describe, expect, test } from '@jest/globals';
import { classified, withPublicTexts } from '../../../src/core/classified-text.ts';
import { classifiedField, type Problem, type RequestFault } from '../../../src/core/problem.ts';
import { en } from '../../../src/report/language/texts.ts';
import { annotationsOf } from '../../../src/report/log/annotations.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { publicModelOf } from '../../../src/report/public-model.ts';
import { countsOnlyModel, judgedModel, plainModel } from './models.ts';
import { comment, logLines, summary } from './rendered-reports.ts';
import { findings } from './sample-findings.ts';

const secret = 'zip-slip.example/secret';
const status: RequestFault = {
  kind: 'status',
  status: 500,
  detail: classified('detail', secret),
  retryAfterMs: null,
};
const redirect: RequestFault = { kind: 'redirect', location: classified('address', secret) };
const notJson: RequestFault = { kind: 'not-json', detail: classified('detail', secret) };

describe('a problem that anybody may read', () => {
  const problems: readonly Problem[] = [
    { kind: 'service', operation: 'fetch', fault: status, tries: 1 },
    { kind: 'start-lost', fault: notJson, lookedForMs: 1, listFault: status },
    { kind: 'target-not-ready', fault: redirect, waitedMs: 1 },
    { kind: 'target-lost', fault: redirect, askedMs: 1 },
    {
      kind: 'service',
      operation: 'list',
      tries: 1,
      fault: { kind: 'wrong-shape', ...classifiedField({ path: `issues.${secret}`, expected: 'text' }) },
    },
    { kind: 'unreadable', ...classifiedField({ path: `issues[${secret}]`, expected: 'text' }) },
    { kind: 'target-left-site', location: classified('address', secret) },
    { kind: 'baseline', baseline: classified('address', secret), problem: { kind: 'nothing-checked' } },
    { kind: 'other-scan', expected: classified('public', 'one'), got: classified('private', secret) },
    { kind: 'check-switched-off', checks: [classified('public', 'xss'), classified('private', secret)] },
    {
      kind: 'deployment-failed',
      environment: classified('public', 'Preview'),
      sha: classified('public', 'a'),
      logUrl: classified('addressDetail', secret),
    },
    { kind: 'internal', detail: classified('detail', secret) },
  ];

  test.each(problems)('has nothing that could name something: $kind', (problem) => {
    expect(JSON.stringify(problem)).toContain('zip-slip');
    const left = withPublicTexts(problem);
    expect(JSON.stringify(left)).not.toMatch(/zip-slip|secret/);
    expect(left.kind).toBe(problem.kind);
  });

  test('is the whole problem if it names nothing', () => {
    const problem: Problem = { kind: 'timeout', afterMs: 1, percentage: 40 };
    expect(withPublicTexts(problem)).toEqual(problem);
  });
});

test('withholdDetails keeps verdict and counts, and drops findings, host, target and files', () => {
  const given = plainModel(findings({ critical: 1, low: 2 }));
  const withheld = publicModelOf(given);
  expect(withheld.assessment.counts).toEqual(given.assessment.counts);
  expect(withheld.assessment.verdict).toEqual(given.assessment.verdict);
  expect(withheld.assessment.blockingCount).toBe(given.assessment.blockingCount);
  expect(withheld).toMatchObject({ target: null, hostFacts: null, scan: { preferences: null } });
  expect(withheld).toMatchObject({ assessment: { findings: [], hostViolations: [] } });
  expect(withheld.files).toEqual({ artifact: null, pdfs: [], missing: [] });
  const text = JSON.stringify(withheld);
  for (const { finding, fingerprint } of given.assessment.findings) {
    const places = finding.where.filter((place) => place !== '/');
    for (const detail of [finding.name, fingerprint, ...places]) expect(text).not.toContain(detail);
  }
});

test('a policy of either file names neither a finding nor a place, in its rules and its baseline', () => {
  const baseline = 'baseline: https://zip-slip.example/secret\n';
  const policy = `${baseline}ignore:\n  - name: zip-slip\n    where: /secret/*\n    reason: a secret\n`;
  const organization = `fail-on: low\n${policy}target: { allowed-redirects: [zip-slip.example] }`;
  const model = judgedModel({ policy, organization, findings: findings({ high: 1 }) });
  expect(model.settings.policy.ignore).toHaveLength(1);
  expect(JSON.stringify(model)).toMatch(/zip-slip.*secret/);
  const withheld = publicModelOf(model);
  expect(withheld.settings.policy.ignore).toHaveLength(1);
  expect(JSON.stringify(withheld)).not.toMatch(/zip-slip|secret/);
  expect(withheld.assessment.outcomeByPolicy).toEqual(model.assessment.outcomeByPolicy);
});

const open = plainModel(findings({ critical: 1, high: 2, low: 3 }));

function reports(model: ReportModel): string[] {
  return [
    comment(model),
    summary(model),
    logLines(model).join('\n'),
    JSON.stringify(annotationsOf(model, en)),
  ];
}

describe('a report that only counts', () => {
  test.each([
    ['setting', 'because `disclosure` is `counts`'],
    ['public', 'because this repository is public'],
    ['unknown', 'because it is not known whether this repository is public'],
  ] as const)('says why (%s), where the findings are, and how to change it', (because, words) => {
    for (const text of reports(countsOnlyModel(open, because)).slice(0, 3)) {
      expect(text).toContain(words);
      expect(text).toContain('set `disclosure: full`');
    }
    expect(comment(countsOnlyModel(open))).toContain('- Scan id: `6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11`');
  });

  const details = /SQL|nginx|DMARC|CWE|CVE|preview-104|owasp|192\.0\.2|jQuery|action-report|fingerprint/u;

  test('names no finding, address, host, file or identifier', () => {
    for (const text of reports(countsOnlyModel(open))) expect(text).not.toMatch(details);
  });

  test('is not what is written, or mentioned, if everything is shown', () => {
    for (const text of reports(open)) {
      expect(text).toMatch(details);
      expect(text).not.toContain('disclosure: full');
    }
  });
});
