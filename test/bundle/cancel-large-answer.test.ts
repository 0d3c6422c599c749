// A cancel ends the run in time (docs/contract.md, promise 9) while an answer is read that takes seconds in all.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { startScene } from '../e2e/scene.ts';
import { until } from '../support/until.ts';

const limitMs = 5_000;
const repeat = (entry: string, count: number) => `[${`${entry},`.repeat(count)}${entry}]`;
const running = (fields: string) => Buffer.from(`{"percentage":"42.17","endDate":null,${fields}}`);

/** Half of the largest answer that is read: with all of it, the other tests beside it decide how long it takes. */
const answers: Readonly<Record<string, Buffer>> = {
  '24 MiB of services': running(`"information":{"services":${repeat('{"port":443}', 1_900_000)}}`),
  '24 MiB of addresses': running(`"information":{"ips":${repeat('"a"', 6_000_000)}}`),
  '24 MiB of escapes': running(`"x":"${'\\"'.repeat(12 * 1024 * 1024)}"`),
};

/** From the request for the answer to the signal. */
const cases = [
  ['24 MiB of services', 700],
  ['24 MiB of addresses', 1_400],
  ['24 MiB of escapes', 700],
] as const;

test.each(cases)('a cancel while %s are read ends the run in time: after %d ms', async (name, afterMs) => {
  const body = answers[name] ?? Buffer.alloc(0);
  await using scene = await startScene({
    shipped: true,
    sandbox: { faults: [{ endpoint: 'fetch', fault: { kind: 'body', body } }] },
  });
  const action = await scene.start({ inputs: { 'wait-for-url': '0' } });
  await until(() => scene.sandbox.requests.some(({ path }) => path.startsWith('/v1/api/scan/')), 'a fetch');
  await sleep(afterMs);
  const signalledAt = performance.now();
  action.kill('SIGTERM');
  const result = await action.done;
  expect(performance.now() - signalledAt).toBeLessThan(limitMs);
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(result.outputs['reason']).toContain('The run was cancelled');
  expect(scene.comments()[0]).toContain(scene.sandbox.scans[0]?.id);
});
