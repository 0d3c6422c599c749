import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../../src/core/problem.ts';
import { causesOf, isBecauseOf, type Judgement, wasSkipped } from '../../../src/gate/judgement.ts';
import { type StepEnd, stepEndOf } from '../../../src/gate/step-end.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { judged } from './judgements.ts';

const run = { reason: 'why', isCancelled: false };
const failing = judged({ issues: [{ name: 'x', severity: 'high' }] });
const without = (problem: Problem) => judged({}, {}, { result: null, problem });
const nothingChecked = { kind: 'too-few-checks', checks: 0, minimum: 1 } as const;
const noKey = without({ kind: 'missing-api-key' });
const skipped = without({ kind: 'missing-api-key-skipped' });
const lenient = { ...plainPolicy, 'on-fail': 'warn', 'on-inconclusive': 'warn' } as const;

describe('the end of the step', () => {
  const doubted = judged({ issues: [{ severity: 'high' }] }, {}, { lostTargetProblem: nothingChecked });
  const onFail = { ...plainPolicy, 'on-fail': 'warn' } as const;
  const onInconclusive = { ...plainPolicy, 'on-inconclusive': 'warn' } as const;
  type Level = StepEnd['level'];
  type Row = [what: string, Judgement, strict: Level, onFail: Level, onInconclusive: Level, both: Level];

  test.each<Row>([
    ['a pass', judged({}), null, null, null, null],
    ['a fail', failing, 'error', 'warning', 'error', 'warning'],
    ['a fail with a doubt', doubted, 'error', 'error', 'error', 'warning'],
    ['no answer', without(nothingChecked), 'error', 'error', 'warning', 'warning'],
    ['a cancelled run', without({ kind: 'cancelled' }), 'error', 'error', 'error', 'error'],
    ['a mistake of ours', without({ kind: 'internal', detail: 'x' }), 'error', 'error', 'error', 'error'],
    ['an empty key', noKey, 'error', 'error', 'error', 'error'],
    ['a key that may be missing', skipped, 'notice', 'notice', 'notice', 'notice'],
  ])(
    'of %s: strict, and with `warn` for a fail, for no answer, and for both',
    (_what, judgement, ...levels) => {
      const policies = [plainPolicy, onFail, onInconclusive, lenient];
      expect(policies.map((policy) => stepEndOf(judgement, policy, run).level)).toEqual(levels);
    },
  );

  test('a cancelled run fails, whatever is only warned about', () => {
    expect(stepEndOf(failing, lenient, { ...run, isCancelled: true })).toEqual({
      level: 'error',
      message: 'why\nThe run was cancelled while it published; the verdict stands.',
    });
  });

  test.each([
    ['on-fail', failing],
    ['on-inconclusive', without(nothingChecked)],
  ])('says that `%s` only warns', (setting, judgement) => {
    expect(stepEndOf(judgement, lenient, run).message).toBe(
      `why\nThe step is not failed by this, because \`${setting}\` is \`warn\`.`,
    );
  });
});

test('the problems of a judgement are its problems and doubts, and are found by kind', () => {
  const judgement = judged({ totalChecked: 0 }, {}, { lostTargetProblem: { kind: 'cancelled' } });
  expect(causesOf(judgement)).toEqual([nothingChecked, { kind: 'cancelled' }]);
  expect(isBecauseOf(judgement, 'too-few-checks')).toBe(true);
  expect(isBecauseOf(judgement, 'cancelled')).toBe(true);
  expect(isBecauseOf(judgement, 'unreadable')).toBe(false);
  expect(causesOf(failing)).toEqual([]);
});

test('a scan was skipped only if the key is missing and may be', () => {
  expect([skipped, noKey, without(nothingChecked)].map(wasSkipped)).toEqual([true, false, false]);
});
