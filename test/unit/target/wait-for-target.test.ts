import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ProblemError } from '../../../src/core/problem.ts';
import { parseTarget } from '../../../src/settings/target-url.ts';
import {
  askAfterScan,
  askTarget,
  destinationOf,
  type ReadinessCheck,
  waitForTarget,
} from '../../../src/target/wait-for-target.ts';
import { acceptedOf } from '../../support/accepted-of.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { refusingUrl, startRawServer } from '../../support/raw-server.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { startSite } from '../../support/site.ts';

/** How to ask `url`, with changes. Time passes only while the code sleeps. */
function checkOf(url: string, changes: Partial<ReadinessCheck> = {}) {
  const [clock, log] = [createFakeClock(), createRecordingLog()];
  const { signal } = new AbortController();
  const target = acceptedOf(parseTarget(url));
  const disclosure = { mode: 'full' } as const;
  const check = { target, waitMs: 120_000, disclosure, allowedStatuses: [], clock, log, signal, ...changes };
  return { check, clock, log };
}

/** What `ask` makes of the target at `url`. */
async function asked(
  ask: typeof waitForTarget | typeof askAfterScan,
  url: string,
  changes: Partial<ReadinessCheck>,
) {
  const { check, clock, log } = checkOf(url, changes);
  try {
    return { log, clock, accepted: await ask(check), problem: null };
  } catch (error) {
    if (error instanceof ProblemError) return { log, clock, accepted: null, problem: error.problem };
    throw error;
  }
}

const reach = (url: string, changes: Partial<ReadinessCheck> = {}) => asked(waitForTarget, url, changes);
const askAgain = (url: string, changes: Partial<ReadinessCheck> = {}) => asked(askAfterScan, url, changes);

