/** A key belongs to one step of a job, which claims it by a file. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runner } from '../core/ports.ts';
import { joinNonEmpty, shortDigest } from '../core/text.ts';

type RunnerOfStep = Pick<Runner, 'env' | 'tempFolder'>;

/**
 * Claims the comment key `key` for this step.
 *
 * @returns `key`, with the name of this step added if another step has claimed it
 */
export function claimCommentKey(runner: RunnerOfStep, key: string): string {
  return claimKey(runner, key) ? key : joinNonEmpty([key, runner.env['GITHUB_ACTION'] ?? ''], ' / ');
}

/**
 * Claims a key for this step, with a file in `RUNNER_TEMP`, which is kept until the job ends. If the folder cannot be
 * written to, the claim succeeds: only a second use in the same job would notice.
 *
 * @returns false if another step of the job has claimed the key
 */
export function claimKey(runner: RunnerOfStep, key: string): boolean {
  const folder = join(runner.tempFolder, 'scan-gate-keys');
  const file = join(folder, shortDigest(key));
  const step = runner.env['GITHUB_ACTION'] ?? '';
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8') === step;
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, step);
  } catch {
    // It is not known who has claimed the key, so the claim succeeds.
  }
  return true;
}
