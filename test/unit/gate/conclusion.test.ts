import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Problem } from '../../../src/core/problem.ts';
import { conclude } from '../../../src/gate/conclusion.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { anyPolicy, fewIssues, judge } from './policies.ts';

const phrase = { notFailed: () => 'It only warns.', cancelledLate: () => 'Cancelled late.' };
const run = { reason: 'why', phrase, cancelled: false };
const high = { issues: [{ name: 'x', severity: 'high' }] };
const failing = judge(high);
const without = (problem: Problem) => judge({}, {}, { result: null, problem });
const noKey = without({ kind: 'missing-api-key', skipped: false });
const lenient = { ...plainPolicy, onFail: 'warn', onInconclusive: 'warn' } as const;

describe('conclude', () => {
  test.each([
    ['a pass', judge({}), null, null],
    ['a fail', failing, 'error', 'warning'],
    ['no answer', without({ kind: 'nothing-checked' }), 'error', 'warning'],
    ['an empty key', noKey, 'error', 'error'],
    ['an empty key that is skipped', without({ kind: 'missing-api-key', skipped: true }), 'notice', 'notice'],
  ])('of %s, and where both only warn', (_name, assessment, strict, warned) => {
    expect(conclude(assessment, plainPolicy, run).level).toBe(strict);
    expect(conclude(assessment, lenient, run).level).toBe(warned);
  });

  test('a cancelled run fails, whatever is only warned about', () => {
    expect(conclude(failing, lenient, { ...run, cancelled: true })).toEqual({
      level: 'error',
      message: 'why Cancelled late.',
    });
  });

  test('a fail that only warns says so', () => {
    expect(conclude(failing, lenient, run).message).toBe('why It only warns.');
  });

  test('law: on-fail decides about the step after a fail, and about nothing else', () => {
    fc.assert(
      fc.property(fewIssues, anyPolicy, fc.boolean(), (issues, policy, cancelled) => {
        const [strict, warned] = (['fail', 'warn'] as const).map((onFail) => {
          const assessment = judge({ issues }, { ...policy, onFail });
          return {
            assessment,
            level: conclude(assessment, { ...policy, onFail }, { ...run, cancelled }).level,
          };
        });
        expect(warned?.assessment).toEqual(strict?.assessment);
        const isFail = strict?.assessment.verdict.outcome === 'fail';
        expect(warned?.level).toBe(isFail && !cancelled ? 'warning' : strict?.level);
      }),
    );
  });
});
