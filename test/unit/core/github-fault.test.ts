import { expect, test } from '@jest/globals';
import { describeGitHubFault, type GitHubFault } from '../../../src/core/github-fault.ts';

const remedyOf = (fault: GitHubFault) => describeGitHubFault(fault, 'contents: read').remedy;

test.each([403, 404])(
  'the remedy for status %d, with which GitHub refuses, names the permission',
  (status) => {
    expect(remedyOf({ kind: 'status', status })).toContain('contents: read');
  },
);

test.each<GitHubFault>([
  { kind: 'unreachable' },
  { kind: 'no-token' },
  { kind: 'malformed' },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 500 },
  { kind: 'rate-limit', status: 403 },
])('the remedy for %j names no permission', (fault) => {
  expect(remedyOf(fault)).not.toContain('permissions');
});

test('the remedy for a GitHub that cannot be reached is to try again and to check the way to it', () => {
  expect(remedyOf({ kind: 'unreachable' })).toMatch(/again.*network.*`GITHUB_API_URL`/);
});
