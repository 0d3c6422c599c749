/**
 * What the network costs: the time from the end of the scan to the end of the run, and how often GitHub is asked. On
 * plain loopback, and with delays as on a real runner.
 */

import { type Scene, startScene } from '../test/e2e/scene.ts';
import type { ActionOptions } from '../test/support/runner.ts';
import { atMost, median, type Section, show } from './table.ts';

const runs = 5;
/** Of each answer, in milliseconds. */
const delays = { github: 200, service: 100 };

interface Finish {
  /** From the answer with the end of the scan to the end of the process, in milliseconds. */
  readonly tailMs: number;
  /** Requests to GitHub, those of the artifact aside. */
  readonly requests: number;
}

function slowDown({ sandbox, github, artifacts }: Scene): void {
  const late = { path: /^/, effect: { kind: 'delay', delayMs: delays.github } } as const;
  github.faults.add(late);
  artifacts.faults.add(late);
  sandbox.faults = (['start', 'fetch', 'list', 'report'] as const).map((endpoint) => ({
    endpoint,
    fault: { kind: 'delay', ms: delays.service },
  }));
}

/**
 * One run with everything on: policy file, comment while it runs unless `options` say otherwise, PDF, artifact,
 * summary.
 */
async function measure(scene: Scene, answerMs: number, options: ActionOptions = {}): Promise<Finish> {
  const { sandbox, github } = scene;
  const before = { github: github.requests.length, service: sandbox.requests.length };
  scene.artifacts.nextRun();
  const run = await scene.start({ ...options, inputs: { 'poll-interval': '5s', ...options.inputs } });
  const result = await run.done;
  const endedAt = Date.now();
  const asked = sandbox.requests.slice(before.service);
  const last = asked.findLast(({ path }) => path.includes('/scan/'));
  const isWhole = result.outputs['verdict'] === 'fail' && result.outputs['report-path'] !== '';
  if (last === undefined || !isWhole || result.summary === '' || scene.comments().length !== 1)
    throw new Error(`the run is incomplete:\n${result.stdout}`);
  return {
    tailMs: endedAt - last.atMs - answerMs,
    requests: github.requests.length - before.github,
  };
}

/** Runs, each with one more that updates its comment, on servers of their own. */
async function measureRuns(isSlow: boolean) {
  const first: Finish[] = [];
  const update: Finish[] = [];
  for (let run = 0; run < runs; run += 1) {
    const contents = { main: { '.github/scan-gate.yml': 'fail-on: high\n' } };
    await using scene = await startScene({ shipped: true, sandbox: { scanMs: 4_500 }, github: { contents } });
    // The first report of a sandbox also loads its PDF library.
    const inputs = { 'scan-id': await scene.scanned(scene.weak.url), comment: 'never' };
    await scene.run({ inputs });
    if (isSlow) slowDown(scene);
    first.push(await measure(scene, isSlow ? delays.service : 0));
    // Another run, because a second job of one run would leave the comment. Without a comment while the scan runs.
    const options = { runId: 123_456_790, inputs: { comment: 'on-failure' } };
    update.push(await measure(scene, isSlow ? delays.service : 0, options));
  }
  return { first, update };
}

export async function measureFinish(): Promise<Section> {
  const loopback = await measureRuns(false);
  const slow = await measureRuns(true);
  const seconds = (finishes: readonly Finish[]) => median(finishes.map(({ tailMs }) => tailMs / 1000));
  const requests = (finishes: readonly Finish[]) => median(finishes.map((finish) => finish.requests));
  const s = { unit: 's', digits: 2 } as const;
  return {
    title: 'A run on a network',
    command: 'node bench/finish.ts',
    how: `With policy file, comment while the scan runs, summary, artifact and PDF. On plain loopback, and with answers that take ${delays.github} ms (GitHub, its artifact service) and ${delays.service} ms (the service). The end is from the answer with the end of the scan to the end of the process; the sandbox also renders the PDF in this time. Medians of ${runs}.`,
    rows: [
      atMost('loopback: end', seconds(loopback.first), { limit: 0.5, ...s }),
      atMost('delayed: end', seconds(slow.first), { limit: 2, ...s }),
      atMost('delayed: end, of an update', seconds(slow.update), { limit: 2.25, ...s }),
      atMost('requests to GitHub, first run with a live comment', requests(slow.first), {
        limit: 7,
        digits: 0,
      }),
      atMost('requests to GitHub, update of the comment at the end', requests(slow.update), {
        limit: 4,
        digits: 0,
      }),
    ],
  };
}

if (import.meta.main) await show(measureFinish);
