import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { type Conclusion, conclude } from '../../../src/gate/conclusion.ts';
import { type Assessment, hasProblem, isTrusted, wasSkipped } from '../../../src/gate/verdict.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { assessed } from './assessments.ts';

const run = { verdictLine: 'why', isCancelled: false };
const failing = assessed({ issues: [{ name: 'x', severity: 'high' }] });
const without = (problem: Problem) => assessed({}, {}, { result: null, problem });
const noKey = without({ kind: 'missing-api-key', skipped: false });
const skipped = without({ kind: 'missing-api-key', skipped: true });
const lenient = { ...plainPolicy, onFail: 'warn', onInconclusive: 'warn' } as const;

describe('conclude', () => {
  const doubted = (problem: Problem) => ({
    ...failing,
    verdict: {
      ...failing.verdict,
      reasons: [...failing.verdict.reasons, { kind: 'problem', problem } as const],
    },
  });
  const cancelled = { kind: 'cancelled', signal: 'SIGINT', scanId: null } as const;
  const onFail = { ...plainPolicy, onFail: 'warn' } as const;
  const onInconclusive = { ...plainPolicy, onInconclusive: 'warn' } as const;
  type Level = Conclusion['level'];
  type Row = [what: string, Assessment, strict: Level, onFail: Level, onInconclusive: Level, both: Level];

  test.each<Row>([
    ['a pass', assessed({}), null, null, null, null],
    ['a fail', failing, 'error', 'warning', 'error', 'warning'],
    ['a fail with a doubt', doubted({ kind: 'nothing-checked' }), 'error', 'error', 'error', 'warning'],
    ['a cancelled fail', doubted(cancelled), 'error', 'error', 'error', 'error'],
    ['no answer', without({ kind: 'nothing-checked' }), 'error', 'error', 'warning', 'warning'],
    ['an empty key', noKey, 'error', 'error', 'error', 'error'],
    ['a key that may be missing', skipped, 'notice', 'notice', 'notice', 'notice'],
  ])(
    'of %s: strict, and with `warn` for a fail, for no answer, and for both',
    (_what, assessment, ...levels) => {
      const policies = [plainPolicy, onFail, onInconclusive, lenient];
      expect(policies.map((policy) => conclude(assessment, policy, run).level)).toEqual(levels);
    },
  );

  test('a cancelled run fails, whatever is only warned about', () => {
    expect(conclude(failing, lenient, { ...run, isCancelled: true })).toEqual({
      level: 'error',
      message: 'why\nThe run was cancelled while it published; the verdict stands.',
    });
  });

  test('a fail that only warns says so', () => {
    expect(conclude(failing, lenient, run).message).toBe(
      'why\nThe step is not failed by this, because `on-fail` is `warn`.',
    );
  });
});

test('hasProblem finds the problem among the reasons', () => {
  const assessment = without({ kind: 'nothing-checked' });
  expect(hasProblem(assessment, 'nothing-checked')).toBe(true);
  expect(hasProblem(assessment, 'timeout')).toBe(false);
});

test('isTrusted is false for a doubt about the scan, and not for one about the baseline', () => {
  const baseline = {
    kind: 'baseline',
    baseline: classified('address', 'a.example'),
    problem: { kind: 'nothing-checked' },
  } as const;
  const seen = [assessed({}), failing, without(baseline), without({ kind: 'nothing-checked' })].map(
    isTrusted,
  );
  expect(seen).toEqual([true, true, true, false]);
});

test('isSkipped is true only if the key is missing and may be', () => {
  expect(wasSkipped(skipped)).toBe(true);
  expect(wasSkipped(noKey)).toBe(false);
  expect(wasSkipped(without({ kind: 'nothing-checked' }))).toBe(false);
});
