import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Problem } from '../../../src/core/problem.ts';
import { noFindings } from '../../../src/core/severity.ts';
import { isComplete, knownBaseline, knownNotices } from '../../../src/gate/completeness.ts';
import { conclude } from '../../../src/gate/conclusion.ts';
import { hasProblem, isSkipped, type RuleNotice } from '../../../src/gate/verdict.ts';
import type { IgnoreRule } from '../../../src/policy/policy.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { anyPolicy, fewIssues, judge } from './policies.ts';

const run = { reason: 'why', cancelled: false };
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
      message: 'why\nThe run was cancelled while it published; the verdict stands.',
    });
  });

  test('a fail that only warns says so', () => {
    expect(conclude(failing, lenient, run).message).toBe(
      'why\nThe step is not failed by this, because `on-fail` is `warn`.',
    );
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

test('hasProblem finds the problem among the reasons', () => {
  const assessment = without({ kind: 'nothing-checked' });
  expect(hasProblem(assessment, 'nothing-checked')).toBe(true);
  expect(hasProblem(assessment, 'timeout')).toBe(false);
});

test('isSkipped is true only if the key is missing and may be', () => {
  expect(isSkipped(without({ kind: 'missing-api-key', skipped: true }))).toBe(true);
  expect(isSkipped(without({ kind: 'missing-api-key', skipped: false }))).toBe(false);
  expect(isSkipped(without({ kind: 'nothing-checked' }))).toBe(false);
});

const whole = { problem: null, partial: false, doubts: [], unlisted: noFindings } as const;

describe('isComplete', () => {
  test('is true for a whole scan, also without host information', () => {
    expect(isComplete(whole)).toBe(true);
    expect(isComplete({ ...whole, doubts: [{ kind: 'no-host-information' }] })).toBe(true);
  });

  test.each([
    ['did not finish', { problem: { kind: 'ended-early', percentage: 40 } }],
    ['is partial', { partial: true }],
    ['is not understood', { doubts: [{ kind: 'no-host-information' }, { kind: 'nothing-checked' }] }],
    ['has findings that are only counted', { unlisted: { ...noFindings, low: 1 } }],
  ] as const)('is false for a scan that %s', (_what, changes) => {
    expect(isComplete({ ...whole, ...changes })).toBe(false);
  });
});

test('knownBaseline says how many are fixed only for a complete list', () => {
  const compared = {
    kind: 'compared',
    scanId: 'base',
    older: [],
    leftOut: [],
    new: 1,
    known: 2,
    fixed: 3,
  } as const;
  expect(knownBaseline(compared, true)).toEqual(compared);
  expect(knownBaseline(compared, false)).toEqual({ ...compared, fixed: null });
  expect(knownBaseline({ kind: 'first' }, false)).toEqual({ kind: 'first' });
});

test('knownNotices says what matches nothing only for a complete list, in the order of the file', () => {
  const noticeAt = (line: number, kind: RuleNotice['kind']): RuleNotice => {
    const nothing = {
      fingerprint: null,
      name: null,
      group: null,
      type: null,
      cwe: null,
      cve: null,
      where: null,
    };
    const rule: IgnoreRule = { ...nothing, severity: null, reason: 'x', expires: null, owner: null, line };
    return { rule, kind };
  };
  const notices = [noticeAt(9, 'expired'), noticeAt(4, 'matches-nothing'), noticeAt(2, 'expires-soon')];
  const lines = (complete: boolean) => knownNotices(notices, complete).map(({ rule }) => rule.line);
  expect([lines(true), lines(false)]).toEqual([
    [2, 4, 9],
    [2, 9],
  ]);
});
