import { describe, expect, test } from '@jest/globals';
import type { GitHubClient } from '../../../src/github/connect.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startGitHub } from '../../support/github/server.ts';
import { startEndlessServer } from '../../support/raw-server.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { until } from '../../support/until.ts';
import { connectTo } from './connect-to.ts';

const repository = { owner: 'acme', repo: 'storefront' };
const failing = { kind: 'status', status: 502 } as const;

describe('connectGitHub', () => {
  test('sends a read again, after a rate limit as after a failure of GitHub', async () => {
    const json = { message: 'You have exceeded a secondary rate limit' };
    const limited = { kind: 'status', status: 429, headers: { 'retry-after': '30' }, json } as const;
    const faults = [
      { path: /repos/, times: 1, effect: limited },
      { path: /repos/, after: 1, times: 1, effect: failing },
    ];
    await using server = await startGitHub({ faults });
    const clock = createFakeClock();
    const github = await connectTo(server, { clock });
    expect((await github.rest.repos.get(repository)).data.name).toBe('storefront');
    expect(server.violations).toEqual([]);
    expect(server.requests).toHaveLength(3);
    expect(clock.sleptMs).toEqual([30_000, 4_000]);
  });

  const comment = { ...repository, issue_number: 7, body: 'x' };
  test.each<[what: string, send: (github: GitHubClient) => Promise<unknown>, tries: number]>([
    ['a write', (github) => github.rest.issues.createComment(comment), 1],
    ['a question of GraphQL', (github) => github.graphql('query { viewer { login } }'), 3],
    ['a mutation of GraphQL', (github) => github.graphql('mutation { createLabel { id } }'), 1],
  ])('sends %s as often as it may', async (_what, send, tries) => {
    await using server = await startGitHub({ faults: [{ path: /./, effect: failing }] });
    await expect(send(await connectTo(server))).rejects.toMatchObject({ status: 502 });
    expect(server.requests).toHaveLength(tries);
  });

  test('gives up an answer that never ends', async () => {
    await using server = await startEndlessServer();
    const log = createRecordingLog();
    const github = await connectTo({ url: server.url, token: 'token' }, { log });
    await expect(github.rest.repos.get(repository)).rejects.toThrow('larger than 64 MiB');
    expect(log.of('debug').join('\n')).toMatch(/GitHub: GET \/repos\/acme\/storefront → too-large, \d+ ms/);
  });

  test('names itself and the version of the API, and sends the token', async () => {
    await using server = await startGitHub();
    const github = await connectTo(server);
    await github.rest.repos.get(repository);
    const headers = server.requests[0]?.headers;
    expect(headers?.['user-agent']).toContain('scan-gate');
    expect(headers?.['x-github-api-version']).toBe('2022-11-28');
    expect(headers?.['authorization']).toBe(`token ${server.token}`);
  });

  test('gives up when its signal aborts', async () => {
    await using server = await startGitHub({ faults: [{ path: /repos/, effect: { kind: 'hang' } }] });
    const controller = new AbortController();
    const github = await connectTo(server, { signal: controller.signal });
    const ended = expect(github.rest.repos.get(repository)).rejects.toThrow();
    await until(() => server.requests.length > 0, 'the request');
    controller.abort(new Error('given up'));
    await ended;
    expect(server.requests).toHaveLength(1);
  });
});
