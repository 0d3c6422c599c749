import { describe, expect, test } from '@jest/globals';
import { readRepositoryFile } from '../../../src/github/repository-file.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { startEndlessServer } from '../../support/raw-server.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { until } from '../../support/until.ts';
import { connectTo } from './connect-to.ts';

const path = '.github/scan-gate.yml';

/** Reads the policy file, so that there is a request. */
async function readPolicy(options: GitHubOptions) {
  await using server = await startGitHub(options);
  const ports = { clock: createFakeClock(), log: createRecordingLog() };
  const github = await connectTo(server, ports);
  const request = { owner: 'acme', repo: 'storefront', path, commit: null } as const;
  const read = await readRepositoryFile(github, request).catch((error: unknown) => error);
  expect(server.violations).toEqual([]);
  return { read, log: ports.log, slept: ports.clock.sleptMs, asked: server.requests.length };
}

/** GitHub refuses with a rate limit of so many seconds. */
function limiting(status: number, seconds: string) {
  const json = { message: 'You have exceeded a secondary rate limit' };
  return { kind: 'status', status, headers: { 'retry-after': seconds }, json } as const;
}

describe('connectGitHub', () => {
  test('sends a read again, after a rate limit as after a failure of GitHub', async () => {
    const contents = { main: { [path]: 'fail-on: low\n' } };
    const faults = [
      { path: /contents/, times: 1, effect: limiting(429, '30') },
      { path: /contents/, after: 1, times: 1, effect: { kind: 'status', status: 502 } },
    ] as const;
    const { read, slept, asked } = await readPolicy({ contents, faults });
    expect(read).toMatchObject({ text: 'fail-on: low\n' });
    expect({ asked, slept }).toEqual({ asked: 3, slept: [30_000, 4_000] });
  });

  test('sends a write once', async () => {
    const faults = [{ path: /comments/, effect: { kind: 'status', status: 502 } }] as const;
    await using server = await startGitHub({ pulls: [{ number: 7, headSha: 'a'.repeat(40) }], faults });
    const github = await connectTo(server);
    const comment = { owner: 'acme', repo: 'storefront', issue_number: 7, body: 'x' };
    await expect(github.rest.issues.createComment(comment)).rejects.toMatchObject({ status: 502 });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['a question', 'query { viewer { login } }', 3],
    ['a mutation', 'mutation { createLabel { id } }', 1],
  ])('takes %s of GraphQL for what it is', async (_, query, tries) => {
    const faults = [{ path: /graphql/, effect: { kind: 'status', status: 502 } }] as const;
    await using server = await startGitHub({ faults });
    const github = await connectTo(server);
    await expect(github.graphql(query)).rejects.toMatchObject({ status: 502 });
    expect(server.requests).toHaveLength(tries);
  });

  test('gives up an answer that never ends', async () => {
    await using server = await startEndlessServer();
    const log = createRecordingLog();
    const github = await connectTo({ url: server.url, token: 'token' }, { log });
    await expect(github.rest.repos.get({ owner: 'acme', repo: 'storefront' })).rejects.toThrow(
      'larger than 64 MiB',
    );
    expect(log.of('debug').join('\n')).toMatch(/GitHub: GET \/repos\/acme\/storefront → too-large, \d+ ms/);
  });

  test('names itself and the version of the API, and sends the token', async () => {
    await using server = await startGitHub();
    const github = await connectTo(server);
    await github.rest.repos.get({ owner: 'acme', repo: 'storefront' });
    const headers = server.requests[0]?.headers;
    expect(headers?.['user-agent']).toContain('scan-gate');
    expect(headers?.['x-github-api-version']).toBe('2022-11-28');
    expect(headers?.['authorization']).toBe(`token ${server.token}`);
  });

  test('gives up when its signal aborts', async () => {
    await using server = await startGitHub({ faults: [{ path: /repos/, effect: { kind: 'hang' } }] });
    const controller = new AbortController();
    const github = await connectTo(server, { signal: controller.signal });
    const ended = expect(github.rest.repos.get({ owner: 'acme', repo: 'storefront' })).rejects.toThrow();
    await until(() => server.requests.length > 0, 'the request');
    controller.abort(new Error('given up'));
    await ended;
    expect(server.requests).toHaveLength(1);
  });
});
