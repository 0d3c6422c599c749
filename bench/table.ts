/** Figures and their goals, as tables of text and of Markdown. */

interface Row {
  readonly what: string;
  /** With its unit. */
  readonly measured: string;
  /** Empty if there is none. */
  readonly goal: string;
  readonly met: '' | 'met' | 'MISSED';
}

export interface Section {
  readonly title: string;
  /** How it was measured. */
  readonly how: string;
  readonly rows: readonly Row[];
}

interface Goal {
  readonly limit: number;
  readonly unit?: string;
  /** Digits behind the point. Default 1. */
  readonly digits?: number;
}

/** A figure with a goal: at most `limit`. */
export function atMost(what: string, value: number, { limit, unit = '', digits = 1 }: Goal): Row {
  const shown = (number: number) => `${number.toFixed(digits)} ${unit}`.trim();
  return { what, measured: shown(value), goal: `≤ ${shown(limit)}`, met: value <= limit ? 'met' : 'MISSED' };
}

/** A figure without a goal. */
export function figure(what: string, measured: string): Row {
  return { what, measured, goal: '', met: '' };
}

export function asText({ title, rows }: Section): string {
  const lines = rows.map(({ what, measured, goal, met }) =>
    `  ${what}: ${measured} ${goal} ${met}`.trimEnd(),
  );
  return [title, ...lines].join('\n');
}

export function asMarkdown({ title, how, rows }: Section): string {
  const lines = rows.map(({ what, measured, goal, met }) => `| ${what} | ${measured} | ${goal} | ${met} |`);
  return `## ${title}\n\n${how}\n\n| what | measured | goal | |\n|---|--:|--:|---|\n${lines.join('\n')}`;
}

export function isMet({ rows }: Section): boolean {
  return rows.every(({ met }) => met !== 'MISSED');
}

/** @throws {Error} if there are no values */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1];
  if (middle === undefined) throw new Error('there is no median of nothing');
  return middle;
}

/** For a script that is run by itself: measures, prints, and fails if a goal is missed. */
export async function show(measure: () => Promise<Section>): Promise<void> {
  const section = await measure();
  process.stdout.write(`${asText(section)}\n`);
  process.exitCode = isMet(section) ? 0 : 1;
}
