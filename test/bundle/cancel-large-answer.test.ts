// A cancel ends the run with its outputs (docs/contract.md, Cancel) while an answer is read that takes seconds in all.
// How much work that is, `bench/large.ts` measures.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { startScene } from '../e2e/scene.ts';
import { until } from '../support/until.ts';

const repeat = (entry: string, count: number) => `[${`${entry},`.repeat(count)}${entry}]`;

/** Three quarters of the largest answer that is read, and the time from the request for it to the signal. */
test.each([
  ['services', 700, `"information":{"services":${repeat('{"port":443}', 1_900_000)}}`],
  ['addresses', 1_400, `"information":{"ips":${repeat('"a"', 6_000_000)}}`],
  ['escapes', 700, `"x":"${'\\"'.repeat(12 * 1024 * 1024)}"`],
])('a cancel while 24 MiB of %s are read ends the run with its outputs: after %d ms', async (...row) => {
  const [, afterMs, fields] = row;
  const body = Buffer.from(`{"percentage":"42.17","endDate":null,${fields}}`);
  await using scene = await startScene({
    shipped: true,
    sandbox: { faults: [{ endpoint: 'fetch', fault: { kind: 'body', body } }] },
  });
  const action = await scene.start({ inputs: { 'wait-for-url': '0' } });
  await until(() => scene.sandbox.requests.some(({ path }) => path.startsWith('/v1/api/scan/')), 'a fetch');
  await sleep(afterMs);
  action.kill('SIGTERM');
  const result = await action.done;
  expect(result).toMatchObject({ exitCode: 1, signal: null, outputs: { verdict: 'inconclusive' } });
  expect(result.outputs['reason']).toContain('The run was cancelled');
});
