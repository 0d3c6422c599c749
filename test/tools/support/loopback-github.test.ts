// Tests the loopback GitHub as a whole: test/support/github/server.ts and its parts.
import { describe, expect, test } from '@jest/globals';
import { type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { addComment } from '../../support/github/state.ts';

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

function startSeeded() {
  return startGitHub({
    pulls: [{ number: 7, headSha: sha, olderShas: ['c'.repeat(40)] }],
    issues: [{ number: 9, title: 'Old', labels: ['security'] }],
    contents: { main: { '.github/scan-gate.yml': 'fail-on: low\n' } },
    deployments: [
      { sha, environment: 'Preview' },
      {
        sha,
        environment: 'Preview',
        statuses: [{ state: 'pending' }, { state: 'success', environmentUrl: 'https://p.example' }],
      },
      { sha: 'd'.repeat(40), environment: 'Production' },
    ],
  });
}

describe('comments', () => {
  test('are created, listed, updated and deleted', async () => {
    await using github = await startSeeded();
    const created = await call(github, 'POST /issues/7/comments', { body: 'one' });
    expect(created.status).toBe(201);
    expect(created.json.user).toMatchObject({ login: 'github-actions[bot]', type: 'Bot' });
    expect(created.json.performed_via_github_app).toMatchObject({ slug: 'github-actions' });
    const path = `/issues/comments/${created.json.id}`;
    expect((await call(github, `PATCH ${path}`, { body: 'two' })).json.body).toBe('two');
    expect((await call(github, 'GET /issues/7/comments?per_page=100')).json).toHaveLength(1);
    expect(await statusOf(github, `DELETE ${path}`)).toBe(204);
    expect(await statusOf(github, `GET ${path}`)).toBe(404);
    expect(await statusOf(github, 'POST /issues/8/comments', { body: 'x' })).toBe(404);
    expect(github.violations).toEqual([]);
  });

  test('come in pages with links', async () => {
    const comments = Array.from({ length: 65 }, (_, index) => ({ issueNumber: 7, body: `${index}` }));
    await using github = await startGitHub({ pulls: [{ number: 7, headSha: sha }], comments });
    const first = await call(github, 'GET /issues/7/comments');
    expect(first.json).toHaveLength(30);
    const base = `${github.url}/repos/acme/storefront/issues/7/comments`;
    expect(first.headers.get('link')).toBe(`<${base}?page=2>; rel="next", <${base}?page=3>; rel="last"`);
    const last = await call(github, 'GET /issues/7/comments?per_page=50&page=2');
    expect(last.json.map(({ body }: { body: string }) => body).at(-1)).toBe('64');
    expect(last.headers.get('link')).not.toContain('rel="next"');
    const whole = await call(github, 'GET /issues/7/comments?per_page=100');
    expect(whole.headers.get('link')).toBeNull();
  });

  test('may be 65,536 characters long, and only their author may edit them', async () => {
    await using github = await startSeeded();
    const post = (body: string) => call(github, 'POST /issues/7/comments', { body });
    expect((await post('x'.repeat(65_536))).status).toBe(201);
    const refused = await post('x'.repeat(65_537));
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      message: 'Validation Failed',
      errors: [{ message: 'body is too long (maximum is 65536 characters)' }],
    });
    const author = { login: 'eve', type: 'User' } as const;
    const { id } = addComment(github.state, { issueNumber: 7, body: 'mine', author });
    expect(await statusOf(github, `PATCH /issues/comments/${id}`, { body: 'x' })).toBe(403);
    expect(github.violations).toEqual([]);
  });
});

test('issues are opened with labels, closed, found and reopened', async () => {
  await using github = await startSeeded();
  const created = await call(github, 'POST /issues', { title: 'T', body: 'B', labels: ['scan'] });
  expect(created.status).toBe(201);
  const path = `/issues/${created.json.number}`;
  const closed = await call(github, `PATCH ${path}`, { state: 'closed', state_reason: 'completed' });
  expect(closed.json).toMatchObject({ state: 'closed', state_reason: 'completed' });
  const found = await call(github, 'GET /issues?state=all&labels=scan&creator=github-actions%5Bbot%5D');
  expect(found.json.map(({ number }: { number: number }) => number)).toEqual([created.json.number]);
  expect((await call(github, `PATCH ${path}`, { state: 'open' })).json.closed_at).toBeNull();
  expect((await call(github, `GET ${path}`)).json.state_reason).toBe('reopened');
  const open = await call(github, 'GET /issues');
  expect(open.json.filter((issue: object) => 'pull_request' in issue)).toHaveLength(1);
  expect((await call(github, 'GET /labels/scan')).json.color).toBe('ededed');
  expect(await statusOf(github, 'POST /labels', { name: 'scan', color: 'ff0000' })).toBe(422);
  expect(github.violations).toEqual([]);
});

