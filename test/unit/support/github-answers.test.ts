import { describe, expect, test } from '@jest/globals';
import { addComment } from '../../support/github/state.ts';
import { startGitHub } from '../../support/github.ts';
import { call, SHA, startSeeded } from './github-call.ts';

describe('comments', () => {
  test('are created, listed, updated and deleted', async () => {
    await using github = await startSeeded();
    const created = await call(github, '/issues/7/comments', { method: 'POST', body: { body: 'one' } });
    expect(created.status).toBe(201);
    expect(created.json.user).toMatchObject({ login: 'github-actions[bot]', type: 'Bot' });
    expect(created.json.performed_via_github_app).toMatchObject({ slug: 'github-actions' });
    const path = `/issues/comments/${created.json.id}`;
    expect((await call(github, path, { method: 'PATCH', body: { body: 'two' } })).json.body).toBe('two');
    const listed = await call(github, '/issues/7/comments?per_page=100');
    expect(listed.json).toHaveLength(1);
    expect((await call(github, path, { method: 'DELETE' })).status).toBe(204);
    expect((await call(github, path)).status).toBe(404);
    expect((await call(github, '/issues/8/comments', { method: 'POST', body: { body: 'x' } })).status).toBe(
      404,
    );
    expect(github.violations).toEqual([]);
  });

  test('come in pages with links', async () => {
    const comments = Array.from({ length: 65 }, (_, index) => ({ issueNumber: 7, body: `${index}` }));
    await using github = await startGitHub({ pulls: [{ number: 7, headSha: SHA }], comments });
    const first = await call(github, '/issues/7/comments');
    expect(first.json).toHaveLength(30);
    const base = `${github.url}/repos/acme/storefront/issues/7/comments`;
    expect(first.headers.get('link')).toBe(`<${base}?page=2>; rel="next", <${base}?page=3>; rel="last"`);
    const last = await call(github, '/issues/7/comments?per_page=50&page=2');
    expect(last.json.map(({ body }: { body: string }) => body).at(-1)).toBe('64');
    expect(last.headers.get('link')).not.toContain('rel="next"');
    expect((await call(github, '/issues/7/comments?per_page=100')).headers.get('link')).toBeNull();
  });

  test('may be 65,536 characters long, and are edited by their author only', async () => {
    await using github = await startSeeded();
    const post = (body: string) => call(github, '/issues/7/comments', { method: 'POST', body: { body } });
    expect((await post('x'.repeat(65_536))).status).toBe(201);
    const refused = await post('x'.repeat(65_537));
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      message: 'Validation Failed',
      errors: [{ message: 'body is too long (maximum is 65536 characters)' }],
    });
    const others = addComment(github.state, {
      issueNumber: 7,
      body: 'mine',
      author: { login: 'eve', type: 'User' },
    });
    expect(
      (await call(github, `/issues/comments/${others.id}`, { method: 'PATCH', body: { body: 'x' } })).status,
    ).toBe(403);
    expect(github.violations).toEqual([]);
  });
});

describe('issues', () => {
  test('are opened with labels, closed, found and reopened', async () => {
    await using github = await startSeeded();
    const created = await call(github, '/issues', {
      method: 'POST',
      body: { title: 'T', body: 'B', labels: ['scan'] },
    });
    expect(created.status).toBe(201);
    const path = `/issues/${created.json.number}`;
    const closed = await call(github, path, {
      method: 'PATCH',
      body: { state: 'closed', state_reason: 'completed' },
    });
    expect(closed.json).toMatchObject({ state: 'closed', state_reason: 'completed' });
    const found = await call(github, '/issues?state=all&labels=scan&creator=github-actions%5Bbot%5D');
    expect(found.json.map(({ number }: { number: number }) => number)).toEqual([created.json.number]);
    expect(
      (await call(github, path, { method: 'PATCH', body: { state: 'open' } })).json.closed_at,
    ).toBeNull();
    expect((await call(github, path)).json.state_reason).toBe('reopened');
    const open = await call(github, '/issues');
    expect(open.json.filter((issue: object) => 'pull_request' in issue)).toHaveLength(1);
    expect((await call(github, '/labels/scan')).json.color).toBe('ededed');
    expect(
      (await call(github, '/labels', { method: 'POST', body: { name: 'scan', color: 'ff0000' } })).status,
    ).toBe(422);
    expect(github.violations).toEqual([]);
  });
});

describe('what is read', () => {
  test('deployments, newest first, and their statuses', async () => {
    await using github = await startSeeded();
    const deployments = await call(github, `/deployments?sha=${SHA}&environment=Preview`);
    expect(deployments.json).toHaveLength(2);
    const statuses = await call(github, `/deployments/${deployments.json[0].id}/statuses`);
    expect(statuses.json.map(({ state }: { state: string }) => state)).toEqual(['success', 'pending']);
    expect(statuses.json[0].environment_url).toBe('https://p.example');
    expect(github.violations).toEqual([]);
  });

  test('files: encoded, raw, as a folder, or missing', async () => {
    await using github = await startSeeded();
    const file = await call(github, '/contents/.github/scan-gate.yml?ref=main');
    expect(Buffer.from(file.json.content, 'base64').toString()).toBe('fail-on: low\n');
    const raw = await call(github, '/contents/.github%2Fscan-gate.yml', {
      headers: { accept: 'application/vnd.github.raw+json' },
    });
    expect(raw.text).toBe('fail-on: low\n');
    expect((await call(github, '/contents/.github')).json[0].name).toBe('scan-gate.yml');
    expect((await call(github, '/contents/missing.yml')).status).toBe(404);
    expect((await call(github, '/contents/x?ref=gone')).json.message).toBe(
      'No commit found for the ref gone',
    );
    expect(github.violations).toEqual([]);
  });

  test('repository and pull requests', async () => {
    await using github = await startSeeded();
    expect((await call(github, '')).json).toMatchObject({ private: true, visibility: 'private' });
    for (const sha of [SHA, 'c'.repeat(40)]) {
      expect((await call(github, `/commits/${sha}/pulls`)).json[0]).toMatchObject({
        number: 7,
        head: { sha: SHA },
      });
    }
    expect((await call(github, '/pulls/7')).json).toMatchObject({ state: 'open', merged: false });
    expect(github.violations).toEqual([]);
  });

  test('GraphQL says who the token belongs to, to apps too', async () => {
    await using github = await startSeeded();
    const ask = (query: unknown) => call(github, '//graphql', { method: 'POST', body: { query } });
    expect((await ask('query { viewer { login } }')).json).toEqual({
      data: { viewer: { login: 'github-actions[bot]' } },
    });
    expect((await ask('query { viewer { email } }')).json.errors).toHaveLength(1);
    expect((await ask(7)).status).toBe(400);
    const wrong = { authorization: 'token wrong' };
    expect((await call(github, '//graphql', { method: 'POST', headers: wrong })).status).toBe(401);
    expect(github.violations).toEqual([]);
    expect(github.requests.map(({ path }) => path)).toContain('/graphql');
  });
});
