/** The files of the repository that the contract tests look at. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export function readText(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

/**
 * Paths relative to the root, with `/`, in order.
 *
 * @param ending how the names end, such as `.ts`
 */
export async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
    .sort();
}

/** Every TypeScript file of the project, with its text. */
export async function codeFiles(): Promise<{ path: string; text: string }[]> {
  const folders = ['src', 'sandbox', 'scripts', 'test', 'bench'];
  const paths = (await Promise.all(folders.map((folder) => filesBelow(folder, '.ts')))).flat();
  return Promise.all(paths.map(async (path) => ({ path, text: await readText(path) })));
}
