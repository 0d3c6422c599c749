import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../../src/core/problem.ts';
import { conclude } from '../../../src/gate/conclusion.ts';
import { hasProblem, isSkipped } from '../../../src/gate/verdict.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { judge } from './policies.ts';

const run = { reason: 'why', cancelled: false };
const failing = judge({ issues: [{ name: 'x', severity: 'high' }] });
const without = (problem: Problem) => judge({}, {}, { result: null, problem });
const noKey = without({ kind: 'missing-api-key', skipped: false });
const skipped = without({ kind: 'missing-api-key', skipped: true });
const lenient = { ...plainPolicy, onFail: 'warn', onInconclusive: 'warn' } as const;

describe('conclude', () => {
  const undecided = { isCompared: false, blocking: 0, ignored: 0, hostViolations: 0 };
  const byPolicy = {
    own: { ...undecided, outcome: 'fail' },
    organization: { ...undecided, outcome: 'inconclusive' },
  } as const;
  const others = { own: byPolicy.organization, organization: byPolicy.own };

  test.each([
    ['a pass', judge({}), null, null, null, null],
    ['a fail', failing, 'error', 'warning', 'error', 'warning'],
    ['a fail, undecided by one policy', { ...failing, byPolicy }, 'error', 'error', 'error', 'warning'],
    [
      'a fail, undecided by the other',
      { ...failing, byPolicy: others },
      'error',
      'error',
      'error',
      'warning',
    ],
    ['no answer', without({ kind: 'nothing-checked' }), 'error', 'error', 'warning', 'warning'],
    ['an empty key', noKey, 'error', 'error', 'error', 'error'],
    ['a key that may be missing', skipped, 'notice', 'notice', 'notice', 'notice'],
  ])(
    'of %s: strict, with `on-fail: warn`, with `on-inconclusive: warn`, and with both',
    (_name, assessment, ...levels) => {
      const [onFail, onInconclusive] = [{ onFail: 'warn' }, { onInconclusive: 'warn' }] as const;
      const policies = [{}, onFail, onInconclusive, lenient].map((each) => ({ ...plainPolicy, ...each }));
      expect(policies.map((policy) => conclude(assessment, policy, run).level)).toEqual(levels);
    },
  );

  test('a cancelled run fails, whatever is only warned about', () => {
    expect(conclude(failing, lenient, { ...run, cancelled: true })).toEqual({
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

test('isSkipped is true only if the key is missing and may be', () => {
  expect([isSkipped(skipped), isSkipped(noKey)]).toEqual([true, false]);
  expect(isSkipped(without({ kind: 'nothing-checked' }))).toBe(false);
});
