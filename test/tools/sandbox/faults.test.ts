import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { ask } from './service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ scanMs: 0, scanBehaviour: { neverLeavesQueue: true } });
});
afterAll(() => sandbox.close());

function list(init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  return fetch(`${sandbox.url}/v1/api/list_scans`, { headers, ...init });
}

/** Gives up soon, for faults after which nothing comes. */
function listBriefly(): Promise<Response> {
  return list({ signal: AbortSignal.timeout(500) });
}

function use(fault: Fault): void {
  sandbox.faults = [{ endpoint: 'list', fault }];
}

describe('rules', () => {
  test('take their turns, and let the real answer through afterwards', async () => {
    sandbox.faults = [
      { endpoint: 'list', times: 1, fault: { kind: 'status', code: 503, headers: { 'retry-after': '2' } } },
      { endpoint: 'list', after: 1, times: 2, fault: { kind: 'status', code: 429 } },
      { endpoint: 'start', fault: { kind: 'status', code: 500 } },
    ];
    const statuses = [];
    for (let round = 0; round < 5; round += 1) statuses.push((await list()).status);
    expect(statuses).toEqual([503, 200, 429, 429, 200]);
  });

  test('can look at the request', async () => {
    sandbox.faults = [
      {
        endpoint: 'start',
        matches: ({ body }) => body.includes('chosen'),
        fault: { kind: 'status', code: 418 },
      },
    ];
    expect((await ask(sandbox, '/v1/api/scan', { url: 'chosen.localhost' })).status).toBe(418);
    expect((await ask(sandbox, '/v1/api/scan', { url: 'other.localhost' })).status).toBe(200);
  });
});

describe('faults', () => {
  test('reset happens before the operation, or after it', async () => {
    const before = sandbox.scans.length;
    sandbox.faults = [{ endpoint: 'start', times: 1, fault: { kind: 'reset' } }];
    await expect(ask(sandbox, '/v1/api/scan', { url: 'a.localhost' })).rejects.toThrow();
    expect(sandbox.scans).toHaveLength(before);
    sandbox.faults = [
      { endpoint: 'start', times: 1, fault: { kind: 'after-effect', fault: { kind: 'reset' } } },
    ];
    await expect(ask(sandbox, '/v1/api/scan', { url: 'a.localhost' })).rejects.toThrow();
    expect(sandbox.scans).toHaveLength(before + 1);
  });

  test.each<Fault>([{ kind: 'reset-mid-body' }, { kind: 'hang-in-body' }])(
    '%j breaks off inside the body',
    async (fault) => {
      use(fault);
      const response = await listBriefly();
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    },
  );

  test('endless-body goes on as long as it is read', async () => {
    use({ kind: 'endless-body' });
    let bytes = 0;
    for await (const chunk of (await list()).body ?? []) {
      bytes += chunk.length;
      if (bytes > 3_000_000) break;
    }
    expect(bytes).toBeGreaterThan(3_000_000);
  });

  test('gzip-bomb is large when unpacked', async () => {
    use({ kind: 'gzip-bomb', bytes: 5_000_000 });
    const response = await list();
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toHaveLength(5_000_000);
  });
});
