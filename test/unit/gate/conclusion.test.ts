import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../../src/core/problem.ts';
import { noFindings } from '../../../src/core/severity.ts';
import { isComplete, knownBaseline, knownNotices } from '../../../src/gate/completeness.ts';
import { conclude } from '../../../src/gate/conclusion.ts';
import { hasProblem, isSkipped, type RuleNotice } from '../../../src/gate/verdict.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { ignoring, judge } from './policies.ts';

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
  const scans = { kind: 'compared', scanId: 'base', older: [], leftOut: [] } as const;
  const compared = { ...scans, new: 1, known: 2, fixed: 3 };
  expect(knownBaseline(compared, true)).toEqual(compared);
  expect(knownBaseline(compared, false)).toEqual({ ...compared, fixed: null });
  expect(knownBaseline({ kind: 'first' }, false)).toEqual({ kind: 'first' });
});

test('knownNotices says what matches nothing only for a complete list, in the order of the file', () => {
  const noticeAt = (line: number, kind: RuleNotice['kind']) => ({ rule: ignoring({ line }), kind });
  const notices = [noticeAt(9, 'expired'), noticeAt(4, 'matches-nothing'), noticeAt(2, 'expires-soon')];
  const lines = (complete: boolean) => knownNotices(notices, complete).map(({ rule }) => rule.line);
  expect([lines(true), lines(false)]).toEqual([
    [2, 4, 9],
    [2, 9],
  ]);
});