describe('what is read', () => {
  test('deployments, newest first, and their statuses', async () => {
    await using github = await startSeeded();
    const deployments = await call(github, `GET /deployments?sha=${sha}&environment=Preview`);
    expect(deployments.json).toHaveLength(2);
    const statuses = await call(github, `GET /deployments/${deployments.json[0].id}/statuses`);
    expect(statuses.json.map(({ state }: { state: string }) => state)).toEqual(['success', 'pending']);
    expect(statuses.json[0].environment_url).toBe('https://p.example');
    expect(github.violations).toEqual([]);
  });

  test('files: encoded, raw, as a folder, or missing', async () => {
    await using github = await startSeeded();
    const file = await call(github, 'GET /contents/.github/scan-gate.yml?ref=main');
    expect(Buffer.from(file.json.content, 'base64').toString()).toBe('fail-on: low\n');
    const accept = { accept: 'application/vnd.github.raw+json' };
    const raw = await call(github, 'GET /contents/.github%2Fscan-gate.yml', undefined, accept);
    expect(raw.text).toBe('fail-on: low\n');
    expect((await call(github, 'GET /contents/.github')).json[0].name).toBe('scan-gate.yml');
    expect(await statusOf(github, 'GET /contents/missing.yml')).toBe(404);
    const gone = await call(github, 'GET /contents/x?ref=gone');
    expect(gone.json.message).toBe('No commit found for the ref gone');
    expect(github.violations).toEqual([]);
  });

  test('repository and pull requests', async () => {
    await using github = await startSeeded();
    expect((await call(github, 'GET ')).json).toMatchObject({ private: true, visibility: 'private' });
    for (const commit of [sha, 'c'.repeat(40)]) {
      const pulls = await call(github, `GET /commits/${commit}/pulls`);
      expect(pulls.json[0]).toMatchObject({ number: 7, head: { sha } });
    }
    expect((await call(github, 'GET /pulls/7')).json).toMatchObject({ state: 'open', merged: false });
    expect(github.violations).toEqual([]);
  });

  test('GraphQL says who the token belongs to, to apps too', async () => {
    await using github = await startSeeded();
    const ask = (query: unknown) => call(github, 'POST //graphql', { query });
    const viewer = { login: 'github-actions[bot]' };
    expect((await ask('query { viewer { login } }')).json).toEqual({ data: { viewer } });
    expect((await ask('query { viewer { email } }')).json.errors).toHaveLength(1);
    expect((await ask(7)).status).toBe(400);
    const wrong = { authorization: 'token wrong' };
    expect(await statusOf(github, 'POST //graphql', undefined, wrong)).toBe(401);
    expect(github.violations).toEqual([]);
    expect(github.requests.map(({ path }) => path)).toContain('/graphql');
  });
});

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
    expect([await as('token wrong'), await as(`Bearer ${github.token}`)]).toEqual([401, 200]);
    expect(await statusOf(github, 'GET //repos/acme/other')).toBe(404);
    expect(github.violations).toEqual([]);
    expect((await fetch(`${github.url}/user`)).status).toBe(401);
    expect(github.violations).toHaveLength(1);
  });

  test('what the permissions do not allow', async () => {
    await using github = await startSeeded();
    github.setPermissions({ issues: 'none', pull_requests: 'read', deployments: 'none' });
    const accepted = 'x-accepted-github-permissions';
    const refused = await call(github, 'POST /issues/7/comments', { body: 'x' });
    expect(refused.status).toBe(403);
    expect(refused.json.message).toBe('Resource not accessible by integration');
    expect(refused.headers.get(accepted)).toBe('issues=write; pull_requests=write');
    expect(await statusOf(github, 'GET /issues/7/comments')).toBe(200);
    expect((await call(github, 'GET /deployments')).headers.get(accepted)).toBe('deployments=read');
    github.setPermissions({ pull_requests: 'write' });
    expect(await statusOf(github, 'POST /issues/7/comments', { body: 'x' })).toBe(201);
    expect(await statusOf(github, 'POST /issues/9/comments', { body: 'x' })).toBe(403);
    expect(github.violations).toEqual([]);
  });
});

describe('faults', () => {
  test('answer some requests with a status, and let the others pass', async () => {
    await using github = await startSeeded();
    const headers = { 'retry-after': '1', 'x-ratelimit-remaining': '0' };
    const effect = { kind: 'status', status: 429, headers, json: { message: 'slow down' } } as const;
    github.faults.add({ method: 'get', path: /\/pulls\/7$/, after: 1, times: 2, effect });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push(await statusOf(github, 'GET /pulls/7'));
    expect(statuses).toEqual([200, 429, 429, 200]);
    const requests = github.requests.map(({ method, path }) => `${method} ${path}`);
    expect(requests).toContain('GET /repos/acme/storefront/pulls/7');
  });

  test('reset, hang, and carry out but lose the answer', async () => {
    await using github = await startSeeded();
    const post = () => call(github, 'POST /issues/7/comments', { body: 'x' });
    github.faults.add({ method: 'POST', path: /comments$/, times: 1, effect: { kind: 'lose-answer' } });
    await expect(post()).rejects.toThrow('fetch failed');
    expect(github.state.comments.size).toBe(1);
    github.faults.set([{ path: /comments$/, effect: { kind: 'reset' } }]);
    await expect(call(github, 'GET /issues/7/comments')).rejects.toThrow('fetch failed');
    github.faults.set([{ path: /comments/, effect: { kind: 'hang' } }]);
    const signal = AbortSignal.timeout(50);
    await expect(fetch(`${github.url}/x/comments`, { signal })).rejects.toThrow('timeout');
  });

  test('delete a comment between finding and updating it', async () => {
    await using github = await startSeeded();
    const { id } = addComment(github.state, { issueNumber: 7, body: 'here' });
    github.faults.add({ method: 'PATCH', path: /\/issues\/comments\//, effect: { kind: 'delete-comment' } });
    expect(await statusOf(github, `GET /issues/comments/${id}`)).toBe(200);
    expect(await statusOf(github, `PATCH /issues/comments/${id}`, { body: 'x' })).toBe(404);
  });
});
