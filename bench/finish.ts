/**
 * What the network costs: the time from the end of the scan to the end of the run, and how often GitHub is asked. On
 * plain loopback, and with delays as on a real runner. `node bench/finish.ts`
 */

import { type Scene, startScene } from '../test/e2e/scene.ts';
import type { ActionOptions } from '../test/support/runner.ts';
import { bareMs } from './start.ts';
import { atMost, figure, median, type Section, show } from './table.ts';

const runs = 5;
const bareRuns = 20;
/** Of each answer, in milliseconds. */
const delays = { github: 200, service: 100 };
/** The PDF; four requests of an upload; the comment, looked up and written. One begins when the last has ended. */
const waitedSeconds = (delays.service + 6 * delays.github) / 1000;

interface Finish {
  /** From the answer with the end of the scan to the end of the process, in seconds. */
  readonly tail: number;
  /** Requests to GitHub, those of the artifact aside. */
  readonly requests: number;
}

function slowDown({ sandbox, github, artifacts }: Scene): void {
  const late = { path: /^/, effect: { kind: 'delay', delayMs: delays.github } } as const;
  github.faults.add(late);
  artifacts.faults.add(late);
  const fault = { kind: 'delay', ms: delays.service } as const;
  sandbox.faults = (['start', 'fetch', 'list', 'report'] as const).map((endpoint) => ({ endpoint, fault }));
}

/** One run with policy file, comment, PDF, artifact and summary. */
async function measure(scene: Scene, answerMs: number, options: ActionOptions = {}): Promise<Finish> {
  const { sandbox, github } = scene;
  const before = { github: github.requests.length, service: sandbox.requests.length };
  scene.artifacts.nextRun();
  const result = await (await scene.start(options)).done;
  const endedAt = Date.now();
  const last = sandbox.requests.slice(before.service).findLast(({ path }) => path.includes('/scan/'));
  const isWhole = result.outputs['verdict'] === 'fail' && result.outputs['report-path'] !== '';
  if (last === undefined || !isWhole || result.summary === '' || scene.comments().length !== 1)
    throw new Error(`the run is incomplete:\n${result.stdout}`);
  return {
    tail: (endedAt - last.atMs - answerMs) / 1000,
    requests: github.requests.length - before.github,
  };
}

/** Runs with a new comment, each with one more that updates it, on servers of their own. */
async function measureRuns(isSlow: boolean) {
  const first: Finish[] = [];
  const update: Finish[] = [];
  for (let run = 0; run < runs; run += 1) {
    const contents = { main: { '.github/scan-gate.yml': 'fail-on: high\n' } };
    await using scene = await startScene({ shipped: true, github: { contents } });
    // The first report of a sandbox also loads its PDF library.
    const inputs = { 'scan-id': await scene.scanned(scene.weak.url), comment: 'never' };
    await scene.run({ inputs });
    if (isSlow) slowDown(scene);
    const answerMs = isSlow ? delays.service : 0;
    first.push(await measure(scene, answerMs));
    // Another run, because a second job of one run would leave the comment.
    update.push(await measure(scene, answerMs, { runId: 123_456_790 }));
  }
  const of = (finishes: readonly Finish[]) => ({
    tail: median(finishes.map(({ tail }) => tail)),
    requests: median(finishes.map(({ requests }) => requests)),
  });
  return { first: of(first), update: of(update) };
}

export async function measureFinish(): Promise<Section> {
  const loopback = await measureRuns(false);
  const slow = await measureRuns(true);
  const bares: number[] = [];
  for (let run = 0; run < bareRuns; run += 1) bares.push(await bareMs(process.env));
  const bareSeconds = median(bares) / 1000;
  const delayedRows = (name: string, { tail }: Finish) => [
    figure(name, `${tail.toFixed(2)} s`),
    atMost(
      `${name}, beyond ${waitedSeconds.toFixed(1)} s of waiting, ratio to node -e 0`,
      (tail - waitedSeconds) / bareSeconds,
      { limit: 4.4, digits: 1 },
    ),
  ];
  return {
    title: 'The end of a run',
    how: `With policy file, comment, summary, artifact and PDF. On plain loopback, and with answers that take ${delays.github} ms (GitHub, its artifact service) and ${delays.service} ms (the service). From the answer with the end of the scan to the end of the process; the sandbox also renders the PDF in this time. Medians of ${runs}. The goal of 1.4 s was set on a machine whose \`node -e 0\` takes 23 ms. Seven answers come one after the other, ${waitedSeconds.toFixed(1)} s of waiting; the rest, 0.1 s there, is 4.4 × as long as \`node -e 0\`.`,
    rows: [
      atMost('loopback', loopback.first.tail, { limit: 0.5, unit: 's', digits: 2 }),
      ...delayedRows('delayed', slow.first),
      ...delayedRows('delayed, update of a comment', slow.update),
      atMost('requests to GitHub', slow.first.requests, { limit: 6, digits: 0 }),
      atMost('requests to GitHub, update of a comment', slow.update.requests, { limit: 5, digits: 0 }),
    ],
  };
}

if (import.meta.main) await show(measureFinish);
