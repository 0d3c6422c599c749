// Tests the loopback GitHub as a whole: test/support/github/server.ts and its parts.
import { expect, test } from '@jest/globals';
import { startGitHub } from '../../support/github/server.ts';

/** Status and refused permission. @param what method and path below the repository, such as `GET /issues` */
async function asked(
  github: Awaited<ReturnType<typeof startGitHub>>,
  what: string,
  body?: unknown,
  authorization = `token ${github.token}`,
) {
  const [method = '', path = ''] = what.split(' ');
  const headers = { authorization, 'content-type': 'application/json' };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const url = `${github.url}/repos/${github.repository}${path}`;
  const response = await fetch(url, { method, headers, ...content });
  return [response.status, response.headers.get('x-accepted-github-permissions')];
}

const seeds = { pulls: [{ number: 7, headSha: 'a'.repeat(40) }], issues: [{ number: 9, title: 'Old' }] };
const comment = 'POST /issues/7/comments';

test.each<[what: string, body: unknown, status: number, violation: string]>([
  [comment, { body: 5 }, 422, '/requestBody/body must be string'],
  ['GET /deployments?shaa=1', undefined, 422, 'shaa'],
  ['GET /hooks', undefined, 404, 'not an operation this server knows'],
])('what breaks the description is refused and noted: %s %j', async (what, body, status, violation) => {
  await using github = await startGitHub(seeds);
  expect(await asked(github, what, body)).toEqual([status, null]);
  expect(github.violations).toEqual([expect.stringContaining(violation)]);
});

test('a wrong token and a permission that is missing are refused', async () => {
  const permissions = { issues: 'none', pull_requests: 'write', deployments: 'none' } as const;
  await using github = await startGitHub({ ...seeds, permissions });
  expect(await asked(github, 'GET ', undefined, 'token wrong')).toEqual([401, null]);
  expect(await asked(github, 'GET /deployments')).toEqual([403, 'deployments=read']);
  expect(await asked(github, comment, { body: 'x' })).toEqual([201, null]);
  const onIssue = await asked(github, 'POST /issues/9/comments', { body: 'x' });
  expect(onIssue).toEqual([403, 'issues=write; pull_requests=write']);
  expect(github.violations).toEqual([]);
});
