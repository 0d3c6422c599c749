import { expect, test } from '@jest/globals';
import { connectGitHub } from '../../../src/github/client.ts';
import { startGitHub } from '../../support/github.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

const seed = { pulls: [{ number: 7, headSha: 'a'.repeat(40) }] };
const comments = { owner: 'acme', repo: 'storefront', issue_number: 7 };

test('connectGitHub asks the given GitHub, with the token', async () => {
  await using github = await startGitHub(seed);
  const { signal } = new AbortController();
  const client = await connectGitHub({
    token: github.token,
    apiUrl: github.url,
    log: createRecordingLog(),
    signal,
  });
  expect((await client.rest.issues.listComments(comments)).data).toEqual([]);
  expect(await client.graphql('query { viewer { login } }')).toEqual({
    viewer: { login: 'github-actions[bot]' },
  });
  expect(github.requests[0]?.headers['user-agent']).toContain('scan-gate');
  expect(github.violations).toEqual([]);
});

test('connectGitHub waits out no rate limit that lasts long, and says so', async () => {
  const headers = { 'retry-after': '3600', 'x-ratelimit-remaining': '5' };
  const effect = {
    kind: 'status',
    status: 403,
    headers,
    json: { message: 'You have exceeded a secondary rate limit' },
  } as const;
  await using github = await startGitHub({ ...seed, faults: [{ path: /comments/, effect }] });
  const log = createRecordingLog();
  const { signal } = new AbortController();
  const client = await connectGitHub({ token: github.token, apiUrl: github.url, log, signal });
  await expect(
    client.rest.issues.listComments({ ...comments, request: { retries: 0 } }),
  ).rejects.toMatchObject({ status: 403 });
  expect(log.of('info').join()).toContain('not waiting');
});

test('connectGitHub gives up when its signal aborts', async () => {
  await using github = await startGitHub({
    ...seed,
    faults: [{ path: /comments/, effect: { kind: 'hang' } }],
  });
  const controller = new AbortController();
  const client = await connectGitHub({
    token: github.token,
    apiUrl: github.url,
    log: createRecordingLog(),
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(new Error('given up')), 30);
  await expect(client.rest.issues.listComments({ ...comments, request: { retries: 0 } })).rejects.toThrow();
});
