/** What a run has left on the disk. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/**
 * All files of the job whose `RUNNER_TEMP` is `temp`, those of the runner and those that the step added: relative path,
 * with `/` → bytes.
 */
export async function filesOfJob(temp: string): Promise<Map<string, Buffer>> {
  const folder = dirname(temp);
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), await readFile(path));
  }
  return files;
}

const laidOut = /^(?:GITHUB_(?:OUTPUT|STATE|ENV|PATH|STEP_SUMMARY)|event\.json)$/;
const own =
  /^temp\/scan-gate-[A-Za-z0-9]{6}\/(?:result\.json|comment\.md|result\.sarif|scan-gate-[\w.-]+-\d+-(?:ACTION|COMMERCIAL_RISK)_REPORT\.pdf)$/;

/** Names of files that neither the runner nor the action should have made. */
export function foreignFiles(files: ReadonlyMap<string, Buffer>): string[] {
  return [...files.keys()].filter((name) => !laidOut.test(name) && !own.test(name));
}
