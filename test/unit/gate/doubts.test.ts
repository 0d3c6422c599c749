import { describe, expect, test } from '@jest/globals';
import { unreadableProblem } from '../../../src/core/problem.ts';
import { countChecks } from '../../../src/gate/summary-counts.ts';
import { asResult } from './arbitraries.ts';
import { assessed } from './assessments.ts';

describe('countChecks', () => {
  test('reads `totalChecked`, or the field of the same meaning in `information`', () => {
    expect(countChecks(asResult({ totalChecked: 7 }))).toBe(7);
    expect(countChecks(asResult({ information: { total_checked: 3 } }))).toBe(3);
    expect(countChecks(asResult({ totalChecked: null, information: { total_checked: 3 } }))).toBe(3);
  });

  test('takes the lower of the two', () => {
    expect(countChecks(asResult({ totalChecked: 7, information: { total_checked: 3 } }))).toBe(3);
    expect(countChecks(asResult({ totalChecked: 3, information: { total_checked: 7 } }))).toBe(3);
    const { verdict } = assessed({ totalChecked: 321, information: { total_checked: 0 } });
    expect(verdict.outcome).toBe('inconclusive');
  });

  test('returns `null` for anything else', () => {
    for (const totalChecked of ['7', -1, 1.5, true, [], {}])
      expect(countChecks(asResult({ totalChecked, information: { total_checked: 3 } }))).toBeNull();
    expect(countChecks(asResult({}))).toBeNull();
    expect(countChecks(asResult({ information: { total_checked: '3' } }))).toBeNull();
    for (const total_checked of ['7', -1, 1.5, true, [], {}])
      expect(countChecks(asResult({ totalChecked: 7, information: { total_checked } }))).toBeNull();
  });
});

test('a number of checks that cannot be read is named, with what was expected in its place', () => {
  const problem = unreadableProblem({ path: 'totalChecked', expected: 'the number of checks performed' });
  expect(assessed({ totalChecked: null }).verdict.reasons).toEqual([{ kind: 'problem', problem }]);
});
