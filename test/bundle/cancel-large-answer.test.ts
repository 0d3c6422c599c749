// A cancel ends the run in time (docs/contract.md, promise 9) while an answer is read that takes seconds in all.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { startScene } from '../e2e/scene.ts';
import { until } from '../support/until.ts';

const processorTime = new URL('processor-time.js', import.meta.url).href;
/** Of the whole run, start and large answer included. The time on the clock depends on what else the machine does. */
const limitMs = 5_000;
const repeat = (entry: string, count: number) => `[${`${entry},`.repeat(count)}${entry}]`;

/** Half of the largest answer that is read, and the time from the request for it to the signal. */
test.each([
  ['services', 700, `"information":{"services":${repeat('{"port":443}', 1_900_000)}}`],
  ['addresses', 1_400, `"information":{"ips":${repeat('"a"', 6_000_000)}}`],
  ['escapes', 700, `"x":"${'\\"'.repeat(12 * 1024 * 1024)}"`],
])('a cancel while 24 MiB of %s are read ends the run with little work: after %d ms', async (...row) => {
  const [, afterMs, fields] = row;
  const body = Buffer.from(`{"percentage":"42.17","endDate":null,${fields}}`);
  await using scene = await startScene({
    shipped: true,
    sandbox: { faults: [{ endpoint: 'fetch', fault: { kind: 'body', body } }] },
  });
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-processor-'));
  await using _removal = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  const file = join(folder, 'time');
  const env = { NODE_OPTIONS: `--import=${processorTime}`, PROCESSOR_TIME_FILE: file };
  const action = await scene.start({ inputs: { 'wait-for-url': '0' }, env });
  await until(() => scene.sandbox.requests.some(({ path }) => path.startsWith('/v1/api/scan/')), 'a fetch');
  await sleep(afterMs);
  action.kill('SIGTERM');
  const result = await action.done;
  expect(Number(await readFile(file, 'utf8'))).toBeLessThan(limitMs);
  expect([result.exitCode, result.signal, result.outputs['verdict']]).toEqual([1, null, 'inconclusive']);
  expect(result.outputs['reason']).toContain('The run was cancelled');
});
