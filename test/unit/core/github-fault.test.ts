import { expect, test } from '@jest/globals';
import { describeGitHubFault, type GitHubFault } from '../../../src/core/github-fault.ts';
import { languages } from '../../../src/core/say.ts';

const remedyOf = (fault: GitHubFault) => describeGitHubFault(fault, 'contents: read').remedy;

test('the remedy for a refusal names the permission only if that is missing', () => {
  const refused = { status: 403, detail: 'Resource not accessible by integration' };
  expect(remedyOf({ kind: 'permission', ...refused })).toContain('`permissions: contents: read`');
});

test.each<GitHubFault>([
  { kind: 'unreachable' },
  { kind: 'no-token' },
  { kind: 'malformed' },
  { kind: 'rate-limit', status: 403 },
  { kind: 'credentials', status: 401, detail: 'Bad credentials' },
  { kind: 'archived', status: 403, detail: 'Repository was archived' },
  { kind: 'refused', status: 422, detail: 'Validation Failed' },
  { kind: 'broken', status: 500, detail: 'oops' },
])('the remedy for %j names no permission', (fault) => {
  expect(remedyOf(fault)).not.toContain('permissions');
});

test('a refusal quotes what GitHub says, on one line, in both languages', () => {
  const fault = { kind: 'refused', status: 422, detail: 'Not “this”\nway' } as const;
  for (const language of languages) {
    const { what, remedy } = describeGitHubFault(fault, 'contents: read', language);
    expect(what).toMatch(/^HTTP 422: “Not .this. way”$/);
    expect(remedy).not.toBe('');
  }
  expect(describeGitHubFault({ ...fault, detail: '' }, 'contents: read').what).toBe('HTTP 422');
});

test('the remedy for a GitHub that cannot be reached is to try again and to check the way to it', () => {
  expect(remedyOf({ kind: 'unreachable' })).toMatch(/again.*network.*`GITHUB_API_URL`/);
});
