// Tests the loopback GitHub as a whole: test/support/github/server.ts and its parts.
import { describe, expect, test } from '@jest/globals';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';

const sha = 'a'.repeat(40);

/**
 * One request with the token.
 *
 * @param what method and path, such as `GET /issues`; the path is below the repository unless it starts with two slashes
 */
async function call(
  github: LoopbackGitHub,
  what: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
) {
  const [method = '', path = ''] = what.split(' ');
  const url = path.startsWith('//') ? path.slice(1) : `/repos/${github.repository}${path}`;
  const headers = { authorization: `token ${github.token}`, 'content-type': 'application/json', ...more };
  const response = await fetch(github.url + url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : null, text };
}

async function statusOf(...request: Parameters<typeof call>): Promise<number> {
  return (await call(...request)).status;
}

function startSeeded(permissions: GitHubOptions['permissions'] = {}) {
  return startGitHub({
    permissions,
    pulls: [{ number: 7, headSha: sha }],
    issues: [{ number: 9, title: 'Old' }],
  });
}

describe('refusals', () => {
  test('what breaks the description gets 422 and is noted', async () => {
    await using github = await startSeeded();
    expect(await statusOf(github, 'POST /issues/7/comments', { body: 5 })).toBe(422);
    expect(await statusOf(github, 'POST /issues/7/comments', {})).toBe(422);
    expect(await statusOf(github, 'GET /deployments?shaa=1')).toBe(422);
    expect(await statusOf(github, 'GET /hooks')).toBe(404);
    expect(github.violations).toHaveLength(4);
    expect(github.violations[0]).toContain('/requestBody/body must be string');
  });

  test('no token, a wrong token, and another repository', async () => {
    await using github = await startSeeded();
    const as = (authorization: string) => statusOf(github, 'GET ', undefined, { authorization });
    expect(await as('token wrong')).toBe(401);
    expect(await as(`Bearer ${github.token}`)).toBe(200);
    expect(await statusOf(github, 'GET //repos/acme/other')).toBe(404);
    expect(github.violations).toEqual([]);
    expect((await fetch(`${github.url}/user`)).status).toBe(401);
    expect(github.violations).toHaveLength(1);
  });

  test('what the permissions do not allow', async () => {
    await using github = await startSeeded({ issues: 'none', pull_requests: 'read', deployments: 'none' });
    const accepted = 'x-accepted-github-permissions';
    const refused = await call(github, 'POST /issues/7/comments', { body: 'x' });
    expect(refused.status).toBe(403);
    expect(refused.json.message).toBe('Resource not accessible by integration');
    expect(refused.headers.get(accepted)).toBe('issues=write; pull_requests=write');
    expect(await statusOf(github, 'GET /issues/7/comments')).toBe(200);
    expect((await call(github, 'GET /deployments')).headers.get(accepted)).toBe('deployments=read');
    await using writing = await startSeeded({ issues: 'none', pull_requests: 'write' });
    expect(await statusOf(writing, 'POST /issues/7/comments', { body: 'x' })).toBe(201);
    expect(await statusOf(writing, 'POST /issues/9/comments', { body: 'x' })).toBe(403);
    expect([...github.violations, ...writing.violations]).toEqual([]);
  });
});
