/** Cost of a start, up to the first request to the service, compared with `node -e 0`. `node bench/start.ts` */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { actionMain, prepareJob } from '../test/support/runner-environment.ts';
import { atMost, figure, median, type Section, show } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pairs = 60;
const warmUps = 3;

interface Command {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The action as a step of a job. @param url where the service is @param folder takes the files of the job */
export async function ownJob(folder: string, url: string): Promise<Command> {
  const inputs = { 'api-key': 'bench-key-0001', 'base-url': url, config: 'none', comment: 'never' };
  const target = { url: 'https://shop.example', 'wait-for-url': '0', reports: 'none' };
  const { env } = await prepareJob({ root: folder, inputs: { ...inputs, ...target } });
  return { args: [join(root, actionMain)], env };
}

/** Peak of the resident memory of a running process. Linux only. */
export function peakMiB(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Milliseconds of a complete `node -e 0`. */
export async function bareMs(env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { env, stdio: 'ignore' }), 'exit');
  return performance.now() - startedAt;
}

/** Runs a command until the server hears of it, then kills it. */
async function costOf({ args, env }: Command, heard: () => Promise<unknown>) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await Promise.race([heard(), ended]);
  // Read at once: the process goes on meanwhile.
  const cost = { ms: performance.now() - startedAt, peakMiB: peakMiB(child.pid) };
  child.kill('SIGKILL');
  await ended;
  return cost;
}

export async function measureStart(): Promise<Section> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-bench-'));
  // It never answers. A process that is killed during a request resets the connection.
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).unref());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const job = await ownJob(folder.path, `http://127.0.0.1:${address.port}`);
  const heard = () => once(server, 'connection');
  const measured: { bare: number; ms: number; peakMiB: number }[] = [];
  for (let round = 0; round < warmUps + pairs; round += 1)
    measured.push({ bare: await bareMs(job.env), ...(await costOf(job, heard)) });
  server.close().unref();
  const rest = measured.slice(warmUps);
  const [bare, own] = [median(rest.map((each) => each.bare)), median(rest.map(({ ms }) => ms))];
  return {
    title: 'Start',
    how: `From the start of the process to its first request to the service, with \`config: none\` and \`comment: never\` on a pull request, compared with a complete run of \`node -e 0\` just before. Medians of ${pairs} pairs.`,
    rows: [
      atMost('ratio to node -e 0', median(rest.map((each) => each.ms / each.bare)), { limit: 4, digits: 2 }),
      atMost('peak memory', median(rest.map((each) => each.peakMiB)), { limit: 65, unit: 'MiB' }),
      figure('time', `${own.toFixed(0)} ms, bare ${bare.toFixed(0)} ms`),
      // Recorded in November 2026, in one run of this benchmark that also started other actions.
      figure('actions/dependency-review-action v4.7.3, ratio', '4.3'),
      figure('anchore/scan-action v7.4.0, ratio', '4.4'),
      figure('stackhawk/hawkscan-action v3.1.1, ratio', '3.4'),
      figure('zaproxy/action-full-scan v0.11.0, ratio', '3.2'),
    ],
  };
}

if (import.meta.main) await show(measureStart);