describe('waitForTarget', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

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
      `${site.url} is not ready (HTTP 503), asking it again`,
      `${site.url} answered 200`,
    ]);
  });

  test('gives up when time is up, and reports the last fault', async () => {
    const { problem, clock } = await reach(refusingUrl, { waitMs: 60_000 });
    const fault = { kind: 'network', code: 'ECONNREFUSED' };
    expect(problem).toEqual({ kind: 'target-not-ready', fault, waitedMs: 60_000 });
    expect(clock.now()).toBe(60_000);
  });

  test('gives up on a target that accepts the connection and stays silent', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
    const clock = createFakeClock();
    await using site = await startRawServer(() => {
      clock.pass(60_000);
      jest.advanceTimersByTime(60_000);
    });
    const { problem } = await reach(site.url, { waitMs: 60_000, clock });
    expect(problem).toMatchObject({ kind: 'target-not-ready', fault: { kind: 'timeout' } });
  });

  const left = { kind: 'target-left-site', location: 'https://login.example' };

  test.each([
    [401, { kind: 'target-refused', status: 401 }],
    ['https://login.example/?next=secret', left],
  ])('gives up at once on a target that answers %j', async (answer, expected) => {
    await using site = await startSite(answer);
    const { problem, clock } = await reach(site.url);
    expect(problem).toEqual(expected);
    expect(clock.sleptMs).toEqual([]);
  });

  test('returns and logs the status that only the policy allows', async () => {
    await using site = await startSite(404);
    const { accepted, clock, log } = await reach(site.url, { allowedStatuses: [404, 499] });
    expect({ accepted, sleptMs: clock.sleptMs }).toEqual({ accepted: 404, sleptMs: [] });
    expect(log.of('info')).toEqual([`${site.url} answered 404, which \`allowed-statuses\` accepts`]);
  });

  test('ends with the reason of its signal during a request', async () => {
    const reason = new Error('cancelled');
    const controller = new AbortController();
    await using silent = await startRawServer(() => controller.abort(reason));
    await expect(reach(silent.url, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('ends with the reason of a signal that has already aborted', async () => {
    const reason = new Error('cancelled');
    await expect(reach(refusingUrl, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('askAfterScan', () => {
  test.each([
    [200, []],
    [404, [404]],
  ])('is satisfied with %i if %j are allowed', async (status, allowedStatuses) => {
    await using site = await startSite(status);
    const { clock, problem } = await askAgain(site.url, { allowedStatuses });
    expect({ problem, sleptMs: clock.sleptMs }).toEqual({ problem: null, sleptMs: [] });
  });

  test.each([401, 403, 404, 429, 500])('asks for 30 seconds before %i is a doubt', async (status) => {
    await using site = await startSite(status);
    const { problem, clock } = await askAgain(site.url, { waitMs: 1_000 });
    expect(problem).toMatchObject({
      kind: 'target-lost',
      fault: { kind: 'status', status },
      askedMs: 30_000,
    });
    expect(clock.now()).toBe(30_000);
  });

  test('doubts a site that is gone, or leads elsewhere', async () => {
    await using elsewhere = await startSite('https://login.example/?next=secret');
    const redirect = { kind: 'redirect', location: 'https://login.example' };
    const refused = { kind: 'network', code: 'ECONNREFUSED' };
    expect((await askAgain(elsewhere.url)).problem).toMatchObject({ kind: 'target-lost', fault: redirect });
    const gone = await askAgain(refusingUrl);
    expect(gone.problem).toMatchObject({ kind: 'target-lost', fault: refused });
  });

  test('is satisfied by a site that comes back', async () => {
    await using site = await startSite(403, 403, 200);
    expect((await askAgain(site.url)).problem).toBeNull();
  });
});

/** The answer to one request, within a minute. */
async function answerOf(url: string, changes: Partial<ReadinessCheck> = {}) {
  return askTarget(checkOf(url, changes).check, 60_000);
}

test.each<[kind: string, statuses: number[]]>([
  ['accepted', [200, 203, 204]],
  ['not-yet', [404, 408, 425, 429, 500, 503]],
  ['refused', [304, 400, 401, 402, 403, 405, 410, 418, 451]],
])('%s are the statuses %j, unless the policy allows them', async (kind, statuses) => {
  for (const status of statuses) {
    await using site = await startSite(status);
    const said = kind === 'accepted' ? { status } : { fault: { kind: 'status', status } };
    expect(await answerOf(site.url)).toMatchObject({ kind, ...said });
    expect(await answerOf(site.url, { allowedStatuses: [status] })).toEqual({ kind: 'accepted', status });
  }
});

test('a target without an answer is not ready yet', async () => {
  const fault = { kind: 'network', code: 'ECONNREFUSED' };
  expect(await answerOf(refusingUrl)).toEqual({ kind: 'not-yet', fault });
});

test('a bare domain is asked by https alone', async () => {
  await using site = await startSite(200);
  const answer = await answerOf(site.url.replace('http://', ''));
  expect(answer).toMatchObject({
    kind: 'not-yet',
    fault: { kind: 'network', code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
  });
  expect(site.requests).toEqual([]);
});

describe('redirects', () => {
  test.each<[title: string, allowedStatuses: number[], kind: string]>([
    ['refused', [], 'refused'],
    ['accepted if their status is allowed', [302], 'accepted'],
  ])('to another site are %s, and not followed', async (_title, allowedStatuses, kind) => {
    await using other = await startSite(200);
    await using site = await startSite(`${other.url}/login?next=secret`);
    const expected =
      kind === 'accepted' ? { status: 302 } : { fault: { kind: 'redirect', location: other.url } };
    expect(await answerOf(site.url, { allowedStatuses })).toEqual({ kind, ...expected });
    expect(other.requests).toHaveLength(0);
  });

  test('to a login page of the same site are refused if that asks for a password', async () => {
    await using site = await startSite('/login', 401);
    const fault = { kind: 'status', status: 401 };
    expect(await answerOf(site.url, { allowedStatuses: [302] })).toMatchObject({ kind: 'refused', fault });
  });

  test.each([
    [399, { kind: 'redirect', location: 'https://other.example' }],
    [400, { kind: 'status', status: 400 }],
  ])('have a 3xx status: %i with an address', async (status, fault) => {
    const headers = { location: 'https://other.example/' };
    await using site = await startRawServer((_, response) => response.writeHead(status, headers).end());
    expect(await answerOf(site.url)).toMatchObject({ kind: 'refused', fault });
  });

  test('are followed ten times', async () => {
    await using site = await startSite(...Array.from({ length: 10 }, (_, index) => `/${index}`), 200);
    expect(await answerOf(site.url)).toMatchObject({ kind: 'accepted' });
    expect(site.requests).toHaveLength(11);
    expect(site.requests.at(-1)?.url).toBe('/9');
  });

  test('in circles count as no answer', async () => {
    await using site = await startSite('/');
    expect(await answerOf(site.url)).toMatchObject({ kind: 'not-yet', fault: { kind: 'redirect' } });
  });
});

test('each request names the action, and is in the debug log without its query', async () => {
  let tries = 0;
  await using site = await startRawServer((_request, response) => {
    tries += 1;
    if (tries === 1) response.writeHead(302, { location: '/home?token=s3cret' }).end();
    else response.writeHead(200, { 'content-length': '2' }).end('ok');
  });
  const { check, log } = checkOf(`${site.url}/?token=s3cret`);
  await askTarget(check, 60_000);
  const { host } = new URL(site.url);
  expect(log.of('debug')).toEqual([
    expect.stringMatching(new RegExp(`^Target: GET ${host}/ → 302, \\d+ ms$`)),
    expect.stringMatching(new RegExp(`^Target: GET ${host}/home → 200, \\d+ ms$`)),
  ]);
  expect(site.requests.map(({ headers }) => headers['user-agent'])).toEqual(['scan-gate', 'scan-gate']);
});

test('a request is in the debug log without the name of the site if findings are withheld', async () => {
  await using site = await startSite(200);
  const { check, log } = checkOf(site.url, { disclosure: { mode: 'counts', because: 'setting' } });
  await askTarget(check, 60_000);
  expect(log.of('debug')).toEqual([expect.stringMatching(/^Target: GET the target → 200, /)]);
});

test('user info is sent as a header, and never logged', async () => {
  await using site = await startSite('/home', 200);
  const { check, log } = checkOf(site.url.replace('//', '//us%40er:p%3Ass@'));
  await askTarget(check, 60_000);
  const expected = `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`;
  expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([expected, expected]);
  expect(log.entries).toHaveLength(2);
  expect(JSON.stringify(log.entries)).not.toMatch(/er:p|p%3Ass|p:ss/);
});

test.each([
  // The password goes along.
  ['https://a.example/', 'https://a.example/login?next=1', 'same-origin'],
  ['http://a.example:8080/', 'http://a.example:8080/home', 'same-origin'],
  // The redirect is followed without it.
  ['https://a.example/', 'http://a.example/', 'same-site'],
  ['https://a.example/', 'https://www.a.example/', 'same-site'],
  ['https://www.a.example/', 'https://a.example/', 'same-site'],
  ['http://a.example/', 'https://a.example/', 'same-site'],
  ['http://a.example:8080/', 'https://a.example:8443/', 'same-site'],
  ['http://a.example:8080/', 'https://a.example/', 'same-site'],
  ['http://a.example/', 'https://www.a.example/', 'same-site'],
  // It is not followed.
  ['https://a.example:8443/', 'http://a.example:8080/', 'elsewhere'],
  ['https://a.example/', 'https://a.example:8443/', 'elsewhere'],
  ['http://a.example/', 'http://a.example:8080/', 'elsewhere'],
  ['https://a.example/', 'https://login.a.example/', 'elsewhere'],
  ['https://www.a.example/', 'https://wwwb.a.example/', 'elsewhere'],
  ['http://a.example/', 'https://b.example/', 'elsewhere'],
  ['https://a.example/', 'ftp://a.example/', 'elsewhere'],
  ['https://a.example/', 'data:text/html,a', 'elsewhere'],
  ['https://a.example/', 'javascript:alert(1)', 'elsewhere'],
])('a redirect from %s to %s leads to: %s', (from, to, expected) => {
  expect(destinationOf(new URL(from), new URL(to))).toBe(expected);
});
