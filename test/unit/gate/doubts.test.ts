import { describe, expect, test } from '@jest/globals';
import { checksOf } from '../../../src/gate/doubts.ts';
import { asResult } from './arbitraries.ts';
import { assessed } from './assessments.ts';

describe('checksOf', () => {
  test('reads `totalChecked`, or the field of the same meaning in `information`', () => {
    expect(checksOf(asResult({ totalChecked: 7 }))).toBe(7);
    expect(checksOf(asResult({ information: { total_checked: 3 } }))).toBe(3);
    expect(checksOf(asResult({ totalChecked: null, information: { total_checked: 3 } }))).toBe(3);
  });

  test('takes the lower of the two', () => {
    expect(checksOf(asResult({ totalChecked: 7, information: { total_checked: 3 } }))).toBe(3);
    expect(checksOf(asResult({ totalChecked: 3, information: { total_checked: 7 } }))).toBe(3);
    const { verdict } = assessed({ totalChecked: 321, information: { total_checked: 0 } });
    expect(verdict.outcome).toBe('inconclusive');
  });

  test('returns `null` for anything else', () => {
    for (const totalChecked of ['7', -1, 1.5, true, [], {}])
      expect(checksOf(asResult({ totalChecked, information: { total_checked: 3 } }))).toBeNull();
    expect(checksOf(asResult({}))).toBeNull();
    expect(checksOf(asResult({ information: { total_checked: '3' } }))).toBeNull();
    for (const total_checked of ['7', -1, 1.5, true, [], {}])
      expect(checksOf(asResult({ totalChecked: 7, information: { total_checked } }))).toBeNull();
  });
});
