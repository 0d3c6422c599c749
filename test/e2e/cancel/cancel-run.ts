/** Runs the action into a stage, sends it a signal as the runner does, and measures the time to its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunResult } from '../../support/runner.ts';
import { until } from '../../support/until.ts';
import { type Scene, startScene } from '../scene.ts';
import type { Stage } from './stages.ts';

export interface Cancelled {
  readonly result: RunResult;
  /** From the first signal to the end of the process. */
  readonly endedAfterMs: number;
  /** From the last one. */
  readonly endedAtOnceMs: number;
  /** The first comment; `''` if there is none. */
  readonly comment: string;
  readonly scanIds: readonly string[];
}

interface CancelOptions {
  readonly signals: readonly NodeJS.Signals[];
  /** Between two signals. */
  readonly pauseMs?: number;
  /** True: the shipped bundle, in a process of its own. */
  readonly shipped?: boolean;
}

export async function cancelIn(stage: Stage, options: CancelOptions): Promise<Cancelled> {
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
    scanIds: scanIdsOf(scene),
  };
}

function scanIdsOf({ sandbox }: Scene): string[] {
  return sandbox.scans.map(({ id }) => id);
}
