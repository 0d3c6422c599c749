import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { actionOutputs } from '../run-files.ts';
import { runSideBySide } from '../side-by-side.ts';
import { type Cancelled, cancelIn } from './cancel-run.ts';
import { type Stage, stages } from './stages.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
const limitMs = 5_000;

/** In milliseconds, for the figures. */
const ends: number[] = [];

function errorOf({ result }: Cancelled): string {
  return result.annotations.error.map(({ message }) => message).join('\n');
}

function expectCancelled(run: Cancelled, stage: Stage): void {
  const { result, comment, scanIds } = run;
  expect(result.outputs['verdict']).toBe('inconclusive');
  for (const text of [result.outputs['reason'], errorOf(run), result.summary, comment]) {
    expect(text).toContain('cancelled by the user or by a newer run');
    expect(text).toContain(scanIds.length === 0 ? 'No scan was started' : 'scan-id');
    const isUnknown = stage.known === 'nothing' && scanIds.length > 0;
    expect(text?.includes('It is not known whether a scan was started')).toBe(isUnknown);
  }
  const id = stage.known === 'scan' ? (scanIds[0] ?? 'none') : '';
  expect(result.outputs['scan-id']).toBe(id);
  for (const text of [errorOf(run), result.summary, comment]) {
    if (id !== '') expect(text).toContain(id);
  }
}

/** The verdict was decided before the signal. */
function expectDecided(run: Cancelled, stage: Stage): void {
  const { result, comment } = run;
  expect(result.outputs['verdict']).toBe('fail');
  expect(errorOf(run)).toContain('cancelled while it published; the verdict stands');
  expect(result.summary).toContain('❌ Scan Gate: ');
  if (stage.comment) expect(comment).toContain('❌ Scan Gate: ');
}

interface Case {
  readonly stage: Stage;
  readonly signal: NodeJS.Signals;
}

const cases: readonly Case[] = stages.flatMap((stage) => signals.map((signal) => ({ stage, signal })));
let runs: ReadonlyMap<Case, Promise<Cancelled>> = new Map();
beforeAll(() => {
  // Few at a time, to measure the action and not the machine.
  runs = runSideBySide(cases, 3, ({ stage, signal }) => cancelIn(stage, { signals: [signal] }));
});

describe.each(cases)('$signal, $stage.name', (one) => {
  const { stage } = one;
  test('ends the run in time, with everything that it can publish', async () => {
    const run = await runs.get(one);
    if (run === undefined) throw new Error('the case was not run');
    ends.push(run.endedAfterMs);
    expect(run.endedAfterMs).toBeLessThan(limitMs);
    expect([run.result.exitCode, run.result.signal]).toEqual([1, null]);
    expect(Object.keys(run.result.outputs).sort()).toEqual(await actionOutputs());
    if (stage.known === 'verdict') expectDecided(run, stage);
    else expectCancelled(run, stage);
    expect(run.comment === '').toBe(!stage.comment);
    expect(run.scanIds.length).toBeLessThanOrEqual(1);
  });
});

afterAll(() => {
  const longest = Math.round(Math.max(...ends));
  process.stdout.write(
    `Cancelled: ${signals.length} signals × ${stages.length} stages, the longest end after ${longest} ms\n`,
  );
});
