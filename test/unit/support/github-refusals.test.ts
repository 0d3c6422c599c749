import { describe, expect, test } from '@jest/globals';
import { addComment } from '../../support/github/state.ts';
import { call, startSeeded } from './github-call.ts';

describe('refusals', () => {
  test('what breaks the description gets 422 and is noted', async () => {
    await using github = await startSeeded();
    expect((await call(github, '/issues/7/comments', { method: 'POST', body: { body: 5 } })).status).toBe(
      422,
    );
    expect((await call(github, '/issues/7/comments', { method: 'POST', body: {} })).status).toBe(422);
    expect((await call(github, '/deployments?shaa=1')).status).toBe(422);
    expect((await call(github, '/hooks')).status).toBe(404);
    expect(github.violations).toHaveLength(4);
    expect(github.violations[0]).toContain('/requestBody/body must be string');
  });

  test('no token, a wrong token, and another repository', async () => {
    await using github = await startSeeded();
    expect((await call(github, '', { headers: { authorization: 'token wrong' } })).status).toBe(401);
    expect((await call(github, '', { headers: { authorization: `Bearer ${github.token}` } })).status).toBe(
      200,
    );
    expect((await call(github, '//repos/acme/other')).status).toBe(404);
    expect(github.violations).toEqual([]);
    expect((await fetch(`${github.url}/user`)).status).toBe(401);
    expect(github.violations).toHaveLength(1);
  });

  test('what the permissions do not allow', async () => {
    await using github = await startSeeded();
    github.setPermissions({ issues: 'none', pull_requests: 'read', deployments: 'none' });
    const refused = await call(github, '/issues/7/comments', { method: 'POST', body: { body: 'x' } });
    expect(refused.status).toBe(403);
    expect(refused.json.message).toBe('Resource not accessible by integration');
    expect(refused.headers.get('x-accepted-github-permissions')).toBe('issues=write; pull_requests=write');
    expect((await call(github, '/issues/7/comments')).status).toBe(200);
    expect((await call(github, '/deployments')).headers.get('x-accepted-github-permissions')).toBe(
      'deployments=read',
    );
    github.setPermissions({ pull_requests: 'write' });
    expect((await call(github, '/issues/7/comments', { method: 'POST', body: { body: 'x' } })).status).toBe(
      201,
    );
    expect((await call(github, '/issues/9/comments', { method: 'POST', body: { body: 'x' } })).status).toBe(
      403,
    );
    expect(github.violations).toEqual([]);
  });
});

describe('faults', () => {
  test('answer with a status for some requests, then let the others pass', async () => {
    await using github = await startSeeded();
    const headers = { 'retry-after': '1', 'x-ratelimit-remaining': '0' };
    const effect = { kind: 'status', status: 429, headers, json: { message: 'slow down' } } as const;
    github.faults.add({ method: 'get', path: /\/pulls\/7$/, after: 1, times: 2, effect });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await call(github, '/pulls/7')).status);
    expect(statuses).toEqual([200, 429, 429, 200]);
    expect(github.requests.map(({ method, path }) => `${method} ${path}`)).toContain(
      'GET /repos/acme/storefront/pulls/7',
    );
  });

  test('reset, hang, and lose an answer after the deed', async () => {
    await using github = await startSeeded();
    github.faults.add({ method: 'POST', path: /comments$/, times: 1, effect: { kind: 'lose-answer' } });
    await expect(call(github, '/issues/7/comments', { method: 'POST', body: { body: 'x' } })).rejects.toThrow(
      'fetch failed',
    );
    expect(github.state.comments.size).toBe(1);
    github.faults.set([{ path: /comments$/, effect: { kind: 'reset' } }]);
    await expect(call(github, '/issues/7/comments')).rejects.toThrow('fetch failed');
    github.faults.set([{ path: /comments/, effect: { kind: 'hang' } }]);
    const signal = AbortSignal.timeout(50);
    await expect(fetch(`${github.url}/x/comments`, { signal })).rejects.toThrow('timeout');
  });

  test('let a comment vanish between finding and updating it', async () => {
    await using github = await startSeeded();
    const { id } = addComment(github.state, { issueNumber: 7, body: 'here' });
    github.faults.add({ method: 'PATCH', path: /\/issues\/comments\//, effect: { kind: 'delete-comment' } });
    expect((await call(github, `/issues/comments/${id}`)).status).toBe(200);
    expect(
      (await call(github, `/issues/comments/${id}`, { method: 'PATCH', body: { body: 'x' } })).status,
    ).toBe(404);
  });
});
