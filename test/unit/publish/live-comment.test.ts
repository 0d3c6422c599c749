import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createLiveComment } from '../../../src/publish/progress-comment.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const neverCancelled = new AbortController().signal;

/** Lets everything that waits for nothing go on. */
function settle(): Promise<void> {
  return sleep(1);
}

/** A live comment whose writings are noted by the time of the clock. */
function start(write: () => Promise<boolean> = async () => true) {
  const clock = createFakeClock();
  const writtenAt: number[] = [];
  const live = createLiveComment({
    clock,
    cancelled: neverCancelled,
    write: async () => {
      writtenAt.push(clock.now());
      return write();
    },
  });
  const tellAfter = async (ms: number) => {
    clock.pass(ms);
    live.tell();
    await settle();
  };
  return { clock, live, writtenAt, tellAfter };
}

describe('createLiveComment', () => {
  test('writes after three seconds, and then at most once a minute', async () => {
    const { writtenAt, tellAfter, live } = start();
    for (let told = 0; told < 20; told += 1) await tellAfter(10_000);
    await live.stop();
    expect(writtenAt[0]).toBe(13_000);
    const pauses = writtenAt.slice(1).map((at, index) => at - (writtenAt[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(1);
    for (const pauseMs of pauses) expect(pauseMs).toBeGreaterThanOrEqual(60_000);
  });

  test('does not write for a scan that is over before', async () => {
    const stopped: AbortSignal[] = [];
    const writes: string[] = [];
    const live = createLiveComment({
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
    live.tell();
    await live.stop();
    live.tell();
    await settle();
    expect(writes).toEqual([]);
    expect(stopped[0]?.aborted).toBe(true);
  });

  test('writes no more once there is nothing to be written, or it failed', async () => {
    const ends = [
      async () => false,
      async () => {
        throw new Error('refused');
      },
    ];
    for (const end of ends) {
      const { writtenAt, tellAfter, live } = start(end);
      await tellAfter(0);
      await tellAfter(120_000);
      await live.stop();
      expect(writtenAt).toHaveLength(1);
    }
  });

  test('gives up a writing that hangs, some seconds after the scan', async () => {
    const signals: AbortSignal[] = [];
    const clock = createFakeClock();
    const live = createLiveComment({
      clock,
      cancelled: neverCancelled,
      write: (signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    live.tell();
    await settle();
    await live.stop();
    expect(signals[0]?.aborted).toBe(true);
    expect(clock.sleptMs).toEqual([3_000, 5_000]);
  });

  test('waits for nothing when the run is cancelled', async () => {
    const cancelled = new AbortController();
    const clock = createFakeClock();
    const write = () => new Promise<boolean>(() => {});
    const live = createLiveComment({ clock, cancelled: cancelled.signal, write });
    live.tell();
    await settle();
    cancelled.abort(new Error('SIGINT'));
    await live.stop();
    expect(clock.sleptMs).toEqual([3_000]);
  });
});
