import { describe, expect, test } from '@jest/globals';
import { CancelledError } from '../../../src/core/problem.ts';
import { statusOf } from '../../../src/github/api-error.ts';
import { adviseOnArtifact } from '../../../src/publish/artifact.ts';
import { adviseOnGitHub, commentSink, messageOf, trackingSink } from '../../../src/publish/failure-advice.ts';

/** An error as octokit throws it. */
const apiError = (status: number, message = 'refused', headers: Record<string, string> = {}) =>
  Object.assign(new Error(message), { status, response: { headers } });

const advise = (error: unknown) => adviseOnGitHub(error, commentSink);

describe('adviseOnGitHub', () => {
  test.each([
    [401, '`github-token`'],
    [403, '`permissions: pull-requests: write`'],
    [404, '`permissions: pull-requests: write`'],
    [410, '`comment: never`'],
    [422, 'debug log'],
    [500, 're-run the job'],
  ])('says of %i what happened and what to do', (status, remedy) => {
    expect(advise(apiError(status))).toContain(`The pull request comment failed: GitHub answered ${status}.`);
    expect(advise(apiError(status))).toContain(remedy);
  });

  test('names the setting and the permission of the tracking issue', () => {
    expect(adviseOnGitHub(apiError(410), trackingSink)).toContain('`track-issue: false`');
    expect(adviseOnGitHub(apiError(403), trackingSink)).toContain('`permissions: issues: write`');
  });

  test('names what GitHub itself says would do', () => {
    const error = apiError(403, 'Resource not accessible by integration', {
      'x-accepted-github-permissions': 'issues=write; pull_requests=write',
    });
    expect(advise(error)).toContain('(GitHub accepts issues=write; pull_requests=write)');
  });

  test('tells a rate limit from a missing permission', () => {
    const limited = [
      apiError(403, 'x', { 'x-ratelimit-remaining': '0' }),
      apiError(429, 'x', { 'retry-after': '60' }),
      apiError(403, 'You have exceeded a secondary rate limit'),
    ];
    for (const error of limited) {
      expect(advise(error)).toContain('rate limit is used up');
      expect(advise(error)).not.toContain('permissions');
    }
  });

  test('tells a network that is down, and a cancellation', () => {
    expect(advise(new TypeError('fetch failed'))).toMatch(/fetch failed.*could not be reached/);
    expect(advise(new CancelledError('SIGINT'))).toContain('cancelled');
  });

  test('bears whatever was thrown', () => {
    for (const thrown of ['text', null, undefined, 5, { status: 403 }])
      expect(advise(thrown)).toContain('The pull request comment failed');
  });
});

test('statusOf reads the status of an error of the API, and of nothing else', () => {
  expect(statusOf(apiError(404))).toBe(404);
  expect([new Error('x'), { status: 404 }, null, 'x'].map(statusOf)).toEqual([null, null, null, null]);
});

test('messageOf is one line of bounded length', () => {
  expect(messageOf(new Error('a\n  b'))).toBe('a b');
  expect(messageOf('x'.repeat(5000))).toHaveLength(500);
});

describe('adviseOnArtifact', () => {
  const files = ['/tmp/x/a.pdf', '/tmp/x/result.json'];

  test.each([
    ['@actions/artifact v2.0.0+ are not currently supported on GHES.', 'actions/upload-artifact'],
    ['Failed to CreateArtifact: storage quota has been hit', '`retention-days`'],
    ['Unable to get the ACTIONS_RUNTIME_TOKEN env variable', 'no artifact service'],
    ['socket hang up', 'Re-run the job'],
  ])('says of "%s" what to do, and where the files are', (message, remedy) => {
    const advice = adviseOnArtifact(new Error(message), files);
    expect(advice).toContain(remedy);
    expect(advice).toContain('a.pdf, result.json');
    expect(advice).not.toContain('/tmp/x');
  });
});
