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
  const answer = (status: number, message = 'refused', headers: object = {}) =>
    Object.assign(new Error(`${message} - https://docs.github.com/rest`), {
      status,
      response: { headers, data: { message } },
    });

  test.each<[what: string, error: unknown, fault: GitHubFault]>([
    ['a rate limit', answer(403, 'slow down', { 'retry-after': '60' }), { kind: 'rate-limit', status: 403 }],
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

  test.each<[kind: GitHubFault['kind'], status: number, message: string]>([
    ['permission', 403, 'Resource not accessible by integration'],
    ['permission', 403, 'Resource not accessible by personal access token'],
    ['permission', 404, 'Not Found'],
    ['credentials', 401, 'Bad credentials'],
    ['credentials', 401, 'Requires authentication'],
    [
      'ip-allow-list',
      403,
      'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
    ],
    ['sso', 403, 'Resource protected by organization SAML enforcement. You must grant your token access.'],
    ['archived', 403, 'Repository was archived so is read-only.'],
    ['locked', 403, 'Unable to create comment because issue is locked.'],
    ['too-many-comments', 403, 'Commenting is disabled on issues with more than 2500 comments'],
    ['interactions', 403, 'Interactions on this repository have been restricted to collaborators only'],
    ['switched-off', 410, 'Issues has been disabled in this repository.'],
    ['switched-off', 410, 'Gone'],
    ['refused', 403, 'Must have admin rights to Repository.'],
    ['refused', 422, 'Validation Failed'],
    ['broken', 502, 'Server Error'],
  ])('tells a refusal of the kind %s by status %i and message', (kind, status, detail) => {
    expect(gitHubFaultOf(answer(status, detail))).toEqual({ kind, status, detail });
  });

  test('has no message of a refusal without one', () => {
    const error = Object.assign(new Error('HTTP 403'), { status: 403, response: { headers: {} } });
    expect(gitHubFaultOf(error)).toEqual({ kind: 'refused', status: 403, detail: 'HTTP 403' });
  });
});
