import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { scheduleWrites } from '../../../src/publish/progress-comment.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const neverCancelled = new AbortController().signal;

/** Lets pending promises settle. */
function settle(): Promise<void> {
  return sleep(1);
}

const hangs = () => new Promise<boolean>(() => {});

/** A schedule that records the time of each write, and its signal. */
function start(write: () => Promise<boolean> = async () => true, cancelled = neverCancelled) {
  const clock = createFakeClock();
  const writtenAt: number[] = [];
  const signals: AbortSignal[] = [];
  const schedule = scheduleWrites({
    ...{ clock, cancelled },
    write: async (signal) => {
      writtenAt.push(clock.now());
      signals.push(signal);
      return write();
    },
  });
  const requestAfter = async (ms: number) => {
    clock.pass(ms);
    schedule.request();
    await settle();
  };
  return { clock, schedule, writtenAt, signals, requestAfter };
}

describe('scheduleWrites', () => {
  test('writes after three seconds, and then at most once a minute', async () => {
    const { writtenAt, requestAfter, schedule } = start();
    for (let requests = 0; requests < 20; requests += 1) await requestAfter(10_000);
    await schedule.stop();
    expect(writtenAt[0]).toBe(13_000);
    const pauses = writtenAt.slice(1).map((at, index) => at - (writtenAt[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(1);
    for (const pauseMs of pauses) expect(pauseMs).toBeGreaterThanOrEqual(60_000);
  });

  test('does not write if the scan is over before that', async () => {
    const stopped: AbortSignal[] = [];
    const writes: string[] = [];
    const schedule = scheduleWrites({
      clock: {
        now: () => 0,
        sleep: (_ms, signal) => {
          if (signal !== undefined) stopped.push(signal);
          return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
        },
      },
      cancelled: neverCancelled,
      write: async () => {
        writes.push('written');
        return true;
      },
    });
    schedule.request();
    await schedule.stop();
    schedule.request();
    await settle();
    expect(writes).toEqual([]);
    expect(stopped[0]?.aborted).toBe(true);
  });

  test('stops writing when a write fails, or says that it was the last', async () => {
    const ends = [
      async () => false,
      async () => {
        throw new Error('refused');
      },
    ];
    for (const end of ends) {
      const { writtenAt, requestAfter, schedule } = start(end);
      await requestAfter(0);
      await requestAfter(120_000);
      await schedule.stop();
      expect(writtenAt).toHaveLength(1);
    }
  });

  test('gives up a write that hangs a few seconds after the scan', async () => {
    const { clock, schedule, signals, requestAfter } = start(hangs);
    await requestAfter(0);
    await schedule.stop();
    expect(signals[0]?.aborted).toBe(true);
    expect(clock.sleptMs).toEqual([3_000, 5_000]);
  });

  test('does not wait when the run is cancelled', async () => {
    const cancelled = new AbortController();
    const { clock, schedule, requestAfter } = start(hangs, cancelled.signal);
    await requestAfter(0);
    cancelled.abort(new Error('SIGINT'));
    await schedule.stop();
    expect(clock.sleptMs).toEqual([3_000]);
  });
});
