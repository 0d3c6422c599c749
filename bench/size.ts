/** What a job downloads: the archive of the last commit, and what a run reads of it. `node bench/size.ts` */

import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { atMost, figure, type Section, show } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Like GitHub's archives, `git archive` leaves out what `.gitattributes` marks `export-ignore`. */
async function archiveBytes(): Promise<number> {
  const options = { cwd: root, encoding: 'buffer', maxBuffer: 2 ** 28 } as const;
  const { stdout } = await promisify(execFile)('git', ['archive', '--format=tar', 'HEAD'], options);
  return gzipSync(stdout).length;
}

export async function measureSize(): Promise<Section> {
  const names = await readdir(join(root, 'dist'));
  const files = names.map(async (name) => [name, (await stat(join(root, 'dist', name))).size] as const);
  const sizes = new Map(await Promise.all(files));
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return {
    title: 'Download',
    how: '`git archive` of the last commit, gzipped, as a runner fetches it; and the files of `dist/`.',
    rows: [
      atMost('archive', (await archiveBytes()) / 1000, { limit: 650, unit: 'KB', digits: 0 }),
      atMost('dist/index.js', (sizes.get('index.js') ?? 0) / 1000, { limit: 420, unit: 'KB', digits: 0 }),
      figure('dist', `${(all / 1e6).toFixed(2)} MB`),
    ],
  };
}

if (import.meta.main) await show(measureSize);
