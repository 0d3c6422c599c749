import { describe, expect, test } from '@jest/globals';
import { asGiven } from '../../../src/core/outside.ts';
import { ProblemError } from '../../../src/core/problem.ts';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import type { Readiness } from '../../../src/target/ask-target.ts';
import { askAfterScan, waitForTarget } from '../../../src/target/wait-for-target.ts';
import { acceptedOf } from '../../support/expected-of.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { abandonedUrl, startRawServer } from '../service/raw-server.ts';
import { startSite } from './site.ts';

const target = (text: string) => acceptedOf(parseTarget(text));

/** How to ask `url`. Time passes only while the code sleeps. */
function readinessFor(url: string, more: Partial<Readiness> = {}) {
  return {
    target: target(url),
    disclosure: { mode: 'full', because: 'setting' } as const,
    waitMs: 120_000,
    allowedRedirects: [],
    allowedStatuses: [],
    clock: createFakeClock(),
    log: createRecordingLog(),
    signal: new AbortController().signal,
    ...more,
  };
}

async function reach(url: string, more: Partial<Readiness> = {}) {
  const clock = createFakeClock();
  const log = createRecordingLog();
  try {
    const accepted = await waitForTarget(readinessFor(url, { clock, log, ...more }));
    return { log, clock, accepted, problem: null };
  } catch (error) {
    if (error instanceof ProblemError) return { log, clock, accepted: null, problem: asGiven(error.problem) };
    throw error;
  }
}

async function askAgain(url: string, more: Partial<Readiness> = {}) {
  const clock = createFakeClock();
  const log = createRecordingLog();
  const answer = await askAfterScan(readinessFor(url, { clock, log, ...more }));
  return { ...asGiven(answer), clock, log };
}

