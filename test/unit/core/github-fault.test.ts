import { expect, test } from '@jest/globals';
import { describeGitHubFault, type GitHubFault } from '../../../src/core/github-fault.ts';

test('a fault of GitHub recommends a permission only if GitHub refused', () => {
  const advise = (fault: GitHubFault) => describeGitHubFault(fault, 'contents: read').remedy;
  for (const status of [403, 404]) expect(advise({ kind: 'status', status })).toContain('contents: read');
  expect(advise({ kind: 'unreachable' })).toMatch(/again.*network.*`GITHUB_API_URL`/);
  const others: GitHubFault[] = [
    ...(['unreachable', 'no-token', 'malformed'] as const).map((kind) => ({ kind })),
    ...[401, 500].map((status) => ({ kind: 'status', status }) as const),
    { kind: 'rate-limit', status: 403 },
  ];
  for (const fault of others) expect(advise(fault)).not.toContain('permissions');
});
