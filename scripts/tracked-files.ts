import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The paths of all files that git tracks in a folder, without `dist`, which is built, and without tests, which make up
 * their own.
 */
export function trackedFiles(folder: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' });
  return listed.split('\0').filter((path) => path !== '' && !/^(?:dist|test)\//.test(path));
}

/** Writes each tracked file that `change` changes. Returns their paths. */
export async function rewriteTracked(folder: string, change: (text: string) => string): Promise<string[]> {
  const changed: string[] = [];
  for (const path of trackedFiles(folder)) {
    const text = await readFile(join(folder, path), 'utf8');
    const next = change(text);
    if (next === text) continue;
    await writeFile(join(folder, path), next);
    changed.push(path);
  }
  return changed;
}
