import { describe, expect, test } from '@jest/globals';
import type { FaultRow, Plan } from './faults/fault-row.ts';
import { faultTable } from './faults/fault-table.ts';
import { type Played, play } from './faults/play.ts';

/** Rows may share a plan, and so its run. */
const played = new Map<Plan, Promise<Played>>();

function playOnce(plan: Plan): Promise<Played> {
  const run = played.get(plan) ?? play(plan);
  played.set(plan, run);
  return run;
}

function title({ fault, place, lasts }: FaultRow): string {
  const when = { briefly: ', briefly', on: ', lasting', always: '' }[lasts];
  return `${fault}${when}, at ${place}`;
}

describe.each([...Map.groupBy(faultTable, ({ fault }) => fault)])('%s', (_fault, rows) => {
  test.each(rows.map((row) => [title(row), row] as const))('%s', async (_title, row) => {
    const run = await playOnce(row.plan);
    const { verdict = '', reason = '' } = run.outputs ?? {};
    const warnings = run.annotations.warning.map(({ message }) => message);
    expect({ verdict, exitCode: run.exitCode, scans: run.scans, log: run.lines }).toMatchObject({
      verdict: row.verdict,
      exitCode: row.verdict === 'pass' ? 0 : 1,
      scans: row.scans,
    });
    const said = row.verdict === 'pass' ? warnings : [reason];
    for (const words of row.says) expect(said.join('\n')).toContain(words.replaceAll('`', ''));
    if (row.place === 'report' && row.lasts === 'briefly')
      expect(run.outputs['report-path']).toMatch(/-ACTION_REPORT-/);
    if (row.plan.rules ?? row.plan.breakage ?? row.plan.target) expect(run.met).toContain(row.place);
  });
});
