import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ProblemError } from '../../../src/core/problem.ts';
import { askAfterScan, type ReadinessOptions, waitForTarget } from '../../../src/target/wait-for-target.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { refusingUrl, startRawServer } from '../../support/raw-server.ts';
import { startSite } from '../../support/site.ts';
import { questionOf } from './question-of.ts';

/** What `ask` makes of the target at `url`. */
async function asked(
  ask: typeof waitForTarget | typeof askAfterScan,
  url: string,
  changes: Partial<ReadinessOptions>,
) {
  const { question: check, clock, log } = questionOf(url, { waitMs: 120_000, ...changes });
  try {
    return { log, clock, accepted: await ask(check), problem: null };
  } catch (error) {
    if (error instanceof ProblemError) return { log, clock, accepted: null, problem: error.problem };
    throw error;
  }
}

const reach = (url: string, changes: Partial<ReadinessOptions> = {}) => asked(waitForTarget, url, changes);
const askAgain = (url: string, changes: Partial<ReadinessOptions> = {}) => asked(askAfterScan, url, changes);

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
