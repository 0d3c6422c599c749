/** The files of the repository that the contract tests look at. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folders that hold TypeScript. */
const codeFolders = ['src', '.github/actions', 'sandbox', 'scripts', 'test', 'bench'] as const;

export function readText(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

/**
 * Paths relative to the root, with `/`, in order. A folder that does not exist has no files.
 *
 * @param ending how the names end, such as `.ts`
 */
export async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
    .sort();
}

/** Every TypeScript file of the project. */
export async function codeFiles(): Promise<string[]> {
  const found = await Promise.all(codeFolders.map((folder) => filesBelow(folder, '.ts')));
  return found.flat();
}
