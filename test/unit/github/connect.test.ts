import { describe, expect, test } from '@jest/globals';
import type { GitHubFault } from '../../../src/core/github-fault.ts';
import { apiErrorOf, GitHubFaultError, gitHubFaultOf, httpStatusOf } from '../../../src/github/api-error.ts';
import { connectGitHub } from '../../../src/github/connect.ts';
import { readRepositoryFile } from '../../../src/github/repository-file.ts';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { startRawServer } from '../service/raw-server.ts';

const path = '.github/scan-gate.yml';

async function connect(server: LoopbackGitHub, signal = new AbortController().signal) {
  const log = createRecordingLog();
  const { token, url: apiUrl } = server;
  const github = await connectGitHub({ token, apiUrl, log, signal });
  return { github, log };
}

/** Reads the policy file, so that there is a request. */
async function readPolicy(options: GitHubOptions) {
  await using server = await startGitHub(options);
  const { github, log } = await connect(server);
  const request = { owner: 'acme', repo: 'storefront', path, commit: null, setting: 'config' } as const;
  const read = await readRepositoryFile(github, request).catch((error: unknown) => error);
  expect(server.violations).toEqual([]);
  return { read, log, asked: server.requests.length };
}

/** GitHub refuses with a rate limit of so many seconds. */
function limiting(status: number, seconds: string) {
  const json = { message: 'You have exceeded a secondary rate limit' };
  return { kind: 'status', status, headers: { 'retry-after': seconds }, json } as const;
}

describe('connectGitHub', () => {
  test('waits out a rate limit, and says so', async () => {
    const contents = { main: { [path]: 'fail-on: low\n' } };
    const faults = [{ path: /contents/, times: 1, effect: limiting(429, '1') }];
    const { read, log, asked } = await readPolicy({ contents, faults });
    expect(read).toMatchObject({ text: 'fail-on: low\n' });
    expect(asked).toBe(2);
    expect(log.of('info')).toEqual([expect.stringMatching(/rate limit is reached.*waiting 1 s/)]);
  });

  test('does not wait for one that lasts longer than a minute', async () => {
    const faults = [{ path: /contents/, effect: limiting(403, '3600') }];
    const { read, log } = await readPolicy({ faults });
    expect(httpStatusOf(read)).toBe(403);
    expect(log.of('info')).toEqual([expect.stringMatching(/it lasts 3600 s, not waiting/)]);
  });

  test('gives up an answer that never ends', async () => {
    await using server = await startRawServer((_request, response) => {
      const mebibyte = Buffer.alloc(1_048_576);
      const more = (): void => {
        while (!response.destroyed && response.write(mebibyte));
      };
      response.on('drain', more);
      more();
    });
    const log = createRecordingLog();
    const { signal } = new AbortController();
    const github = await connectGitHub({ token: 'token', apiUrl: server.url, log, signal });
    await expect(
      github.rest.repos.get({ owner: 'acme', repo: 'storefront', request: { retries: 0 } }),
    ).rejects.toThrow("GitHub's answer is larger than 64 MiB");
    expect(log.of('debug').join('\n')).toMatch(/GitHub: GET \/repos\/acme\/storefront → too-large, \d+ ms/);
  });

  test('names itself and sends the token', async () => {
    await using server = await startGitHub();
    const { github } = await connect(server);
    await github.rest.repos.get({ owner: 'acme', repo: 'storefront' });
    const headers = server.requests[0]?.headers;
    expect(headers?.['user-agent']).toContain('scan-gate');
    expect(headers?.['authorization']).toBe(`token ${server.token}`);
  });

  test('gives up when its signal aborts', async () => {
    await using server = await startGitHub({ faults: [{ path: /repos/, effect: { kind: 'hang' } }] });
    const controller = new AbortController();
    const { github } = await connect(server, controller.signal);
    setTimeout(() => controller.abort(new Error('given up')), 30);
    const request = { retries: 0 };
    await expect(github.rest.repos.get({ owner: 'acme', repo: 'storefront', request })).rejects.toThrow();
  });
});

test('apiErrorOf reads status, message and headers of an answer', () => {
  const headers = { 'retry-after': '60' };
  const error = Object.assign(new Error('refused'), { status: 403, response: { headers } });
  expect(apiErrorOf(error)).toEqual({ status: 403, message: 'refused', headers });
  const bare = Object.assign(new Error('refused'), { status: 403, response: {} });
  expect(apiErrorOf(bare)).toEqual({ status: 403, message: 'refused', headers: {} });
});

test('httpStatusOf reads the status of an answer, and of nothing else', () => {
  expect(httpStatusOf(Object.assign(new Error('refused'), { status: 404, response: { headers: {} } }))).toBe(
    404,
  );
  // Octokit gives a lost connection status 500.
  const lost = Object.assign(new Error('socket hang up'), { status: 500 });
  for (const other of [new Error('x'), { status: 404 }, null, 'x', lost])
    expect(httpStatusOf(other)).toBeNull();
});

describe('gitHubFaultOf', () => {
  const answer = (status: number, headers: object = {}) =>
    Object.assign(new Error('refused'), { status, response: { headers } });

  test.each<[string, unknown, GitHubFault]>([
    ['a refusal', answer(403), { kind: 'status', status: 403 }],
    ['a failure of GitHub', answer(502), { kind: 'status', status: 502 }],
    ['a rate limit', answer(403, { 'retry-after': '60' }), { kind: 'rate-limit', status: 403 }],
    [
      'a lost connection, to which octokit gives status 500',
      Object.assign(new Error('socket hang up'), { status: 500 }),
      { kind: 'unreachable' },
    ],
    ['a silence', new Error('GitHub was silent for 30 s'), { kind: 'unreachable' }],
    ['an answer of another shape', new TypeError('data.map is not a function'), { kind: 'malformed' }],
    ['a fault that is known', new GitHubFaultError({ kind: 'no-token' }), { kind: 'no-token' }],
  ])('reads %s', (_what, error, fault) => {
    expect(gitHubFaultOf(error)).toEqual(fault);
  });
});
