/** Figures and their goals, as tables of text and of Markdown. */

export interface Row {
  readonly what: string;
  /** With its unit. */
  readonly measured: string;
  /** Empty where there is none. */
  readonly goal: string;
  /** `null` where there is no goal. */
  readonly met: boolean | null;
}

export interface Section {
  readonly title: string;
  /** The command that repeats it. */
  readonly command: string;
  /** How it was measured. */
  readonly how: string;
  readonly rows: readonly Row[];
}

/** A figure with a goal: at most `limit`. */
export function atMost(
  what: string,
  value: number,
  { limit, unit = '', digits = 1 }: { limit: number; unit?: string; digits?: number },
): Row {
  const shown = (number: number) => `${number.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
  return { what, measured: shown(value), goal: `≤ ${shown(limit)}`, met: value <= limit };
}

/** A figure without a goal. */
export function figure(what: string, measured: string): Row {
  return { what, measured, goal: '', met: null };
}

function word({ met }: Row): string {
  if (met === null) return '';
  return met ? 'met' : 'MISSED';
}

/** For the terminal, in columns. */
export function asText({ title, rows }: Section): string {
  const cells = rows.map((row) => [row.what, row.measured, row.goal, word(row)]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map(
    (row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`,
  );
  return [title, ...lines.map((line) => line.trimEnd())].join('\n');
}

export function asMarkdown({ title, command, how, rows }: Section): string {
  const lines = rows.map((row) => `| ${row.what} | ${row.measured} | ${row.goal} | ${word(row)} |`);
  return [
    `## ${title}`,
    '',
    `${how} \`${command}\``,
    '',
    '| what | measured | goal | |',
    '|---|--:|--:|---|',
    ...lines,
  ].join('\n');
}

export function isMet({ rows }: Section): boolean {
  return rows.every(({ met }) => met !== false);
}

/** @throws {Error} where there are no values */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1];
  if (middle === undefined) throw new Error('there is no median of nothing');
  return middle;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** For a script that is run by itself: measures, prints, and fails where a goal is missed. */
export async function show(measure: () => Section | Promise<Section>): Promise<void> {
  const section = await measure();
  process.stdout.write(`${asText(section)}\n`);
  process.exitCode = isMet(section) ? 0 : 1;
}
