/** What a job downloads: the archive of the last commit, and `dist/` alone. */

import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { atMost, figure, type Section, show } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Size {
  /** The gzipped archive of the checked-out commit. */
  readonly archiveBytes: number;
  /** All files of `dist/`. */
  readonly distBytes: number;
}

/** Like GitHub's archives, `git archive` leaves out what `.gitattributes` marks `export-ignore`. */
async function archiveBytes(repository: string): Promise<number> {
  const { stdout } = await promisify(execFile)('git', ['archive', '--format=tar', 'HEAD'], {
    cwd: repository,
    encoding: 'buffer',
    maxBuffer: 256 * 1024 * 1024,
  });
  return gzipSync(stdout).length;
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** @param repository its work tree; default this project's */
export async function sizeOf(repository = root): Promise<Size> {
  return {
    archiveBytes: await archiveBytes(repository),
    distBytes: await folderBytes(join(repository, 'dist')),
  };
}

export async function measureSize(): Promise<Section> {
  const size = await sizeOf();
  return {
    title: 'Download',
    command: 'node bench/size.ts',
    how: '`git archive` of the last commit, gzipped, as a runner fetches it; and all files of `dist/`.',
    rows: [
      atMost('archive', size.archiveBytes / 1000, { limit: 650, unit: 'KB', digits: 0 }),
      figure('dist', `${(size.distBytes / 1e6).toFixed(2)} MB`),
    ],
  };
}

if (import.meta.main) await show(measureSize);
