import { describe, expect, test } from '@jest/globals';
import { noFindings } from '../../../src/core/severity.ts';
import { assessed, baselineOf, issue, reasonKinds, statuses } from './assessments.ts';

describe('the baseline', () => {
  test('lets known findings pass, and says what is new, known and fixed', () => {
    const baseline = baselineOf([issue('a', 'high'), issue('gone', 'low'), issue('c', 'low')]);
    const issues = [issue('a', 'high'), issue('b', 'high'), issue('c', 'medium')];
    const assessment = assessed({ issues }, {}, { baseline });
    const compared = { kind: 'compared', scanId: 'base', older: [], leftOut: [] };
    expect(assessment.baseline).toEqual({ ...compared, new: 2, known: 1, fixed: 2 });
    expect(statuses(assessment)).toEqual(['a known', 'b blocking', 'c passing']);
    expect(assessment.counts).toEqual({ ...noFindings, high: 2, medium: 1 });
  });

  test('without a finished scan leaves everything new', () => {
    const assessment = assessed({ issues: [issue('a', 'high')] }, {}, { baseline: { kind: 'first' } });
    expect(assessment).toMatchObject({ baseline: { kind: 'first' }, blockingCount: 1 });
  });

  test('leaves the finding new whose score cannot be read: it may be the highest', () => {
    const baseline = baselineOf([issue('a', 'high', 9.5)]);
    const assessment = assessed(
      { issues: [issue('a', 'high', 98), issue('a', 'high', 9.5)] },
      {},
      { baseline },
    );
    expect(statuses(assessment)).toEqual(['a known', 'a blocking']);
  });

  test('is compared across hosts', () => {
    const baseline = baselineOf([issue('Cookie of shop.example', 'high')], 'shop.example');
    const issues = [issue('Cookie of preview.example:8443', 'high')];
    expect(assessed({ issues }, {}, { baseline, siteHost: 'preview.example:8443' }).verdict.outcome).toBe(
      'pass',
    );
    expect(assessed({ issues }, {}, { baseline }).verdict.outcome).toBe('fail');
  });

  test('never makes unlisted findings known', () => {
    const baseline = baselineOf([issue('a', 'high'), issue('b', 'high')]);
    const fields = { issues: [issue('a', 'high')], issuesSummary: { ...noFindings, high: 2 } };
    expect(reasonKinds(assessed(fields, {}, { baseline }))).toEqual(['unlisted-findings']);
  });

  test('does not say what is fixed before the scan has finished', () => {
    const baseline = baselineOf([issue('a', 'high')]);
    const problem = { kind: 'nothing-checked' } as const;
    const fixed = [{ partial: true }, { problem }, {}].map((given) =>
      assessed({}, {}, { baseline, ...given }),
    );
    expect(fixed).toMatchObject([null, null, 1].map((count) => ({ baseline: { fixed: count } })));
  });
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
  const names = assessed({ issues }).findings.map(({ finding }) => finding.name);
  expect(names).toEqual(['critical', 'a', 'b', 'c', 'unscored', 'low']);
});
