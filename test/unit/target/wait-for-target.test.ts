import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { ProblemError } from '../../../src/core/problem.ts';
import { parseTarget, type Target } from '../../../src/inputs/target-url.ts';
import { waitForTarget } from '../../../src/target/wait-for-target.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { startRawServer } from '../service/raw-server.ts';

function target(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(`refused: ${text}`);
  return parsed.value;
}

/** Waits for `url`. Time passes only while the code sleeps. */
async function reach(url: string, { waitMs = 120_000, signal = new AbortController().signal } = {}) {
  const log = createRecordingLog();
  const clock = createFakeClock();
  try {
    await waitForTarget({ target: target(url), waitMs, allowedRedirects: [], clock, log, signal });
  } catch (error) {
    if (error instanceof ProblemError) return { log, clock, problem: error.problem };
    throw error;
  }
  return { log, clock, problem: null };
}

/** A site whose answers depend on the number of the request, from 1. */
const startSite = async (
  answer: (tries: number, response: ServerResponse, request: IncomingMessage) => void,
) => {
  let tries = 0;
  return startRawServer((request, response) => {
    tries += 1;
    answer(tries, response, request);
  });
};

/** An address where no server listens any more. */
async function abandonedUrl(): Promise<string> {
  await using server = await startRawServer(() => {});
  return server.url;
}

describe('waitForTarget', () => {
  test('goes on as soon as the target answers', async () => {
    await using site = await startSite((_tries, response) => response.end('hello'));
    const { problem, clock, log } = await reach(site.url);
    expect(problem).toBeNull();
    expect(clock.sleptMs).toEqual([]);
    expect(log.of('info')).toEqual([`${site.url} answered 200`]);
  });

  test('waits through 5xx and broken connections, with growing pauses', async () => {
    await using site = await startSite((tries, response, { socket }) => {
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
    expect(problem).toEqual({
      kind: 'target-not-ready',
      fault: { kind: 'network', code: 'ECONNREFUSED' },
      waitedMs: 60_000,
    });
    expect(clock.now()).toBe(60_000);
    await using site = await startSite((_tries, response) => response.writeHead(502).end());
    expect((await reach(site.url, { waitMs: 5_000 })).problem).toMatchObject({
      fault: { kind: 'status', status: 502 },
    });
  });

  test('gives up on a target that accepts the connection and stays silent', async () => {
    await using site = await startSite(() => {});
    const log = createRecordingLog();
    const clock = { ...createFakeClock(), now: () => Date.now(), sleep: async () => {} };
    const { signal } = new AbortController();
    const waiting = waitForTarget({
      target: target(site.url),
      waitMs: 60,
      allowedRedirects: [],
      clock,
      log,
      signal,
    });
    await expect(waiting).rejects.toMatchObject({
      problem: { kind: 'target-not-ready', fault: { kind: 'timeout' } },
    });
  });

  test('sends no request if the wait is switched off', async () => {
    await using site = await startSite((_tries, response) => response.end());
    expect((await reach(site.url, { waitMs: 0 })).problem).toBeNull();
    expect(site.requests).toHaveLength(0);
  });

  test.each([401, 403, 404])('accepts %i as an answer, with a warning', async (status) => {
    await using site = await startSite((_tries, response) => response.writeHead(status).end());
    const { problem, log } = await reach(site.url);
    expect(problem).toBeNull();
    expect(log.of('warning')).toEqual([expect.stringContaining(`answered ${status}`)]);
  });

  test('accepts any other status below 500 without a warning', async () => {
    await using site = await startSite((_tries, response) => response.writeHead(429).end());
    const { problem, log } = await reach(site.url);
    expect([problem, log.of('warning')]).toEqual([null, []]);
  });

  test('tries a bare domain by http if https does not answer', async () => {
    await using site = await startSite((_tries, response) => response.end());
    const bare = site.url.replace('http://', '');
    const { problem, log } = await reach(bare);
    expect(problem).toBeNull();
    expect(log.of('info')).toEqual([`${bare} answered 200`]);
  });

  test('ends with the reason of its signal, during requests and pauses', async () => {
    await using silent = await startSite(() => {});
    const reason = new Error('cancelled');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 30);
    await expect(reach(silent.url, { signal: controller.signal })).rejects.toBe(reason);
    await expect(reach(await abandonedUrl(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('redirects', () => {
  test('are followed within the site', async () => {
    await using site = await startSite((_tries, response, { url }) => {
      if (url === '/start') response.writeHead(302, { location: '/home' }).end();
      else response.end();
    });
    expect((await reach(`${site.url}/start`)).problem).toBeNull();
    expect(site.requests.map(({ url }) => url)).toEqual(['/start', '/home']);
  });

  test('to another site end the run', async () => {
    await using other = await startSite((_tries, response) => response.end());
    await using site = await startSite((_tries, response) =>
      response.writeHead(302, { location: `${other.url}/login?next=secret` }).end(),
    );
    expect((await reach(site.url)).problem).toEqual({ kind: 'target-left-site', location: other.url });
    expect(other.requests).toHaveLength(0);
  });

  test('to other schemes than http and https end the run', async () => {
    await using site = await startSite((_tries, response) =>
      response.writeHead(302, { location: 'javascript:alert(1)' }).end(),
    );
    expect((await reach(site.url)).problem).toMatchObject({ kind: 'target-left-site' });
  });

  test('in circles count as no answer', async () => {
    await using site = await startSite((_tries, response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    expect((await reach(site.url, { waitMs: 2_000 })).problem).toMatchObject({
      kind: 'target-not-ready',
      fault: { kind: 'redirect' },
    });
  });
});

describe('user info', () => {
  test('is sent as a header, and never logged', async () => {
    await using site = await startSite((_tries, response, { url }) => {
      if (url === '/') response.writeHead(302, { location: '/home' }).end();
      else response.end();
    });
    const { log } = await reach(site.url.replace('//', '//us%40er:p%3Ass@'));
    const expected = `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`;
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([expected, expected]);
    expect(JSON.stringify(log.entries)).not.toMatch(/er:p|p%3Ass|p:ss/);
  });

  test('is sent to no other host', async () => {
    // Names may resolve differently on each machine. Only requests that reach the site count.
    await using site = await startSite((_tries, response, { headers }) => {
      if (headers.host?.startsWith('localhost')) response.end();
      else response.writeHead(302, { location: `http://www.localhost:${new URL(site.url).port}/` }).end();
    });
    await reach(site.url.replace('//127', '//user:word@127'), { waitMs: 1 });
    const sentTo = site.requests.filter(({ headers }) => headers.authorization !== undefined);
    expect(new Set(sentTo.map(({ headers }) => headers.host))).toEqual(new Set([new URL(site.url).host]));
  });
});
