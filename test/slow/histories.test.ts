/**
 * Random histories of a pull request: pushes, re-runs, cancels, runs and jobs beside each other, refused and lost answers,
 * and clocks that differ. After each step the promises of docs/contract.md are checked against what really happened.
 * `SCAN_GATE_HISTORIES` sets how many.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { steps } from './histories/commands.ts';
import { startHistory } from './histories/history.ts';

const histories = Number(process.env['SCAN_GATE_HISTORIES'] ?? '100');

test(
  'no history breaks a promise',
  async () => {
    const verdicts: Record<string, number> = {};
    const property = fc.asyncProperty(steps, async (commands) => {
      await using history = await startHistory();
      await fc.asyncModelRun(() => ({ model: { runs: 0 }, real: history }), commands);
      for (const { outputs } of history.jobs) {
        const verdict = outputs['verdict'] ?? '';
        verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      }
    });
    // The same ones for every change, as a change must not fail for another's history: the fuzz plays new ones.
    const seed = process.env['SCAN_GATE_HISTORIES'] === undefined ? { seed: 1 } : {};
    // A failure is not made smaller: that plays hundreds of histories more.
    await fc.assert(property, { numRuns: histories, endOnFailure: true, ...seed });
    process.stdout.write(
      `histories: ${histories}, verdicts ${JSON.stringify(verdicts)}, no promise broken\n`,
    );
    for (const verdict of ['pass', 'fail', 'inconclusive'])
      expect(verdicts[verdict]).toBeGreaterThan(histories / 10);
  },
  Math.max(300_000, histories * 5_000),
);
