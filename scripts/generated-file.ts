/** Files that are generated from others, whole or between markers. */

import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

/**
 * Brings a file up to date. With `--check` on the command line nothing is written, and a stale file is an error.
 *
 * @param generate the new text, from the present one; that is empty where there is no file
 * @param stale what to print about a stale file
 */
export async function updateFile(
  path: string,
  generate: (before: string) => string,
  stale: string,
): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const before = await readFile(path, 'utf8').catch(() => '');
  const after = generate(before);
  if (after === before) return;
  if (!values.check) return writeFile(path, after);
  process.stderr.write(`${stale}\n`);
  process.exitCode = 1;
}

/**
 * Replaces what is between `<!-- name:start -->` and `<!-- name:end -->`.
 *
 * @throws {Error} where the markers are missing
 */
export function replaceBetween(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`there is no ${start} … ${end}`);
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
