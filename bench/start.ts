/** What the start costs: from the start of the process to its first request at the service, beside `node -e 0`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAction } from '../test/support/action-inputs.ts';
import { prepareJob } from '../test/support/runner-environment.ts';
import { atMost, figure, median, type Section, show } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pairs = 40;
const warmUps = 3;
/** Of the kernel, for what it tells of CPU time. */
const tickMs = 10;

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Peak of the resident memory in MiB. */
  readonly peakMiB: number;
}

/** CPU time of all children that have ended. Exact to a tick only, so it is summed over all runs. */
async function childrenCpuMs(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
}

async function peakMiB(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Runs `args` until `reached`, then ends it. */
async function cost(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  reached: (child: ChildProcess) => Promise<unknown>,
): Promise<Cost> {
  const cpuBefore = await childrenCpuMs();
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await reached(child);
  const wallMs = performance.now() - startedMs;
  const memory = child.exitCode === null ? await peakMiB(child.pid) : 0;
  child.kill('SIGKILL');
  await ended;
  return { wallMs, cpuMs: (await childrenCpuMs()) - cpuBefore, peakMiB: memory };
}

/** A service that takes a request and never answers. */
async function silentService(): Promise<{ server: Server; url: string }> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

interface Bench {
  readonly bundle: string;
  readonly env: NodeJS.ProcessEnv;
  readonly server: Server;
}

async function runPairs({ bundle, env, server }: Bench): Promise<{ bare: Cost[]; action: Cost[] }> {
  const bare: Cost[] = [];
  const action: Cost[] = [];
  for (let round = 0; round < warmUps + pairs; round += 1) {
    const one = await cost(['-e', '0'], env, (child) => once(child, 'exit'));
    const other = await cost([bundle], env, () => once(server, 'request'));
    if (round < warmUps) continue;
    bare.push(one);
    action.push(other);
  }
  return { bare, action };
}

/** Peak memory of a bare process that has nothing to do but to stay. */
async function barePeakMiB(env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("x"); setTimeout(() => 0, 9e6)'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const peak = await peakMiB(child.pid);
  child.kill('SIGKILL');
  return peak;
}

export async function measureStart(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-bench-'));
  const { server, url } = await silentService();
  try {
    const action = await readAction(join(root, 'action.yml'));
    const inputs = { 'api-key': 'bench-key-0001', 'base-url': url, config: 'none', comment: 'never' };
    const target = { url: 'https://shop.example', 'wait-for-url': '0' };
    const job = await prepareJob({ root: folder, inputs: { ...inputs, ...target } }, action);
    const bench = { bundle: join(root, action.main), env: job.env, server };
    const costs = await runPairs(bench);
    const ratios = costs.action.map(
      ({ wallMs }, index) => wallMs / (costs.bare[index]?.wallMs ?? Number.NaN),
    );
    const cpu = (all: readonly Cost[]) => all.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    const peak = median(costs.action.map((one) => one.peakMiB));
    const wall = (all: readonly Cost[]) => median(all.map(({ wallMs }) => wallMs)).toFixed(0);
    return {
      title: 'Start',
      command: 'node bench/start.ts',
      how: `From the start of the process to its first request at the service, with \`config: none\` and \`comment: never\` on a pull request, beside \`node -e 0\` from its start to its end; ${pairs} pairs. Wall time is the median of the ratios of the pairs, CPU time the ratio of the sums.`,
      rows: [
        atMost('wall time, ratio to node -e 0', median(ratios), { limit: 3.9, digits: 2 }),
        atMost('CPU time, ratio to node -e 0', cpu(costs.action) / cpu(costs.bare), {
          limit: 3.9,
          digits: 2,
        }),
        atMost('peak memory to the first request', peak, { limit: 65, unit: 'MiB' }),
        figure('wall time', `${wall(costs.action)} ms, bare ${wall(costs.bare)} ms`),
        figure(
          'CPU time',
          `${(cpu(costs.action) / pairs).toFixed(0)} ms, bare ${(cpu(costs.bare) / pairs).toFixed(0)} ms`,
        ),
        figure('peak memory of bare node', `${(await barePeakMiB(job.env)).toFixed(1)} MiB`),
      ],
    };
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await show(measureStart);
