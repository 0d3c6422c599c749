import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Claims `digest` of a comment key for this step. `RUNNER_TEMP` lives as long as the job, so a second use of the same
 * key in one job finds the claim of the first. Where nothing can be written there, every step has the key: only a second
 * use in the same job would notice.
 *
 * @param action `GITHUB_ACTION`, which names the step
 * @returns false when another step of the job has the key already
 */
export function claimKey(tempFolder: string, digest: string, action: string): boolean {
  const folder = join(tempFolder, 'scan-gate-keys');
  const file = join(folder, digest);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, action, { flag: 'wx' });
    return true;
  } catch {
    return claimant(file) === action;
  }

  function claimant(path: string): string {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return action;
    }
  }
}
