// Tests test/support/fast-time.js, which is no TypeScript because it is loaded into the shipped bundle.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const preload = fileURLToPath(new URL('../support/fast-time.js', import.meta.url));

/** Runs a module in fast time. @returns what it printed, parsed @throws {Error} if it really takes longer than 20 seconds */
async function inFastTime(source: string): Promise<unknown> {
  const args = [`--import=${preload}`, '--input-type=module', '--eval', source];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
  return JSON.parse(stdout);
}

test('hours pass in seconds, by every clock', async () => {
  const printed = await inFastTime(`
    import { setTimeout as sleep } from 'node:timers/promises';
    const [date, elapsed, made] = [Date.now(), performance.now(), new Date()];
    await sleep(600_000);
    await new Promise((resolve) => setTimeout(resolve, 600_000));
    const minutes = (ms) => Math.round(ms / 60_000);
    console.log(JSON.stringify([
      minutes(Date.now() - date), minutes(performance.now() - elapsed), minutes(new Date() - made),
      new Date(0).toISOString(), made instanceof Date,
    ]));
  `);
  expect(printed).toEqual([20, 20, 20, '1970-01-01T00:00:00.000Z', true]);
});

test('timers can be cleared, refreshed, repeated, aborted, and unreferenced', async () => {
  const printed = await inFastTime(`
    import { setTimeout as sleep } from 'node:timers/promises';
    const heard = [];
    clearTimeout(setTimeout(() => heard.push('cleared'), 60_000));
    const refreshed = setTimeout(() => heard.push('refreshed'), 100_000);
    setTimeout(() => { heard.push('first'); refreshed.refresh(); }, 60_000);
    setTimeout(() => heard.push('second'), 120_000);
    const beats = setInterval(() => heard.push('beat'), 50_000);
    setTimeout(() => clearInterval(beats), 130_000);
    const timeout = AbortSignal.timeout(30_000);
    const aborted = await sleep(3_600_000, null, { signal: timeout }).catch(({ name, cause }) => [name, cause.name]);
    await sleep(200_000);
    setTimeout(() => heard.push('unreferenced'), 86_400_000).unref();
    new PerformanceObserver((list) => heard.push(list.getEntries()[0].name)).observe({ entryTypes: ['mark'] });
    performance.mark('mark');
    await sleep(1_000);
    console.log(JSON.stringify([aborted, heard]));
  `);
  expect(printed).toEqual([
    ['AbortError', 'TimeoutError'],
    ['beat', 'first', 'beat', 'second', 'refreshed', 'mark'],
  ]);
});

test('time almost stops while an answer is on its way, until the answer counts as never coming', async () => {
  const printed = await inFastTime(`
    import { createServer } from 'node:http';
    const server = createServer((request, response) => {
      if (request.url === '/slow') setTimeout(() => response.end('here'), 400);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const ask = (path) => fetch('http://127.0.0.1:' + server.address().port + path, { signal: AbortSignal.timeout(30_000) });
    const before = Date.now();
    const slow = await (await ask('/slow')).text();
    const slowMs = Date.now() - before;
    const never = await ask('/never').catch(({ name }) => name);
    server.closeAllConnections();
    server.close();
    console.log(JSON.stringify([slow, slowMs < 10_000, never]));
  `);
  expect(printed).toEqual(['here', true, 'TimeoutError']);
});
