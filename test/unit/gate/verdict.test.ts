import { expect, test } from '@jest/globals';
import type { Problem } from '../../../src/core/problem.ts';
import { hasProblem, isSkipped } from '../../../src/gate/verdict.ts';
import { judge } from './policies.ts';

const without = (problem: Problem) => judge({}, {}, { result: null, problem });

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
