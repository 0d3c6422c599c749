/**
 * Writes the table in test/e2e/faults/TABLE.md from the faults that the tests play, between the markers `faults`.
 *
 * `node scripts/update-fault-table.ts [--check]`; with `--check` nothing is written, and a stale table is an error.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FaultRow } from '../test/e2e/faults/fault-row.ts';
import { faultTable } from '../test/e2e/faults/fault-table.ts';
import { replaceBetween, updateFile } from './generated-file.ts';

const places: Readonly<Record<FaultRow['place'], string>> = {
  start: 'start',
  fetch: 'result',
  list: 'list',
  report: 'report',
  target: 'target',
};

/** What the user gets. */
function whatHappens({ verdict, says, note, place }: FaultRow): string {
  const text = says
    .map((words) => words.replaceAll('|', '\\|'))
    .join(' … ')
    // Leaves out what the service said in these brackets.
    .replace(/\((HTTP \d+) …/g, '($1) …');
  if (verdict === 'inconclusive') return `**inconclusive**: ${text}`;
  if (verdict === 'fail') return `**fail**: ${text}`;
  if (note !== undefined) return note;
  return place === 'report' ? `a warning, the verdict stands: ${text}` : `a warning: ${text}`;
}

function cell(row: FaultRow | undefined): string {
  return row === undefined ? '' : whatHappens(row);
}

/** One fault at one place: where it passes soon, and where it lasts. */
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

await updateFile(
  join(dirname(dirname(fileURLToPath(import.meta.url))), 'test', 'e2e', 'faults', 'TABLE.md'),
  (before) => replaceBetween(before, 'faults', table()),
  'test/e2e/faults/TABLE.md differs from the tests: run `npx node scripts/update-fault-table.ts`',
);
