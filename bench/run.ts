/**
 * `npm run bench`: measures everything, prints the tables and writes `bench/RESULTS.md`, which ends with
 * `bench/TRIED.md`. Fails where a goal is missed. Build and commit first, because the size is that of the last commit,
 * and use an idle machine.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureFinish } from './finish.ts';
import { measureLarge } from './large.ts';
import { measurePeerSizes, measurePeerStarts } from './peers.ts';
import { measurePolling } from './polling.ts';
import { measureSize } from './size.ts';
import { measureStart } from './start.ts';
import { asMarkdown, asText, isMet, type Section } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What has goals in seconds comes first: a machine that works for minutes may get slower, and ratios hardly notice. */
const measures = [
  ...[measureSize, measurePeerSizes, measureFinish, measureLarge],
  ...[measureStart, measurePeerStarts, measurePolling],
];

/** When, of which commit, and on what machine. */
function circumstances(startedAt: Date, loadBefore: number): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${memory}, Node ${process.version}`;
  const when = startedAt.toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC, commit ${commit}, ${machine}. Load average at the start: ${loadBefore.toFixed(1)}.`;
}

const startedAt = new Date();
const loadBefore = loadavg()[0] ?? 0;
const sections: Section[] = [];
for (const measure of measures) {
  const section = await measure();
  process.stdout.write(`${asText(section)}\n\n`);
  sections.push(section);
}
const text = [
  '# Results of `npm run bench`',
  circumstances(startedAt, loadBefore),
  'Ratios compare figures of one run on one machine. Times alone say little about another machine.',
  ...sections.map(asMarkdown),
  readFileSync(new URL('TRIED.md', import.meta.url), 'utf8').trimEnd(),
].join('\n\n');
writeFileSync(new URL('RESULTS.md', import.meta.url), `${text}\n`);
process.exitCode = sections.every(isMet) ? 0 : 1;
