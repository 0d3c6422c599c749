import { describe, expect, test } from '@jest/globals';
import { CancelledError } from '../../../src/core/problem.ts';
import {
  type GitHubDestination,
  gitHubWarning,
  messageOf,
  nameOf,
  warnOnFailure,
} from '../../../src/publish/warnings.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

/** An error in the form that octokit throws. */
const apiError = (status: number, message: string, headers: Record<string, string> = {}) =>
  Object.assign(new Error(message), { status, response: { headers } });

describe('gitHubWarning', () => {
  const integration = 'Resource not accessible by integration';

  test.each<[GitHubDestination, status: number, message: string, remedy: string]>([
    ['comment', 401, 'Bad credentials', '`github-token`'],
    ['comment', 403, integration, '`permissions: pull-requests: write`'],
    ['issue', 403, integration, '`permissions: issues: write`'],
    ['comment', 403, 'Unable to create comment because issue is locked.', '`comment: never`'],
    ['issue', 410, 'Gone', '`track-issue: false`'],
    ['comment', 422, 'Validation Failed', 'debug log'],
    ['status', 422, 'No commit found for SHA: abc', "`commit-status: ''`"],
    ['comment', 500, 'oops', 'run the job again later'],
  ])('says of a %s and %i, %s, what happened and what to do', (destination, status, message, remedy) => {
    const warning = gitHubWarning(destination)(apiError(status, message));
    const failed = `The ${nameOf(destination)} failed: GitHub answered HTTP ${status}: “${message}”.`;
    expect(warning).toContain(failed);
    expect(warning).toContain(remedy);
    expect(warning.includes('permissions')).toBe(message === integration);
  });

  const advise = gitHubWarning('comment');

  test('recognizes a rate limit, a network that is down, and a cancellation', () => {
    const limited = advise(apiError(403, 'x', { 'x-ratelimit-remaining': '0' }));
    expect(limited).toContain('“x”. The token has reached its rate limit');
    const down = advise(new Error('fetch failed'));
    expect(down).toMatch(/could not be reached \(fetch failed\).*check its network/);
    expect(advise(new CancelledError('SIGINT'))).toContain('was not finished, because the run was cancelled');
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
