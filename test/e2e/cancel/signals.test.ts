import { afterAll, describe, expect, test } from '@jest/globals';
import { actionOutputs } from '../publishing/action-outputs.ts';
import { type Cancelled, cancelIn } from './cancel-run.ts';
import { type Stage, stages } from './stages.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
const limitMs = 5_000;

/** In milliseconds, for the figures. */
const ends: number[] = [];

function errorOf({ result }: Cancelled): string {
  return result.annotations.error.map(({ message }) => message).join('\n');
}

function expectCancelled(run: Cancelled, signal: NodeJS.Signals, stage: Stage): void {
  const { result, comment, scanIds } = run;
  expect(result.outputs['verdict']).toBe('inconclusive');
  for (const text of [result.outputs['reason'], errorOf(run), result.summary, comment]) {
    expect(text).toContain(`cancelled (${signal})`);
    expect(text).toContain('scan-id');
  }
  const id = stage.known === 'scan' ? (scanIds[0] ?? 'none') : '';
  expect(result.outputs['scan-id']).toBe(id);
  for (const text of [errorOf(run), result.summary, comment]) {
    if (id !== '') expect(text).toContain(`scan-id: ${id}`);
  }
}

/** The verdict was there before the signal came. */
function expectDecided(run: Cancelled, stage: Stage): void {
  const { result, comment } = run;
  expect(result.outputs['verdict']).toBe('fail');
  expect(errorOf(run)).toContain('cancelled while it published; the verdict stands');
  expect(result.summary).toContain('Scan Gate: failed');
  if (stage.comment) expect(comment).toContain('Scan Gate: failed');
}

describe.each(stages)('$name', (stage) => {
  test.concurrent.each(signals)('%s ends the run in time, with all that it has published', async (signal) => {
    const run = await cancelIn(stage, { signals: [signal] });
    ends.push(run.endedAfterMs);
    expect(run.endedAfterMs).toBeLessThan(limitMs);
    expect([run.result.exitCode, run.result.signal]).toEqual([1, null]);
    expect(Object.keys(run.result.outputs).sort()).toEqual(await actionOutputs());
    if (stage.known === 'verdict') expectDecided(run, stage);
    else expectCancelled(run, signal, stage);
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
