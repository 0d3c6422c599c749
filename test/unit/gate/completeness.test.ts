import { describe, expect, test } from '@jest/globals';
import { noFindings } from '../../../src/core/severity.ts';
import { isComplete, knownBaseline, knownNotices } from '../../../src/gate/completeness.ts';
import type { RuleNotice } from '../../../src/gate/verdict.ts';
import type { IgnoreRule } from '../../../src/policy/policy.ts';

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
