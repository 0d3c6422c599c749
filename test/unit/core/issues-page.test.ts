import { expect, test } from '@jest/globals';
import { issuesPage } from '../../../src/core/issues-page.ts';

function pageOf(server: string, repository?: string): string | null {
  return issuesPage({ env: { GITHUB_SERVER_URL: server, GITHUB_ACTION_REPOSITORY: repository } });
}

test('the page of the issues is that of the repository which the step uses', () => {
  expect(pageOf('https://github.com', 'acme/scan-gate')).toBe('https://github.com/acme/scan-gate/issues');
});

test('there is none for a local action, on another server, and for what is no repository', () => {
  expect(pageOf('https://github.com')).toBeNull();
  expect(pageOf('https://github.com', '')).toBeNull();
  expect(pageOf('https://github.com', 'a b/c')).toBeNull();
  expect(pageOf('https://github.acme.example', 'acme/scan-gate')).toBeNull();
});
