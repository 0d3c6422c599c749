/**
 * Writes the table of faults in docs/faults.md from the one that the tests play, between the markers `<!-- faults:start -->`
 * and `<!-- faults:end -->`.
 *
 * `node scripts/update-fault-table.ts [--check]`; with `--check` nothing is written, and a table that differs is an error.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FaultRow } from '../test/e2e/faults/fault-row.ts';
import { faultTable } from '../test/e2e/faults/fault-table.ts';

const places: Readonly<Record<FaultRow['place'], string>> = {
  start: 'start',
  fetch: 'result',
  list: 'list',
  report: 'report',
  target: 'target',
};

/** What the user gets, in one cell. */
function whatHappens({ verdict, says, note, place }: FaultRow): string {
  const told = says
    .map((words) => words.replaceAll('|', '\\|'))
    .join(' … ')
    // What the service said stands within these brackets.
    .replace(/\((HTTP \d+) …/g, '($1) …');
  if (verdict === 'inconclusive') return `**inconclusive**: ${told}`;
  if (verdict === 'fail') return `**fail**: ${told}`;
  if (note !== undefined) return note;
  return place === 'report' ? `a warning, the verdict stands: ${told}` : `a warning: ${told}`;
}

function cell(row: FaultRow | undefined): string {
  return row === undefined ? '' : whatHappens(row);
}

/** One line for a fault at one place, briefly and lasting. */
function line(rows: readonly FaultRow[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const find = (lasts: FaultRow['lasts']) => rows.find((row) => row.lasts === lasts);
  const always = find('always');
  const briefly = always === undefined ? cell(find('briefly')) : 'the same';
  return `| ${first.fault} | ${places[first.place]} | ${briefly} | ${cell(always ?? find('on'))} |`;
}

function table(): string {
  const lines = [...Map.groupBy(faultTable, ({ fault, place }) => `${fault} at ${place}`).values()].map(line);
  return ['| Fault | Where | Passes soon | Lasts |', '|---|---|---|---|', ...lines]
    .join('\n')
    .replaceAll('|  |', '| |');
}

const path = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'faults.md');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const before = await readFile(path, 'utf8');
const [start, end] = ['<!-- faults:start -->', '<!-- faults:end -->'];
const [from, to] = [before.indexOf(start), before.indexOf(end)];
if (from === -1 || to < from) throw new Error(`docs/faults.md has no ${start} … ${end}`);
const after = `${before.slice(0, from + start.length)}\n${table()}\n${before.slice(to)}`;

if (after !== before) {
  if (values.check) {
    process.stderr.write(
      'docs/faults.md differs from the tests: run `npx node scripts/update-fault-table.ts`\n',
    );
    process.exitCode = 1;
  } else {
    await writeFile(path, after);
  }
}
