import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { statusOf } from '../../../src/github/api-error.ts';
import { connectGitHub } from '../../../src/github/client.ts';
import { readRepositoryFile } from '../../../src/github/repository-file.ts';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from '../../support/github.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { startRawServer } from '../service/raw-server.ts';

const path = '.github/scan-gate.yml';

async function connect(server: LoopbackGitHub) {
  const log = createRecordingLog();
  const { token, url: apiUrl } = server;
  const github = await connectGitHub({ token, apiUrl, log, signal: new AbortController().signal });
  return { github, log };
}

async function read(options: GitHubOptions, file: { path?: string; ref?: string | null } = {}) {
  await using server = await startGitHub(options);
  const { github, log } = await connect(server);
  const request = { owner: 'acme', repo: 'storefront', path, ref: null, ...file };
  const text = await readRepositoryFile(github, request).catch((error: unknown) => error);
  expect(server.violations).toEqual([]);
  return { text, log, asked: server.requests.length };
}

describe('readRepositoryFile', () => {
  const contents = { main: { [path]: 'fail-on: low\n' }, old: { [path]: 'fail-on: é\n' } };

  test('reads from the default branch, or from the revision it is given', async () => {
    expect((await read({ contents })).text).toBe('fail-on: low\n');
    expect((await read({ contents }, { ref: 'old' })).text).toBe('fail-on: é\n');
  });

  test('gives nothing where there is no such file, and asks once', async () => {
    const { text, asked } = await read({ contents }, { path: 'elsewhere.yml' });
    expect([text, asked]).toEqual([null, 1]);
  });

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['a folder', '.github', { [path]: 'x' }],
    ['a file of more than 1 MB', path, { [path]: 'x'.repeat(1_100_000) }],
  ])('refuses %s', async (_what, wanted, main) => {
    const { text } = await read({ contents: { main } }, { path: wanted });
    expect(text).toBeInstanceOf(SettingsError);
  });

  test('tells a refusal by its status', async () => {
    const { text } = await read({ contents, permissions: { contents: 'none' } });
    expect(statusOf(text)).toBe(403);
    expect(statusOf(new Error('no answer'))).toBeNull();
    expect(statusOf('text')).toBeNull();
  });
});

describe('connectGitHub', () => {
  test('waits out a rate limit, and says so', async () => {
    const effect = {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '1' },
      json: { message: 'You have exceeded a secondary rate limit' },
    } as const;
    const contents = { main: { [path]: 'fail-on: low\n' } };
    const { text, log, asked } = await read({ contents, faults: [{ path: /contents/, times: 1, effect }] });
    expect([text, asked]).toEqual(['fail-on: low\n', 2]);
    expect(log.of('info')).toEqual([expect.stringMatching(/rate limit is reached.*waiting 1 s/)]);
  });

  test('does not wait for one that lasts longer than a minute', async () => {
    const effect = {
      kind: 'status',
      status: 403,
      headers: { 'retry-after': '3600' },
      json: { message: 'You have exceeded a secondary rate limit' },
    } as const;
    const { text, log } = await read({ faults: [{ path: /contents/, effect }] });
    expect(statusOf(text)).toBe(403);
    expect(log.of('info')).toEqual([expect.stringMatching(/it lasts 3600 s, not waiting/)]);
  });

  test('gives up an answer that never ends', async () => {
    await using server = await startRawServer((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(1_048_576)));
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
    expect(log.of('debug').join('\n')).toMatch(/GitHub: GET \/repos\/acme\/storefront → no answer, \d+ ms/);
  });

  test('names itself and sends the token', async () => {
    await using server = await startGitHub();
    const { github } = await connect(server);
    await github.rest.repos.get({ owner: 'acme', repo: 'storefront' });
    const headers = server.requests[0]?.headers;
    expect(headers?.['user-agent']).toContain('scan-gate');
    expect(headers?.['authorization']).toBe(`token ${server.token}`);
  });
});
