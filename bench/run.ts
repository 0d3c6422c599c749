/**
 * `npm run bench`: measures everything, prints the tables and writes `bench/RESULTS.md`. Fails if a goal is missed.
 * Build and commit first, because the size is that of the last commit, and use an idle machine.
 */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureFinish } from './finish.ts';
import { measureLarge } from './large.ts';
import { measurePolling } from './polling.ts';
import { measureSize } from './size.ts';
import { measureStart } from './start.ts';
import { asMarkdown, asText, isMet, type Section } from './table.ts';

/** When, of which commit, and on what machine. */
function circumstances(): string {
  const options = { cwd: fileURLToPath(new URL('..', import.meta.url)), encoding: 'utf8' } as const;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim();
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`;
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC, commit ${commit}, ${machine}. Load average: ${loadavg()[0]?.toFixed(1)}.`;
}

const head = ['# Results of `npm run bench`', circumstances()];
const sections: Section[] = [];
for (const measure of [measureSize, measureStart, measureFinish, measureLarge, measurePolling]) {
  const section = await measure();
  process.stdout.write(`${asText(section)}\n\n`);
  sections.push(section);
}
const note =
  'Ratios compare figures of one run on one machine. Times alone say little about another machine.';
const text = [...head, note, ...sections.map(asMarkdown)].join('\n\n');
writeFileSync(new URL('RESULTS.md', import.meta.url), `${text}\n`);
process.exitCode = sections.every(isMet) ? 0 : 1;
