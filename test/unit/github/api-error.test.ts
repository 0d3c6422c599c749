import { describe, expect, test } from '@jest/globals';
import type { GitHubFault } from '../../../src/core/github-fault.ts';
import { apiErrorOf, GitHubFaultError, gitHubFaultOf, nullIfMissing } from '../../../src/github/api-error.ts';

/** An error of octokit. It has a status even without a response. */
function refused(status: number, response: object | null = {}, message = 'refused') {
  return Object.assign(new Error(message), { status, ...(response !== null && { response }) });
}

const lost = refused(404, null);

test('apiErrorOf reads status, message and headers of an answer', () => {
  const headers = { 'retry-after': '60' };
  expect(apiErrorOf(refused(403, { headers }))).toEqual({ status: 403, message: 'refused', headers });
  expect(apiErrorOf(refused(403))).toEqual({ status: 403, message: 'refused', headers: {} });
});

test('nullIfMissing keeps an answer, and takes only a 404 for none', async () => {
  expect(await nullIfMissing(Promise.resolve('there'))).toBe('there');
  expect(await nullIfMissing(Promise.reject(refused(404)))).toBeNull();
  for (const other of [refused(403), refused(410), lost, new Error('x'), 'x'])
    await expect(nullIfMissing(Promise.reject(other))).rejects.toBe(other);
});

describe('gitHubFaultOf', () => {
  const answer = (status: number, message = 'refused', headers: object = {}) =>
    refused(status, { headers, data: { message } }, `${message} - https://docs.github.com/rest`);

  const limited = answer(403, 'slow down', { 'retry-after': '60' });

  test.each<[what: string, error: unknown, fault: GitHubFault]>([
    ['a rate limit', limited, { kind: 'rate-limit', status: 403, detail: 'slow down' }],
    ['a lost connection', lost, { kind: 'unreachable' }],
    ['a silence', new Error('no answer in time'), { kind: 'unreachable' }],
    ['an answer of another shape', new TypeError('data.map is not a function'), { kind: 'malformed' }],
    ['a fault that is known', new GitHubFaultError({ kind: 'no-token' }), { kind: 'no-token' }],
  ])('reads %s', (_what, error, fault) => {
    expect(gitHubFaultOf(error)).toEqual(fault);
  });

  test.each<[kind: GitHubFault['kind'], status: number, message: string]>([
    ['permission', 403, 'Resource not accessible by integration'],
    ['permission', 404, 'Not Found'],
    ['credentials', 401, 'Bad credentials'],
    ['credentials', 401, 'Requires authentication'],
    ['credentials', 403, 'The `acme` organization has an IP allow list enabled, and your IP address is'],
    [
      'credentials',
      403,
      'Resource protected by organization SAML enforcement. You must grant your token access.',
    ],
    ['refused', 403, 'Unable to create comment because issue is locked.'],
    ['refused', 410, 'Issues has been disabled in this repository.'],
    ['refused', 403, 'Must have admin rights to Repository.'],
    ['refused', 422, 'Validation Failed'],
    ['broken', 502, 'Server Error'],
  ])('tells a refusal of the kind %s by status %i and message', (kind, status, detail) => {
    expect(gitHubFaultOf(answer(status, detail))).toEqual({ kind, status, detail });
  });
});
