import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { ProblemError } from '../../../src/core/problem.ts';
import { parseTarget, type Target } from '../../../src/inputs/target-url.ts';
import type { Readiness } from '../../../src/target/ask-target.ts';
import { askAfterScan, waitForTarget } from '../../../src/target/wait-for-target.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { startRawServer } from '../service/raw-server.ts';

function target(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(`refused: ${text}`);
  return parsed.value;
}

/** How to ask `url`. Time passes only while the code sleeps. */
function readinessFor(url: string, more: Partial<Readiness> = {}) {
  return {
    target: target(url),
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
    if (error instanceof ProblemError) return { log, clock, accepted: null, problem: error.problem };
    throw error;
  }
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
    const clock = { ...createFakeClock(), now: () => Date.now(), sleep: async () => {} };
    const waiting = waitForTarget(readinessFor(site.url, { waitMs: 60, clock }));
    await expect(waiting).rejects.toMatchObject({
      problem: { kind: 'target-not-ready', fault: { kind: 'timeout' } },
    });
  });

  test('sends no request if the wait is switched off', async () => {
    await using site = await startSite((_tries, response) => response.end());
    expect((await reach(site.url, { waitMs: 0 })).problem).toBeNull();
    expect(site.requests).toHaveLength(0);
  });

  test.each([404, 408, 425, 429, 500, 503])(
    'waits through %i, and gives up when time is up',
    async (status) => {
      await using site = await startSite((tries, response) =>
        response.writeHead(tries < 3 ? status : 204).end(),
      );
      const { problem, clock } = await reach(site.url);
      expect([problem, clock.sleptMs.length]).toEqual([null, 2]);
      await using never = await startSite((_tries, response) => response.writeHead(status).end());
      expect((await reach(never.url, { waitMs: 5_000 })).problem).toMatchObject({
        kind: 'target-not-ready',
        fault: { kind: 'status', status },
      });
    },
  );

  test.each([304, 400, 401, 402, 403, 405, 410, 418, 451])('refuses %i at once', async (status) => {
    await using site = await startSite((_tries, response) => response.writeHead(status).end());
    const { problem, clock } = await reach(site.url);
    expect(problem).toEqual({ kind: 'target-refused', status });
    expect(clock.sleptMs).toEqual([]);
  });

  test.each([304, 401, 403, 404, 408])('accepts %i where it is allowed, and returns it', async (status) => {
    await using site = await startSite((_tries, response) => response.writeHead(status).end());
    const { accepted, problem, clock } = await reach(site.url, { allowedStatuses: [status, 499] });
    expect([accepted, problem, clock.sleptMs]).toEqual([status, null, []]);
  });

  test('returns no status for a 2xx answer', async () => {
    await using site = await startSite((_tries, response) => response.writeHead(203).end());
    expect((await reach(site.url, { allowedStatuses: [404] })).accepted).toBeNull();
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

  test('to a login page of the same site are refused where that asks for a password', async () => {
    await using site = await startSite((_tries, response, { url }) => {
      if (url === '/') response.writeHead(302, { location: '/login' }).end();
      else response.writeHead(401).end();
    });
    const { problem } = await reach(site.url, { allowedStatuses: [302] });
    expect(problem).toEqual({ kind: 'target-refused', status: 401 });
  });

  test('to another site are accepted where their status is allowed, and not followed', async () => {
    await using other = await startSite((_tries, response) => response.end());
    await using site = await startSite((_tries, response) =>
      response.writeHead(302, { location: other.url }).end(),
    );
    expect((await reach(site.url, { allowedStatuses: [302] })).accepted).toBe(302);
    expect(other.requests).toHaveLength(0);
  });

  test('to other schemes than http and https end the run', async () => {
    await using site = await startSite((_tries, response) =>
      response.writeHead(302, { location: 'javascript:alert(1)' }).end(),
    );
    expect((await reach(site.url)).problem).toMatchObject({ kind: 'target-left-site' });
  });

  test('are no others than 3xx with an address', async () => {
    const location = 'https://other.example/';
    for (const [status, headers] of [
      [400, { location }],
      [304, {}],
    ] as const) {
      await using site = await startSite((_tries, response) => response.writeHead(status, headers).end());
      expect((await reach(site.url)).problem).toEqual({ kind: 'target-refused', status });
    }
    await using last = await startSite((_tries, response) => response.writeHead(399, { location }).end());
    expect((await reach(last.url)).problem).toMatchObject({ kind: 'target-left-site' });
  });

  test('are followed ten times', async () => {
    await using site = await startSite((tries, response) =>
      tries > 10 ? response.end() : response.writeHead(302, { location: `/${tries}` }).end(),
    );
    expect((await reach(site.url)).problem).toBeNull();
    expect(site.requests).toHaveLength(11);
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

describe('askAfterScan', () => {
  async function askAgain(url: string, more: Partial<Readiness> = {}) {
    const clock = createFakeClock();
    const log = createRecordingLog();
    const answer = await askAfterScan(readinessFor(url, { clock, log, ...more }));
    return { ...answer, clock, log };
  }

  test.each([
    [200, [], null],
    [404, [404], 404],
  ])('is satisfied with %i where %j are allowed', async (status, allowedStatuses, acceptedStatus) => {
    await using site = await startSite((_tries, response) => response.writeHead(status).end());
    const { clock, ...answer } = await askAgain(site.url, { allowedStatuses });
    expect(answer).toMatchObject({ acceptedStatus, doubt: null });
    expect(clock.sleptMs).toEqual([]);
  });

  test('takes a rate limit as a notice', async () => {
    await using site = await startSite((_tries, response) => response.writeHead(429).end());
    const { doubt, log, clock } = await askAgain(site.url);
    expect([doubt, clock.sleptMs]).toEqual([null, []]);
    expect(log.of('notice')).toEqual([expect.stringContaining('answered 429 when the scan had finished')]);
  });

  test.each([401, 403, 404, 500])('asks for 30 seconds before %i is a doubt', async (status) => {
    await using site = await startSite((_tries, response) => response.writeHead(status).end());
    const { doubt, clock } = await askAgain(site.url, { waitMs: 1_000 });
    expect(doubt).toMatchObject({ kind: 'target-lost', fault: { kind: 'status', status }, askedMs: 30_000 });
    expect(clock.now()).toBe(30_000);
  });

  test('is satisfied by a site that comes back', async () => {
    await using site = await startSite((tries, response) => response.writeHead(tries < 3 ? 403 : 200).end());
    expect((await askAgain(site.url)).doubt).toBeNull();
  });

  test('doubts a site that is gone, and one that leads elsewhere', async () => {
    expect((await askAgain(await abandonedUrl())).doubt).toMatchObject({
      kind: 'target-lost',
      fault: { kind: 'network', code: 'ECONNREFUSED' },
    });
    await using site = await startSite((_tries, response) =>
      response.writeHead(302, { location: 'https://login.example/?next=secret' }).end(),
    );
    expect((await askAgain(site.url)).doubt).toMatchObject({
      kind: 'target-lost',
      fault: { kind: 'redirect', location: 'https://login.example' },
    });
  });

  test('sends no request if the wait is switched off', async () => {
    await using site = await startSite((_tries, response) => response.writeHead(401).end());
    expect((await askAgain(site.url, { waitMs: 0 })).doubt).toBeNull();
    expect(site.requests).toHaveLength(0);
  });
});

test('each request names the action, and is in the debug log without its query', async () => {
  await using site = await startSite((tries, response) => {
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
  const unnamed = await reach(site.url, { target: { ...given, logName: 'the target' } });
  expect(JSON.stringify(unnamed.log.entries)).not.toContain(host);
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

  test('is sent to no other host, nor to its own after that', async () => {
    await using site = await startSite((_tries, response, { url, headers: { host } }) => {
      const { port } = new URL(site.url);
      if (url === '/') response.writeHead(302, { location: `http://localhost:${port}/away` }).end();
      else if (url === '/away') response.writeHead(302, { location: `${site.url}/back` }).end();
      else response.writeHead(host?.startsWith('127') ? 200 : 403).end();
    });
    const { accepted, problem } = await reach(site.url.replace('//127', '//user:word@127'), {
      allowedRedirects: ['localhost', '127.0.0.1'],
    });
    expect([accepted, problem]).toEqual([null, null]);
    expect(site.requests.map(({ url, headers }) => [url, headers.authorization !== undefined])).toEqual([
      ['/', true],
      ['/away', false],
      ['/back', false],
    ]);
  });
});
