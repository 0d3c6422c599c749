import { describe, expect, test } from '@jest/globals';
import { CancelledError } from '../../../src/core/problem.ts';
import { gitHubWarning, messageOf, warnOnFailure } from '../../../src/publish/warnings.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

/** An error in the form that octokit throws. */
const apiError = (status: number, message = 'refused', headers: Record<string, string> = {}) =>
  Object.assign(new Error(message), { status, response: { headers } });

const advise = gitHubWarning('comment');

describe('gitHubWarning', () => {
  test.each([
    [401, 'Bad credentials', '`github-token`'],
    [403, 'Resource not accessible by integration', '`permissions: pull-requests: write`'],
    [404, 'Not Found', '`permissions: pull-requests: write`'],
    [403, 'Repository was archived so is read-only.', '`comment: never`'],
    [410, 'Gone', '`comment: never`'],
    [422, 'Validation Failed', 'debug log'],
    [500, 'oops', 'run the job again later'],
  ])('says of %i, %s, what happened and what to do', (status, message, remedy) => {
    const warning = advise(apiError(status, message));
    expect(warning).toContain(
      `The pull request comment failed: GitHub answered HTTP ${status}: “${message}”.`,
    );
    expect(warning).toContain(remedy);
  });

  test('says of a status that GitHub does not take what may be wrong with it', () => {
    expect(gitHubWarning('status')(apiError(422))).toContain('1,000 statuses of this context');
  });

  test('names the setting and the permission of the tracking issue', () => {
    expect(gitHubWarning('issue')(apiError(410))).toContain('`track-issue: false`');
    const refused = apiError(403, 'Resource not accessible by integration');
    expect(gitHubWarning('issue')(refused)).toContain('`permissions: issues: write`');
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

test('warnOnFailure returns the result, and logs a failure as a warning, even a synchronous one', async () => {
  const log = createRecordingLog();
  const advise = (error: unknown) => `failed: ${error}`;
  expect(await warnOnFailure(log, async () => 5, advise)).toBe(5);
  expect(await warnOnFailure(log, async () => Promise.reject('late'), advise)).toBeNull();
  const early = () => {
    throw 'early';
  };
  expect(await warnOnFailure(log, early, advise)).toBeNull();
  expect(log.entries).toEqual(
    ['late', 'early'].map((text) => ({ level: 'warning', text: `failed: ${text}` })),
  );
});
