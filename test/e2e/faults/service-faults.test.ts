import { describe, expect, jest, test } from '@jest/globals';
import { runSideBySide } from '../side-by-side.ts';
import type { FaultRow } from './fault-row.ts';
import { faultTable } from './fault-table.ts';
import { play } from './play.ts';

const plans = [...new Set(faultTable.map(({ plan }) => plan))];
const played = runSideBySide(plans, 8, (plan) => play(plan));

function title({ fault, place, lasts }: FaultRow): string {
  const when = { briefly: ', briefly', on: ', lasting', always: '' }[lasts];
  return `${fault}${when}, at ${place}`;
}

/**
 * Limits of the resident set, as in `oversized-answers.test.ts`. A result is read up to 256 MiB, a list up to 64 MiB, the other
 * answers up to 8 MiB or to the disk.
 */
const limitMiB = { start: 350, list: 350, fetch: 768, report: 350, target: 0 };

/** A row may have to wait for all others. */
jest.setTimeout(180_000);

describe.each([...Map.groupBy(faultTable, ({ fault }) => fault)])('%s', (_fault, rows) => {
  test.each(rows.map((row) => [title(row), row] as const))('%s', async (_title, row) => {
    const run = await played.get(row.plan);
    const { verdict = '', reason = '' } = run?.outputs ?? {};
    const warnings = run?.annotations.warning.map(({ message }) => message) ?? [];
    expect({ verdict, exitCode: run?.exitCode, scans: run?.scans, log: run?.lines }).toMatchObject({
      verdict: row.verdict,
      exitCode: row.verdict === 'pass' ? 0 : 1,
      scans: row.scans,
    });
    if (typeof run?.peakMiB === 'number') {
      expect(run.peakMiB).toBeGreaterThan(20);
      expect(run.peakMiB).toBeLessThan(limitMiB[row.place]);
    }
    const said = row.verdict === 'pass' ? warnings : [reason];
    for (const words of row.says) expect(said.join('\n')).toContain(words.replaceAll('`', ''));
    if (row.place === 'report' && row.lasts === 'briefly')
      expect(run?.outputs['report-path']).toMatch(/-ACTION_REPORT-/);
    if (row.plan.rules ?? row.plan.breakage ?? row.plan.target) expect(run?.met).toContain(row.place);
  });
});

test('prints what was tried', () => {
  const faults = new Set(faultTable.map(({ fault }) => fault)).size;
  process.stdout.write(
    `service faults: ${faults} faults, ${faultTable.length} rows, ${plans.length} runs of the action\n`,
  );
  expect(faults).toBeGreaterThan(40);
});
