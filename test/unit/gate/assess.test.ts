import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../../src/core/problem.ts';
import { reaches, severities } from '../../../src/core/severity.ts';
import type { FailOn } from '../../../src/core/words.ts';
import { checksOf } from '../../../src/gate/assess.ts';
import { asResult, thresholds } from './arbitraries.ts';
import { judge, reasonKinds } from './policies.ts';

const problem: Problem = { kind: 'timeout', afterMs: 60_000, percentage: 40 };
const none = { critical: 0, high: 0, medium: 0, low: 0, warning: 0 };

const outcome = (fields: Record<string, unknown>, failOn: FailOn = 'high') =>
  judge(fields, { failOn }).verdict.outcome;

describe('the verdict', () => {
  test('is pass where everything is understood and nothing blocks', () => {
    const assessment = judge({ issues: [{ severity: 'medium' }], issuesSummary: { ...none, medium: 1 } });
    expect(assessment.verdict).toEqual({
      outcome: 'pass',
      reasons: [{ kind: 'nothing-blocks', threshold: 'high' }],
    });
    expect(assessment).toMatchObject({ blocking: 0, counts: { ...none, medium: 1 } });
  });

  test.each(severities)(
    'is fail for a finding of the severity %s exactly where the threshold is reached',
    (severity) => {
      for (const failOn of thresholds) {
        const assessment = judge(
          { issues: [{ severity }], issuesSummary: { ...none, [severity]: 1 } },
          { failOn },
        );
        const blocks = reaches(severity, failOn);
        expect(assessment.verdict.outcome).toBe(blocks ? 'fail' : 'pass');
        expect(assessment.findings.map(({ status }) => status)).toEqual([blocks ? 'blocking' : 'passing']);
        expect(assessment.blocking).toBe(blocks ? 1 : 0);
      }
    },
  );

  test('is fail for findings that only the summary counts, and says so', () => {
    const assessment = judge({ issuesSummary: { ...none, critical: 2 } });
    expect(assessment.verdict).toEqual({
      outcome: 'fail',
      reasons: [{ kind: 'unlisted-findings', count: 2 }],
    });
    expect(assessment).toMatchObject({
      blocking: 2,
      counts: { ...none, critical: 2 },
      unlisted: { ...none, critical: 2 },
    });
  });

  test('is fail for findings that only the list holds', () => {
    expect(outcome({ issues: [{ severity: 'critical' }], issuesSummary: none })).toBe('fail');
  });

  test('is fail where something blocks, even where another part is not understood', () => {
    const assessment = judge({
      issues: [{ severity: 'high' }, 'text'],
      issuesSummary: null,
      totalChecked: 0,
    });
    expect(assessment.verdict.outcome).toBe('fail');
    expect(reasonKinds(assessment)).toEqual([
      'blocking-findings',
      'unreadable',
      'unreadable',
      'nothing-checked',
    ]);
  });

  test('is inconclusive where a part that decides is missing or not understood', () => {
    expect(outcome({ issues: undefined })).toBe('inconclusive');
    expect(outcome({ issues: ['text'] })).toBe('inconclusive');
    expect(outcome({ issuesSummary: undefined })).toBe('inconclusive');
    expect(outcome({ issuesSummary: { high: '0' } })).toBe('inconclusive');
    expect(outcome({ totalChecked: 'many' })).toBe('inconclusive');
    expect(outcome({ totalChecked: undefined })).toBe('inconclusive');
  });

  test('is inconclusive where nothing was checked, whatever the threshold', () => {
    for (const failOn of thresholds) {
      const assessment = judge({ totalChecked: 0 }, { failOn });
      expect(assessment.verdict.outcome).toBe('inconclusive');
      expect(reasonKinds(assessment)).toEqual(['nothing-checked']);
    }
  });

  test('is inconclusive where the total counts more than list and summary hold', () => {
    const assessment = judge({ issuesSummaryTotal: 3, issues: [{ severity: 'low' }] });
    expect(assessment.verdict).toEqual({
      outcome: 'inconclusive',
      reasons: [{ kind: 'problem', problem: { kind: 'uncounted-findings', total: 3, found: 1 } }],
    });
  });

  test('is inconclusive for a scan that did not finish, whatever it has found, and keeps the findings', () => {
    const fields = { issues: [{ severity: 'critical' }], issuesSummary: { critical: 1 }, totalChecked: 5 };
    const assessment = judge(fields, {}, { problem });
    expect(assessment.verdict).toEqual({ outcome: 'inconclusive', reasons: [{ kind: 'problem', problem }] });
    expect(assessment.findings).toHaveLength(1);
    expect(assessment.counts.critical).toBe(1);
  });

  test('is inconclusive without a result', () => {
    const assessment = judge({}, { failOn: 'never' }, { result: null, problem });
    expect(assessment).toEqual({
      verdict: { outcome: 'inconclusive', reasons: [{ kind: 'problem', problem }] },
      complete: false,
      findings: [],
      counts: none,
      blocking: 0,
      unlisted: none,
      partial: false,
      ignored: 0,
      baseline: { kind: 'none' },
      hostViolations: [],
      ruleNotices: [],
    });
  });
});

describe('checksOf', () => {
  test('reads `totalChecked`, or the field of the same meaning in `information`', () => {
    expect(checksOf(asResult({ totalChecked: 7, information: { total_checked: 3 } }))).toBe(7);
    expect(checksOf(asResult({ information: { total_checked: 3 } }))).toBe(3);
    expect(checksOf(asResult({ totalChecked: null, information: { total_checked: 3 } }))).toBe(3);
  });

  test('does not guess', () => {
    for (const totalChecked of ['7', -1, 1.5, true, [], {}])
      expect(checksOf(asResult({ totalChecked, information: { total_checked: 3 } }))).toBeNull();
    expect(checksOf(asResult({}))).toBeNull();
    expect(checksOf(asResult({ information: { total_checked: '3' } }))).toBeNull();
  });
});
