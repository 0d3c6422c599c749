import { describe, expect, test } from '@jest/globals';
import { failOnValues } from '../../../src/core/severity.ts';
import { countChecks } from '../../../src/gate/finding-counts.ts';
import { asResult } from './arbitraries.ts';
import { judged, objectionKinds } from './judgements.ts';

const unreadable = (path: string) => ({ kind: 'unreadable', path, expected: expect.any(String) });
const doubtsOf = (...given: Parameters<typeof judged>) => {
  const { verdict, hasAllFindings, objections } = judged(...given);
  expect([verdict, hasAllFindings]).toEqual(
    objections.length === 0 ? ['pass', true] : ['inconclusive', false],
  );
  return objections.map((objection) => (objection.weight === 'doubt' ? objection.because : objection));
};
const high = { issues: [{ severity: 'high' }] };

const notCounts = ['7', -1, 1.5, true, [], {}];

test.each<[totalChecked: unknown, total_checked: unknown, checks: number | null]>([
  [7, undefined, 7],
  [undefined, 3, 3],
  [null, 3, 3],
  [7, 3, 3],
  [3, 7, 3],
  [321, 0, 0],
  [undefined, undefined, null],
  ...notCounts.map((other): [unknown, unknown, null] => [other, 3, null]),
  ...notCounts.map((other): [unknown, unknown, null] => [7, other, null]),
])('of %j checks, and %j in `information`, countChecks takes the lower number: %j', (...given) => {
  const [totalChecked, total_checked, checks] = given;
  expect(countChecks(asResult({ totalChecked, information: { total_checked } }))).toBe(checks);
});

describe('a finished scan is in doubt', () => {
  test('if the number of checks cannot be read', () => {
    expect(doubtsOf({ totalChecked: null })).toEqual([unreadable('totalChecked')]);
  });

  test('if fewer checks were made than `min-checks`, or none', () => {
    const problem = { kind: 'too-few-checks', checks: 9, minimum: 10 };
    expect(doubtsOf({ totalChecked: 9 }, { 'min-checks': 10 })).toEqual([problem]);
    expect(doubtsOf({ totalChecked: 10 }, { 'min-checks': 10 })).toEqual([]);
    for (const failOn of failOnValues)
      expect(doubtsOf({ totalChecked: 0 }, { 'fail-on': failOn })).toEqual([
        { ...problem, checks: 0, minimum: 1 },
      ]);
    const blocking = judged({ ...high, totalChecked: 9 }, { 'min-checks': 10 });
    expect(objectionKinds(blocking)).toEqual(['blocking-findings', 'too-few-checks']);
  });

  test('if a total is higher than list and summary together', () => {
    const low = { issues: [{ severity: 'low' }] };
    const uncounted = { kind: 'unexplained-total', total: 3, found: 1 };
    expect(doubtsOf({ ...low, issuesSummaryTotal: 3 })).toEqual([uncounted]);
    expect(doubtsOf({ ...low, issuesCategoriesSummary: { a: 1, b: 2 } })).toEqual([uncounted]);
    const both = { issuesSummaryTotal: 2, issuesCategoriesSummary: { a: 3 } };
    expect(doubtsOf({ ...low, ...both })).toEqual([uncounted]);
    const counted = judged({ ...low, issuesSummary: { warning: 2 }, ...both });
    expect(counted).toMatchObject({ verdict: 'pass', objections: [], counts: { low: 1, warning: 2 } });
  });

  test.each([-1, 1.5, '0', [], true])('if a total is no count: %j', (count) => {
    expect(doubtsOf({ issuesSummaryTotal: count })).toEqual([unreadable('issuesSummaryTotal')]);
    const categories = { issuesCategoriesSummary: { x: count } };
    expect(doubtsOf(categories)).toEqual([unreadable('issuesCategoriesSummary.x')]);
  });

  test('if the counts by category are no object', () => {
    for (const issuesCategoriesSummary of [[], 'x', 5, true])
      expect(doubtsOf({ issuesCategoriesSummary })).toEqual([unreadable('issuesCategoriesSummary')]);
    expect(doubtsOf({ issuesCategoriesSummary: null, issuesSummaryTotal: null })).toEqual([]);
  });

  test('and not before it has finished', () => {
    const problem = { kind: 'incomplete', percentage: 40 } as const;
    const given = { preferences: { xss: true }, problem };
    expect(objectionKinds(judged({ totalChecked: 0, preferences: { xss: false } }, {}, given))).toEqual([
      'incomplete',
    ]);
  });
});

describe('a check that was asked for', () => {
  /** The names of the checks that are in doubt. */
  const switchedOff = (asked: Record<string, unknown> | null, got: unknown) =>
    doubtsOf({ preferences: got }, {}, { preferences: asked }).flatMap((doubt) =>
      'options' in doubt ? doubt.options : [],
    );

  test.each([false, 0, 'false', 'False', ' false ', '0'])('is in doubt if it came back as %j', (off) => {
    expect(switchedOff({ xss: true }, { xss: off })).toEqual(['xss']);
    expect(switchedOff({ xss: false, scan_speed: 'fast' }, { xss: off, scan_speed: 'slow' })).toEqual([]);
    const asked = { crawler_options: { open_redirect: true, x: false } };
    for (const got of [{ open_redirect: off }, off])
      expect(switchedOff(asked, { crawler_options: got })).toEqual(['crawler_options.open_redirect']);
  });

  test.each([true, 1, 'true', null, undefined, '', 'yes', {}])('is not if it came back as %j', (on) => {
    expect(switchedOff({ xss: true }, { xss: on })).toEqual([]);
    expect(switchedOff({ crawler_options: { x: true } }, { crawler_options: { x: on } })).toEqual([]);
    expect(switchedOff({ xss: true }, on)).toEqual([]);
  });

  test('is not if it was not asked for, and is a further objection beside what blocks', () => {
    expect(switchedOff(null, { xss: false })).toEqual([]);
    const blocked = judged({ ...high, preferences: { xss: false } }, {}, { preferences: { xss: true } });
    expect(objectionKinds(blocked)).toEqual(['blocking-findings', 'check-switched-off']);
  });
});
