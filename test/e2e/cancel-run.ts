/** The stages in which a run can be cancelled, and a run that gets a signal there as the runner sends it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../sandbox/faults.ts';
import { until } from '../support/until.ts';
import { type Scene, type SceneOptions, startScene } from './scene.ts';

export interface Stage {
  readonly name: string;
  readonly scene?: SceneOptions;
  readonly inputs?: (scene: Scene) => Readonly<Record<string, string>>;
  /** True once the stage is reached. @param log the lines of the run so far */
  readonly reached: (scene: Scene, log: string) => boolean;
  /** What the run knows when the signal comes. */
  readonly known: 'nothing' | 'scan' | 'verdict';
  /** False if the comment itself hangs. */
  readonly comment: boolean;
}

const hang = { kind: 'hang' } as const;
const rateLimited = {
  kind: 'status',
  status: 403,
  headers: { 'retry-after': '50' },
  json: { message: 'You have exceeded a secondary rate limit.' },
} as const;

const noScan = { known: 'nothing', comment: true } as const;
const verdict = { known: 'verdict', comment: true } as const;

function askedService(part: string): Stage['reached'] {
  return ({ sandbox }) => sandbox.requests.some(({ path }) => path.includes(part));
}

const faultyService = (...faults: readonly FaultRule[]): SceneOptions => ({ sandbox: { faults } });

/** The artifact service does not answer the upload of a file whose name has `part`. */
function uploading(name: string, reports: string, part: string): Stage {
  const path = new RegExp(`container/.*${part}`);
  return {
    ...verdict,
    name,
    scene: { artifacts: { faults: [{ path, effect: hang }] } },
    inputs: () => ({ reports }),
    reached: ({ artifacts }) => artifacts.requests.some((one) => path.test(one.path)),
  };
}

/** The upload of the PDF report comes before that of the archive. */
export const uploadingPdf = uploading('PDF report being uploaded', 'ACTION_REPORT', 'pdf$');

/** GitHub answers requests of `method` about comments with `effect`. */
function commenting(name: string, method: string, effect: typeof hang | typeof rateLimited): Stage {
  return {
    ...verdict,
    name,
    comment: false,
    scene: { github: { faults: [{ method, path: /comments/, effect }] } },
    // Without a PDF, a finished scan goes straight on to what comes next.
    inputs: () => ({ reports: 'none' }),
    reached: ({ github }) =>
      github.requests.some((one) => one.method === method && one.path.endsWith('comments')),
  };
}

/** Each lasts, because a server does not answer. */
export const stages: readonly Stage[] = [
  {
    ...noScan,
    name: 'waiting for a target that is silent',
    // Any server that does not answer will do as a site.
    scene: { artifacts: { faults: [{ path: /^\/silent/, effect: hang }] } },
    inputs: ({ artifacts }) => ({ url: `${artifacts.url}/silent` }),
    reached: ({ artifacts }) => artifacts.requests.length > 0,
  },
  {
    ...noScan,
    name: 'start in flight',
    scene: faultyService({ endpoint: 'start', fault: { kind: 'after-effect', fault: hang } }),
    reached: ({ sandbox }) => sandbox.scans.length > 0,
  },
  {
    ...noScan,
    name: 'looking for a scan whose start was lost',
    scene: faultyService(
      { endpoint: 'start', fault: { kind: 'after-effect', fault: { kind: 'reset' } } },
      { endpoint: 'list', fault: hang },
    ),
    reached: askedService('list_scans'),
  },
  {
    name: 'between two polls',
    known: 'scan',
    comment: true,
    scene: { sandbox: { scanBehaviour: { stuckAt: 60 } } },
    inputs: () => ({ 'poll-interval': '30s' }),
    reached: askedService('/v1/api/scan/'),
  },
  {
    ...verdict,
    name: 'report in flight',
    scene: faultyService({ endpoint: 'report', fault: { kind: 'hang-in-body' } }),
    reached: askedService('reports/generate'),
  },
  uploading('artifact being uploaded', 'none', ''),
  uploadingPdf,
  commenting('comments being listed', 'GET', hang),
  commenting('comment being written', 'POST', hang),
  commenting('waiting for the end of a rate limit', 'GET', rateLimited),
];

export type Cancelled = Awaited<ReturnType<typeof cancelIn>>;

interface CancelOptions {
  readonly signals: readonly NodeJS.Signals[];
  /** Between two signals. */
  readonly pauseMs?: number;
  /** True: the shipped bundle, in a process of its own. */
  readonly shipped?: boolean;
}

/**
 * Runs the action into a stage and sends it the signals. Measures the time to its end, from the first signal
 * (`endedAfterMs`) and from the last one (`endedAtOnceMs`).
 */
export async function cancelIn(stage: Stage, options: CancelOptions) {
  await using scene = await startScene({ ...stage.scene, shipped: options.shipped === true });
  const lines: string[] = [];
  const inputs = stage.inputs?.(scene) ?? {};
  const action = await scene.start({ inputs, onLine: (line) => lines.push(line) });
  await until(() => stage.reached(scene, lines.join('\n')), stage.name);
  const signalledAt = performance.now();
  for (const [index, signal] of options.signals.entries()) {
    if (index > 0) await sleep(options.pauseMs ?? 0);
    action.kill(signal);
  }
  const lastSignalAt = performance.now();
  const result = await action.done;
  const endedAt = performance.now();
  return {
    result,
    endedAfterMs: endedAt - signalledAt,
    endedAtOnceMs: endedAt - lastSignalAt,
    comment: scene.comments()[0] ?? '',
    scanIds: scene.sandbox.scans.map(({ id }) => id),
  };
}
