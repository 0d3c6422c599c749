import { expect, test } from '@jest/globals';
import { describeGitHubFault, type GitHubFault } from '../../../src/core/github-fault.ts';
import { languages } from '../../../src/core/say.ts';

const remedyOf = (fault: GitHubFault) => describeGitHubFault(fault, 'contents: read').remedy;

test('the remedy names the permission only if that is missing', () => {
  const others: GitHubFault[] = [
    { kind: 'unreachable' },
    { kind: 'no-token' },
    { kind: 'malformed' },
    { kind: 'rate-limit', status: 403, detail: 'slow down' },
    { kind: 'credentials', status: 401, detail: 'Bad credentials' },
    { kind: 'refused', status: 422, detail: 'Validation Failed' },
  ];
  const missing = { kind: 'permission', status: 403, detail: 'Resource not accessible' } as const;
  expect(remedyOf(missing)).toContain('`permissions: contents: read`');
  expect(others.map(remedyOf).join()).not.toContain('permissions');
  expect(remedyOf({ kind: 'unreachable' })).toMatch(/again.*network.*`GITHUB_API_URL`/);
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
