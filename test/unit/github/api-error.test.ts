import { describe, expect, test } from '@jest/globals';
import type { GitHubFault } from '../../../src/core/github-fault.ts';
import { apiErrorOf, GitHubFaultError, gitHubFaultOf, nullIfMissing } from '../../../src/github/api-error.ts';

test('apiErrorOf reads status, message and headers of an answer', () => {
  const headers = { 'retry-after': '60' };
  const error = Object.assign(new Error('refused'), { status: 403, response: { headers } });
  expect(apiErrorOf(error)).toEqual({ status: 403, message: 'refused', headers });
  const bare = Object.assign(new Error('refused'), { status: 403, response: {} });
  expect(apiErrorOf(bare)).toEqual({ status: 403, message: 'refused', headers: {} });
});

test('nullIfMissing keeps an answer, and takes only a 404 for none', async () => {
  const refused = (status: number) =>
    Object.assign(new Error('refused'), { status, response: { headers: {} } });
  expect(await nullIfMissing(Promise.resolve('there'))).toBe('there');
  expect(await nullIfMissing(Promise.reject(refused(404)))).toBeNull();
  // Without a response, the status is none of GitHub's.
  const lost = Object.assign(new Error('socket hang up'), { status: 404 });
  for (const other of [refused(403), refused(410), lost, new Error('x'), 'x'])
    await expect(nullIfMissing(Promise.reject(other))).rejects.toBe(other);
});

describe('gitHubFaultOf', () => {
  const answer = (status: number, headers: object = {}) =>
    Object.assign(new Error('refused'), { status, response: { headers } });

  test.each<[what: string, error: unknown, fault: GitHubFault]>([
    ['a refusal', answer(403), { kind: 'status', status: 403 }],
    ['a failure of GitHub', answer(502), { kind: 'status', status: 502 }],
    ['a rate limit', answer(403, { 'retry-after': '60' }), { kind: 'rate-limit', status: 403 }],
    [
      'a lost connection, to which octokit gives status 500',
      Object.assign(new Error('socket hang up'), { status: 500 }),
      { kind: 'unreachable' },
    ],
    ['a silence', new Error('no answer in time'), { kind: 'unreachable' }],
    ['an answer of another shape', new TypeError('data.map is not a function'), { kind: 'malformed' }],
    ['a fault that is known', new GitHubFaultError({ kind: 'no-token' }), { kind: 'no-token' }],
  ])('reads %s', (_what, error, fault) => {
    expect(gitHubFaultOf(error)).toEqual(fault);
  });
});
