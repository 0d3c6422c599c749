import { describe, expect, test } from '@jest/globals';
import type { GitHubFault } from '../../../src/core/github-fault.ts';
import { apiErrorOf, GitHubFaultError, gitHubFaultOf, statusOf } from '../../../src/github/api-error.ts';

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

describe('gitHubFaultOf', () => {
  const answer = (status: number, headers: object = {}) =>
    Object.assign(new Error('refused'), { status, response: { headers } });

  test.each<[string, unknown, GitHubFault]>([
    ['a refusal', answer(403), { kind: 'status', status: 403 }],
    ['a failure of GitHub', answer(502), { kind: 'status', status: 502 }],
    ['a rate limit', answer(403, { 'retry-after': '60' }), { kind: 'rate-limit', status: 403 }],
    [
      'a lost connection, to which octokit gives status 500',
      Object.assign(new Error('socket hang up'), { status: 500 }),
      { kind: 'unreachable' },
    ],
    ['a silence', new Error('GitHub was silent for 30 s'), { kind: 'unreachable' }],
    ['an answer of another shape', new TypeError('data.map is not a function'), { kind: 'malformed' }],
    ['a fault that is known', new GitHubFaultError({ kind: 'no-token' }, 'no'), { kind: 'no-token' }],
  ])('reads %s', (_what, error, fault) => {
    expect(gitHubFaultOf(error)).toEqual(fault);
  });
});