describe('waitForTarget', () => {
  test('goes on as soon as the target answers', async () => {
    await using site = await startSite(203);
    const { accepted, problem, clock, log } = await reach(site.url, { allowedStatuses: [404] });
    expect([accepted, problem, clock.sleptMs]).toEqual([null, null, []]);
    expect(log.of('info')).toEqual([`${site.url} answered 203`]);
  });

  test('waits through 5xx and broken connections, with growing pauses', async () => {
    let tries = 0;
    await using site = await startRawServer(({ socket }, response) => {
      tries += 1;
      if (tries === 3) socket.resetAndDestroy();
      else response.writeHead(tries < 5 ? 503 : 200).end();
    });
    const { problem, clock, log } = await reach(site.url);
    expect(problem).toBeNull();
    expect(clock.sleptMs).toEqual([1000, 1500, 2250, 3375]);
    expect(log.of('info')).toEqual([
      `${site.url} does not answer yet (HTTP 503), waiting for it`,
      `${site.url} answered 200`,
    ]);
  });

  test('gives up when time is up, and reports the last fault', async () => {
    const { problem, clock } = await reach(await abandonedUrl(), { waitMs: 60_000 });
    const fault = { kind: 'network', code: 'ECONNREFUSED' };
    expect(problem).toEqual({ kind: 'target-not-ready', fault, waitedMs: 60_000 });
    expect(clock.now()).toBe(60_000);
  });

  test('gives up on a target that accepts the connection and stays silent', async () => {
    await using site = await startRawServer(() => {});
    const clock = { ...createFakeClock(), now: () => Date.now(), sleep: async () => {} };
    const { problem } = await reach(site.url, { waitMs: 60, clock });
    expect(problem).toMatchObject({ kind: 'target-not-ready', fault: { kind: 'timeout' } });
  });

  test.each([404, 408, 425, 429, 500, 503])('waits through %i, until time is up', async (status) => {
    await using site = await startSite(status, status, 204);
    const { problem, clock } = await reach(site.url);
    expect([problem, clock.sleptMs.length]).toEqual([null, 2]);
    await using never = await startSite(status);
    const fault = { kind: 'status', status };
    const late = await reach(never.url, { waitMs: 5_000 });
    expect(late.problem).toMatchObject({ kind: 'target-not-ready', fault });
  });

  test.each([304, 400, 401, 402, 403, 405, 410, 418, 451])('refuses %i at once', async (status) => {
    await using site = await startSite(status);
    const { problem, clock } = await reach(site.url);
    expect(problem).toEqual({ kind: 'target-refused', status });
    expect(clock.sleptMs).toEqual([]);
  });

  test.each([304, 401, 403, 404, 408])('accepts %i where it is allowed, and returns it', async (status) => {
    await using site = await startSite(status);
    const { accepted, problem, clock } = await reach(site.url, { allowedStatuses: [status, 499] });
    expect([accepted, problem, clock.sleptMs]).toEqual([status, null, []]);
  });

  test('tries a bare domain by http if https does not answer', async () => {
    await using site = await startSite(200);
    const bare = site.url.replace('http://', '');
    const { problem, log } = await reach(bare);
    expect(problem).toBeNull();
    expect(log.of('info')).toEqual([`${bare} answered 200`]);
  });

  test('ends with the reason of its signal, during requests and pauses', async () => {
    await using silent = await startRawServer(() => {});
    const reason = new Error('cancelled');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 30);
    await expect(reach(silent.url, { signal: controller.signal })).rejects.toBe(reason);
    await expect(reach(await abandonedUrl(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('redirects', () => {
  test('to another site end the run, and are accepted where their status is allowed', async () => {
    await using other = await startSite(200);
    await using site = await startSite(`${other.url}/login?next=secret`);
    expect((await reach(site.url)).problem).toEqual({ kind: 'target-left-site', location: other.url });
    expect((await reach(site.url, { allowedStatuses: [302] })).accepted).toBe(302);
    expect(other.requests).toHaveLength(0);
  });

  test('to a login page of the same site are refused where that asks for a password', async () => {
    await using site = await startSite('/login', 401);
    const { problem } = await reach(site.url, { allowedStatuses: [302] });
    expect(problem).toEqual({ kind: 'target-refused', status: 401 });
  });

  test.each([
    [399, { kind: 'target-left-site', location: 'https://other.example' }],
    [400, { kind: 'target-refused', status: 400 }],
  ])('have a 3xx status: %i with an address', async (status, expected) => {
    const headers = { location: 'https://other.example/' };
    await using site = await startRawServer((_, response) => response.writeHead(status, headers).end());
    expect((await reach(site.url)).problem).toEqual(expected);
  });

  test('are followed ten times', async () => {
    await using site = await startSite(...Array.from({ length: 10 }, (_, index) => `/${index}`), 200);
    expect((await reach(site.url)).problem).toBeNull();
    expect(site.requests).toHaveLength(11);
    expect(site.requests.at(-1)?.url).toBe('/9');
  });

  test('in circles count as no answer', async () => {
    await using site = await startSite('/');
    const { problem } = await reach(site.url, { waitMs: 2_000 });
    expect(problem).toMatchObject({ kind: 'target-not-ready', fault: { kind: 'redirect' } });
  });
});

describe('askAfterScan', () => {
  test.each([
    [200, [], null],
    [404, [404], 404],
  ])('is satisfied with %i where %j are allowed', async (status, allowedStatuses, acceptedStatus) => {
    await using site = await startSite(status);
    const { clock, ...answer } = await askAgain(site.url, { allowedStatuses });
    expect(answer).toMatchObject({ acceptedStatus, doubt: null });
    expect(clock.sleptMs).toEqual([]);
  });

  test('takes a rate limit as a notice', async () => {
    await using site = await startSite(429);
    const { doubt, log, clock } = await askAgain(site.url);
    expect([doubt, clock.sleptMs]).toEqual([null, []]);
    expect(log.of('notice')).toEqual([expect.stringContaining('answered 429 when the scan had finished')]);
  });

  test.each([401, 403, 404, 500])('asks for 30 seconds before %i is a doubt', async (status) => {
    await using site = await startSite(status);
    const { doubt, clock } = await askAgain(site.url, { waitMs: 1_000 });
    expect(doubt).toMatchObject({ kind: 'target-lost', fault: { kind: 'status', status }, askedMs: 30_000 });
    expect(clock.now()).toBe(30_000);
  });

  test('is satisfied by a site that comes back', async () => {
    await using site = await startSite(403, 403, 200);
    expect((await askAgain(site.url)).doubt).toBeNull();
  });

  test('doubts a site that is gone, and one that leads elsewhere', async () => {
    const gone = { kind: 'network', code: 'ECONNREFUSED' };
    expect((await askAgain(await abandonedUrl())).doubt).toMatchObject({ kind: 'target-lost', fault: gone });
    await using site = await startSite('https://login.example/?next=secret');
    const elsewhere = { kind: 'redirect', location: 'https://login.example' };
    expect((await askAgain(site.url)).doubt).toMatchObject({ kind: 'target-lost', fault: elsewhere });
  });
});

test('each request names the action, and is in the debug log without its query', async () => {
  let tries = 0;
  await using site = await startRawServer((_request, response) => {
    tries += 1;
    if (tries === 1) response.writeHead(302, { location: '/home?token=s3cret' }).end();
    else response.writeHead(200, { 'content-length': '2' }).end('ok');
  });
  const given = target(`${site.url}/?token=s3cret`);
  const { log } = await reach(site.url, { target: given });
  const { host } = new URL(site.url);
  expect(log.of('debug')).toEqual([
    expect.stringMatching(new RegExp(`^Target: GET ${host}/ → 302, \\d+ ms, `)),
    expect.stringMatching(new RegExp(`^Target: GET ${host}/home → 200, \\d+ ms, 2 bytes$`)),
  ]);
  expect(site.requests.map(({ headers }) => headers['user-agent'])).toEqual(['scan-gate', 'scan-gate']);
  const unnamed = await reach(site.url, {
    target: given,
    disclosure: { mode: 'counts', because: 'setting' },
  });
  expect(JSON.stringify(unnamed.log.entries)).not.toContain(host);
});

describe('user info', () => {
  test('is sent as a header, and never logged', async () => {
    await using site = await startSite('/home', 200);
    const { log } = await reach(site.url.replace('//', '//us%40er:p%3Ass@'));
    const expected = `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`;
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([expected, expected]);
    expect(JSON.stringify(log.entries)).not.toMatch(/er:p|p%3Ass|p:ss/);
  });

  test('is sent to no other host, nor to its own after that', async () => {
    await using site = await startRawServer(({ url, headers: { host } }, response) => {
      const { port } = new URL(site.url);
      if (url === '/') response.writeHead(302, { location: `http://localhost:${port}/away` }).end();
      else if (url === '/away') response.writeHead(302, { location: `${site.url}/back` }).end();
      else response.writeHead(host?.startsWith('127') ? 200 : 403).end();
    });
    const { problem } = await reach(site.url.replace('//127', '//user:word@127'), {
      allowedRedirects: ['localhost', '127.0.0.1'],
    });
    expect(problem).toBeNull();
    expect(site.requests.map(({ url, headers }) => [url, headers.authorization !== undefined])).toEqual([
      ['/', true],
      ['/away', false],
      ['/back', false],
    ]);
  });
});
