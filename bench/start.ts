/** Cost of a start, up to the first request to the service, compared with `node -e 0`. */

import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { prepareJob, readAction } from '../test/support/runner-environment.ts';
import { type Candidate, type Listener, listen, measurePair, type Pair, ratios } from './process-cost.ts';
import { atMost, figure, mean, median, type Section, show } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pairs = 120;
const warmUps = 3;

/** The action as a step of a job. @param url where the service is @param folder takes the files of the job */
export async function ownJob(folder: string, url: string): Promise<Pick<Candidate, 'args' | 'env'>> {
  const action = await readAction(join(root, 'action.yml'));
  const inputs = { 'api-key': 'bench-key-0001', 'base-url': url, config: 'none', comment: 'never' };
  const target = { url: 'https://shop.example', 'wait-for-url': '0', reports: 'none' };
  const { env } = await prepareJob({ root: folder, inputs: { ...inputs, ...target } }, action);
  return { args: [join(root, action.main)], env };
}

/** The action up to its first request to the service. @param folder takes the files of the job */
export async function ownStart(folder: string, { url, heard }: Listener): Promise<Candidate> {
  return { ...(await ownJob(folder, url)), reached: heard };
}

/** Peak memory of a Node.js process that only waits: half a second is enough for its start. */
async function barePeakMiB(env: NodeJS.ProcessEnv): Promise<number> {
  const waiting = { args: ['-e', 'setTimeout(() => 0, 9e6)'], env, reached: () => wait(500) };
  return (await measurePair(waiting)).other.peakMiB;
}

export async function measureStart(): Promise<Section> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-bench-'));
  await using listener = await listen();
  const candidate = await ownStart(folder.path, listener);
  for (let round = 0; round < warmUps; round += 1) await measurePair(candidate);
  const measured: Pair[] = [];
  for (let round = 0; round < pairs; round += 1) measured.push(await measurePair(candidate));
  const { wall, cpu } = ratios(measured);
  const wallMs = (of: keyof Pair) => median(measured.map((pair) => pair[of].wallMs)).toFixed(0);
  const cpuMs = (of: keyof Pair) => mean(measured.map((pair) => pair[of].cpuMs)).toFixed(0);
  const peak = median(measured.map(({ other }) => other.peakMiB));
  return {
    title: 'Start',
    command: 'node bench/start.ts',
    how: `From the start of the process to its first request to the service, with \`config: none\` and \`comment: never\` on a pull request, compared with a complete run of \`node -e 0\`; ${pairs} pairs. Wall time is the median of the ratios of the pairs, CPU time the ratio of the sums.`,
    rows: [
      atMost('wall time, ratio to node -e 0', wall, { limit: 6, digits: 2 }),
      atMost('CPU time, ratio to node -e 0', cpu, { limit: 7, digits: 2 }),
      atMost('peak memory to the first request', peak, { limit: 80, unit: 'MiB' }),
      figure('wall time', `${wallMs('other')} ms, bare ${wallMs('bare')} ms`),
      figure('CPU time', `${cpuMs('other')} ms, bare ${cpuMs('bare')} ms`),
      figure('peak memory of bare node', `${(await barePeakMiB(candidate.env)).toFixed(1)} MiB`),
    ],
  };
}

if (import.meta.main) await show(measureStart);
