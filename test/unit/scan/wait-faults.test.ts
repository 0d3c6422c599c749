import { describe, expect, test } from '@jest/globals';
import type { RequestFault } from '../../../src/core/problem.ts';
import { at, failing, finished } from './scripted-client.ts';
import { wait } from './waiting.ts';

describe('faults of the service', () => {
  test('that pass are ridden out, and told once', async () => {
    const { end, log } = await wait([at(10), failing(503), failing(502), failing(429), at(50), finished()]);
    expect(end.problem).toBeNull();
    expect(log.of('warning')).toHaveLength(1);
    expect(log.of('warning')[0]).toContain('scan-1');
  });

  test('are told again after the service was back', async () => {
    const { log } = await wait([at(10), failing(503), at(20), failing(503), finished()]);
    expect(log.of('warning')).toHaveLength(2);
  });

  test('end the wait when they last for five minutes, with what was known before', async () => {
    const { end, waitedMs } = await wait([at('30.00', { totalChecked: 1 }), failing(500)]);
    expect(end).toMatchObject({
      problem: { kind: 'service', fault: { status: 500 } },
      percentage: 30,
      result: { totalChecked: 1 },
    });
    expect(waitedMs).toBeGreaterThanOrEqual(300_000);
    expect(waitedMs).toBeLessThan(340_000);
  });

  test.each<[RequestFault]>([
    [{ kind: 'status', status: 401, detail: '', retryAfterMs: null }],
    [{ kind: 'status', status: 403, detail: '', retryAfterMs: null }],
    [{ kind: 'redirect', location: 'https://login.example' }],
    [{ kind: 'too-large', limitBytes: 5 }],
  ])('that cannot pass end the wait at once: %j', async (fault) => {
    const { end, client } = await wait([at(10), { fault }]);
    expect(end.problem).toMatchObject({ kind: 'service', fault });
    expect(client.fetched).toHaveLength(2);
  });

  test('of understanding are ridden out like others', async () => {
    const fault: RequestFault = { kind: 'wrong-shape', where: 'percentage', expected: 'a percentage' };
    expect((await wait([{ fault }, { fault }, finished()])).end.problem).toBeNull();
    expect((await wait([{ fault }])).end.problem).toMatchObject({ kind: 'service', fault });
  });

  test('include a scan that is not visible yet, for a minute', async () => {
    expect((await wait([failing(404), failing(404), finished()])).end.problem).toBeNull();
    const { end, waitedMs } = await wait([failing(404)]);
    expect(end.problem).toMatchObject({ kind: 'service', fault: { status: 404 } });
    expect(waitedMs).toBeGreaterThanOrEqual(60_000);
    expect(waitedMs).toBeLessThan(95_000);
  });

  test('include a given scan that does not exist, at once', async () => {
    const { end, client } = await wait([failing(404)], { mustBeThere: true });
    expect(end.problem).toMatchObject({ kind: 'service', fault: { status: 404 } });
    expect(client.fetched).toHaveLength(1);
  });

  test('of our own are a problem like any other', async () => {
    const { end } = await wait([{ throws: new TypeError('broken') }]);
    expect(end.problem).toEqual({ kind: 'internal', detail: 'TypeError: broken' });
  });
});
