import { expect, test } from '@jest/globals';
import { apiErrorOf, statusOf } from '../../../src/github/api-error.ts';

test('apiErrorOf reads status, message and headers of an answer', () => {
  const headers = { 'retry-after': '60' };
  const error = Object.assign(new Error('refused'), { status: 403, response: { headers } });
  expect(apiErrorOf(error)).toEqual({ status: 403, message: 'refused', headers });
  const bare = Object.assign(new Error('refused'), { status: 403, response: {} });
  expect(apiErrorOf(bare)).toEqual({ status: 403, message: 'refused', headers: {} });
});

test('statusOf reads the status of an answer, and of nothing else', () => {
  expect(statusOf(Object.assign(new Error('refused'), { status: 404, response: { headers: {} } }))).toBe(404);
  expect([new Error('x'), { status: 404 }, null, 'x'].map(statusOf)).toEqual([null, null, null, null]);
});

test('statusOf does not take a lost connection for an answer, though octokit gives it status 500', () => {
  expect(statusOf(Object.assign(new Error('socket hang up'), { status: 500 }))).toBeNull();
});
