/** A run for the pull request of the events, whose target is discovered. */
import { BASE_SHA, HEAD_SHA } from '../support/events.ts';
import type { ActionOptions, RunResult } from '../support/runner.ts';
import { pullNumber, type Scene } from './scene.ts';

export const pull = { number: pullNumber, headSha: HEAD_SHA, baseSha: BASE_SHA };

/** Runs without `url`, so that the target is discovered. The runner asks no deployed site on this machine. */
export function runEvent(scene: Scene, { inputs, ...options }: ActionOptions): Promise<RunResult> {
  return scene.run({ ...options, inputs: { url: '', reports: 'none', 'wait-for-url': '0', ...inputs } });
}
