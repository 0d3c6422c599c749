import { describe, expect, test } from '@jest/globals';
import { baselineOf, hostRules, ignoring, issue, judge, none, reasonKinds, statuses } from './policies.ts';

describe('the baseline', () => {
  test('lets known findings pass, and says what is new, known and fixed', () => {
    const baseline = baselineOf([issue('a', 'high'), issue('gone', 'low'), issue('c', 'low')]);
    const issues = [issue('a', 'high'), issue('b', 'high'), issue('c', 'medium')];
    const assessment = judge({ issues }, {}, { baseline });
    const compared = { kind: 'compared', scanId: 'base', older: [], leftOut: [] };
    expect(assessment.baseline).toEqual({ ...compared, new: 2, known: 1, fixed: 2 });
    expect(statuses(assessment)).toEqual(['a known', 'b blocking', 'c passing']);
    expect(assessment.counts).toEqual({ ...none, high: 2, medium: 1 });
  });

  test('without a finished scan leaves everything new', () => {
    const assessment = judge({ issues: [issue('a', 'high')] }, {}, { baseline: { kind: 'first' } });
    expect(assessment).toMatchObject({ baseline: { kind: 'first' }, blocking: 1 });
  });

  test('leaves the finding new whose score cannot be read: it may be the highest', () => {
    const baseline = baselineOf([issue('a', 'high', 9.5)]);
    const assessment = judge({ issues: [issue('a', 'high', 98), issue('a', 'high', 9.5)] }, {}, { baseline });
    expect(statuses(assessment)).toEqual(['a known', 'a blocking']);
  });

  test('is compared across hosts', () => {
    const baseline = baselineOf([issue('Cookie of shop.example', 'high')], 'shop.example');
    const issues = [issue('Cookie of preview.example:8443', 'high')];
    expect(judge({ issues }, {}, { baseline, host: 'preview.example:8443' }).verdict.outcome).toBe('pass');
    expect(judge({ issues }, {}, { baseline }).verdict.outcome).toBe('fail');
  });

  test('never makes unlisted findings known', () => {
    const baseline = baselineOf([issue('a', 'high'), issue('b', 'high')]);
    const fields = { issues: [issue('a', 'high')], issuesSummary: { ...none, high: 2 } };
    expect(reasonKinds(judge(fields, {}, { baseline }))).toEqual(['unlisted-findings']);
  });

  test('does not say what is fixed before the scan has finished', () => {
    const baseline = baselineOf([issue('a', 'high')]);
    const problem = { kind: 'nothing-checked' } as const;
    const fixed = [{ partial: true }, { problem }, {}].map((given) => judge({}, {}, { baseline, ...given }));
    expect(fixed).toMatchObject([null, null, 1].map((count) => ({ baseline: { fixed: count } })));
  });
});

describe('a partial result', () => {
  test('fails if a finding blocks, even if other parts are missing', () => {
    const fields = { issues: [issue('a', 'high')], totalChecked: undefined, issuesSummary: undefined };
    const assessment = judge(fields, {}, { partial: true });
    expect(assessment).toMatchObject({ partial: true, verdict: { outcome: 'fail' } });
    expect(reasonKinds(assessment)).toEqual(['blocking-findings']);
  });

  test('does not fail because of unlisted findings, which may be known or ignored', () => {
    const assessment = judge({ issuesSummary: { ...none, critical: 1 } }, {}, { partial: true });
    expect(assessment.verdict.outcome).not.toBe('fail');
    expect(assessment.blocking).toBe(0);
  });
});

test('all rules together: every one that blocks is a reason, in one verdict', () => {
  const issues = [
    issue('new and high', 'high', 7.5),
    issue('high score', 'low', 9.1),
    issue('no score', 'warning'),
    issue('one', 'warning', 0),
    issue('two', 'warning', 0),
    issue('ignored', 'critical', 9.8),
    issue('known', 'critical', 9.9),
  ];
  const assessment = judge(
    {
      issues,
      issuesSummary: { ...none, critical: 3, high: 1, low: 1, warning: 3 },
      information: { services: [{ port: 22, state: 'open' }], waf: [] },
    },
    {
      failOnCvss: 9,
      maxFindings: { warning: 1 },
      ignore: [ignoring({ name: 'IGNORED' })],
      host: hostRules({ allowedPorts: [443], requireWaf: true }),
    },
    { baseline: baselineOf([issue('known', 'critical')]) },
  );
  expect(assessment.verdict).toEqual({
    outcome: 'fail',
    reasons: [
      { kind: 'blocking-findings', threshold: 'high', count: 1 },
      { kind: 'over-cvss', score: 9, count: 1 },
      { kind: 'over-budget', severity: 'warning', allowed: 1, count: 3 },
      { kind: 'host-violations', count: 2 },
      { kind: 'unlisted-findings', count: 1 },
    ],
  });
  // Most severe first, then by score, then as listed.
  const blocking = ['new and high', 'high score', 'one', 'two', 'no score'].map((name) => `${name} blocking`);
  expect(statuses(assessment)).toEqual(['known known', 'ignored ignored', ...blocking]);
  // The summary counts findings that are not listed, so the list is not complete.
  const baseline = { kind: 'compared', new: 5, known: 1, fixed: null };
  expect(assessment).toMatchObject({ blocking: 6, ignored: 1, complete: false, baseline });
});

test('findings are listed most severe first, then by score, and equal ones as the service listed them', () => {
  const issues = [
    issue('low', 'low', 3),
    issue('b', 'high', 7.5),
    issue('c', 'high', 7.5),
    issue('unscored', 'high'),
    issue('a', 'high', 8.9),
    issue('critical', 'critical', 9.1),
  ];
  const names = judge({ issues }).findings.map(({ finding }) => finding.name);
  expect(names).toEqual(['critical', 'a', 'b', 'c', 'unscored', 'low']);
});
