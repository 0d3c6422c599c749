import { describe, expect, test } from '@jest/globals';
import { CancelledError } from '../../../src/core/problem.ts';
import { gitHubWarning, messageOf, warnOnFailure } from '../../../src/publish/failure-warnings.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

/** An error in the form that octokit throws. */
const apiError = (status: number, message = 'refused', headers: Record<string, string> = {}) =>
  Object.assign(new Error(message), { status, response: { headers } });

const advise = gitHubWarning('comment');

describe('adviseOnGitHub', () => {
  test.each([
    [401, '`github-token`'],
    [403, '`permissions: pull-requests: write`'],
    [404, '`permissions: pull-requests: write`'],
    [410, '`comment: never`'],
    [422, 'debug log'],
    [500, 'run the job again later'],
  ])('says of %i what happened and what to do', (status, remedy) => {
    expect(advise(apiError(status))).toContain(
      `The pull request comment failed: GitHub answered HTTP ${status}.`,
    );
    expect(advise(apiError(status))).toContain(remedy);
  });

  test('names the setting and the permission of the tracking issue', () => {
    expect(gitHubWarning('issue')(apiError(410))).toContain('`track-issue: false`');
    expect(gitHubWarning('issue')(apiError(403))).toContain('`permissions: issues: write`');
  });

  test('does not ask for a permission if the conversation is locked', () => {
    const error = apiError(403, 'Unable to create comment because issue is locked.');
    expect(advise(error)).toContain('`comment: never`');
    expect(advise(error)).not.toContain('permissions');
  });

  test('distinguishes a rate limit from a missing permission', () => {
    const limited = [
      apiError(403, 'x', { 'x-ratelimit-remaining': '0' }),
      apiError(429, 'x', { 'retry-after': '60' }),
      apiError(403, 'You have exceeded a secondary rate limit'),
    ];
    for (const error of limited) {
      expect(advise(error)).toContain('the rate limit of the token is used up');
      expect(advise(error)).not.toContain('permissions');
    }
  });

  test('recognizes a network that is down, and a cancellation', () => {
    expect(advise(new Error('fetch failed'))).toMatch(
      /could not be reached \(fetch failed\).*check its network/,
    );
    expect(advise(new CancelledError('SIGINT'))).toContain('cancelled');
  });

  test('accepts any thrown value', () => {
    for (const thrown of ['text', null, undefined, 5, { status: 403 }])
      expect(advise(thrown)).toContain('The pull request comment failed');
  });
});

test('messageOf is one line of bounded length', () => {
  expect(messageOf(new Error('a\n  b'))).toBe('a b');
  expect(messageOf(new Error(' '))).toBe('no reason was given');
  expect(messageOf('x'.repeat(5000))).toHaveLength(500);
});

test('warnOnFailure returns the result of the sink, and logs a failure as a warning, even a synchronous one', async () => {
  const log = createRecordingLog();
  const advise = (error: unknown) => `failed: ${error}`;
  expect(await warnOnFailure(log.warning, async () => 5, advise)).toBe(5);
  expect(await warnOnFailure(log.warning, async () => Promise.reject('late'), advise)).toBeNull();
  const early = () => {
    throw 'early';
  };
  expect(await warnOnFailure(log.warning, early, advise)).toBeNull();
  expect(log.entries).toEqual(
    ['late', 'early'].map((text) => ({ level: 'warning', text: `failed: ${text}` })),
  );
});
