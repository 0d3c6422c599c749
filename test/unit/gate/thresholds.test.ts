import { describe, expect, test } from '@jest/globals';
import { noFindings } from '../../../src/core/severity.ts';
import { severityThatSurelyBlocks } from '../../../src/gate/thresholds.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { assessed, baselineOf, ignoring, issue, statuses } from './assessments.ts';

describe('fail-on-cvss', () => {
  test('blocks from its score on, whatever the severity', () => {
    const issues = [issue('a', 'low', 7), issue('b', 'low', 6.9)];
    const assessment = assessed({ issues }, { failOn: 'never', failOnCvss: 7 });
    const reasons = [{ kind: 'over-cvss', score: 7, count: 1 }];
    expect(assessment.verdict).toEqual({ outcome: 'fail', reasons });
    expect(assessment.findings.map(({ status, blockedBy }) => [status, blockedBy])).toEqual([
      ['blocking', [{ kind: 'fail-on-cvss', score: 7 }]],
      ['passing', []],
    ]);
  });

  /** A finding without a score: listed or unlisted. */
  const unscored = (severity: string) => [
    { issues: [issue('a', severity)] },
    { issuesSummary: { ...noFindings, [severity]: 1 } },
  ];

  test.each([
    ['critical', 10],
    ['high', 8.9],
    ['medium', 6.9],
    ['low', 3.9],
    ['warning', 0],
  ])('gives a finding of severity %s without a score the highest of its severity: %d', (severity, top) => {
    for (const fields of unscored(severity)) {
      const at = (failOnCvss: number) => assessed(fields, { failOn: 'never', failOnCvss });
      expect(at(top)).toMatchObject({ blockingCount: 1, verdict: { outcome: 'fail' } });
      if (top < 10) expect(at(top + 0.1)).toMatchObject({ blockingCount: 0, verdict: { outcome: 'pass' } });
    }
  });

  test('counts the unlisted findings that it blocks', () => {
    const issuesSummary = { ...noFindings, medium: 2, low: 5 };
    const { verdict, blockingCount } = assessed({ issuesSummary }, { failOn: 'never', failOnCvss: 6.5 });
    expect(verdict.reasons).toEqual([{ kind: 'unlisted-findings', count: 2 }]);
    expect(blockingCount).toBe(2);
  });
});

describe('max-findings', () => {
  const three = [issue('a', 'low'), issue('b', 'low'), issue('c', 'low')];

  test('blocks every finding of a severity once there are more than allowed', () => {
    const others = { high: 0, medium: 0, warning: 0 };
    expect(assessed({ issues: three }, { maxFindings: { low: 3, ...others } }).verdict.outcome).toBe('pass');
    const assessment = assessed({ issues: three }, { maxFindings: { low: 2 } });
    expect(assessment.verdict.reasons).toEqual([
      { kind: 'over-budget', severity: 'low', allowed: 2, count: 3 },
    ]);
    expect(assessment).toMatchObject({ blockingCount: 3, verdict: { outcome: 'fail' } });
  });

  test('does not count ignored and known findings', () => {
    const policy = { maxFindings: { low: 1 } };
    const ignore = [ignoring({ name: 'a' })];
    expect(assessed({ issues: three }, { ...policy, ignore }).verdict.outcome).toBe('fail');
    const baseline = baselineOf([issue('b', 'low')]);
    expect(assessed({ issues: three }, policy, { baseline }).verdict.outcome).toBe('fail');
    const assessment = assessed({ issues: three }, { ...policy, ignore }, { baseline });
    expect(assessment.verdict.outcome).toBe('pass');
    expect(statuses(assessment)).toEqual(['a ignored', 'b known', 'c passing']);
  });

  test('counts unlisted findings, and they block too', () => {
    const fields = { issues: [issue('a', 'low')], issuesSummary: { ...noFindings, low: 3 } };
    const assessment = assessed(fields, { maxFindings: { low: 2 } });
    expect(assessment).toMatchObject({ blockingCount: 3, verdict: { outcome: 'fail' } });
    expect(assessment.verdict.reasons).toEqual([
      { kind: 'over-budget', severity: 'low', allowed: 2, count: 3 },
      { kind: 'unlisted-findings', count: 2 },
    ]);
  });
});

test('each finding from a severity on blocks for sure only by a policy that ignores and compares nothing', () => {
  const from = (failOn: 'high' | 'low' | 'never') => ({ ...plainPolicy, failOn });
  const baseline = { ...from('low'), baseline: { kind: 'previous' } } as const;
  expect(severityThatSurelyBlocks([from('high')])).toBe('high');
  expect(severityThatSurelyBlocks([from('high'), from('low')])).toBe('low');
  expect(severityThatSurelyBlocks([from('never')])).toBeNull();
  expect(severityThatSurelyBlocks([baseline])).toBeNull();
  expect(severityThatSurelyBlocks([from('high'), baseline])).toBe('high');
});
