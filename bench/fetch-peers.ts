/**
 * Fetches the peers that `peers.ts` measures into `peers/`, which git ignores:
 * `node bench/fetch-peers.ts [--from <folder>]`. They come from GitHub, or from bare repositories in a folder, named
 * `<owner>+<name>`. Nothing of them is built or run here.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, rename, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { folderOf, type Peer, peersAt, peersFolder } from './peer-list.ts';

const run = promisify(execFile);

function sourceOf({ repository }: Peer, from: string | undefined): string {
  if (from === undefined) return `https://github.com/${repository}`;
  const folder = resolve(from, repository.replace('/', '+'));
  // Some mirrors have the git directory in a folder `repo`.
  return existsSync(join(folder, 'repo')) ? join(folder, 'repo') : folder;
}

/** Checks out the pinned commit. It is moved to its place once it is complete. */
async function fetchPeer(peer: Peer, source: string): Promise<void> {
  await using folder = await mkdtempDisposable(join(peersFolder, 'fetching-'));
  const work = join(folder.path, 'work');
  await mkdir(work);
  // Without this, git asks for a password where the repository does not exist.
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
  const git = (...args: string[]) => run('git', args, { cwd: work, env });
  await git('init', '--quiet');
  await git('fetch', '--quiet', '--depth=1', '--no-tags', source, peer.commit);
  await git('-c', 'core.autocrlf=false', 'checkout', '--quiet', '--detach', peer.commit);
  await rename(work, folderOf(peer));
}

const { values } = parseArgs({ options: { from: { type: 'string' } } });
await mkdir(peersFolder, { recursive: true });
// A peer without a package.json would be run under ours, which makes every script an ES module.
await writeFile(join(peersFolder, 'package.json'), '{}\n');
for (const peer of peersAt('')) {
  const name = `${peer.repository} ${peer.version}`;
  if (existsSync(folderOf(peer))) {
    process.stdout.write(`${name}: there already\n`);
    continue;
  }
  try {
    await fetchPeer(peer, sourceOf(peer, values.from));
    process.stdout.write(`${name}: ${basename(folderOf(peer))}\n`);
  } catch (error) {
    process.stdout.write(`${name}: ${error instanceof Error ? error.message.trim() : error}\n`);
    process.exitCode = 1;
  }
}
