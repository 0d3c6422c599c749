import { describe, expect, test } from '@jest/globals';
import { DeadlineError, systemTimeLimit, withinLimit } from '../../../src/core/time-limit.ts';

const { signal } = new AbortController();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('timeLimit', () => {
  test('aborts with a DeadlineError when the time is up', async () => {
    using limit = systemTimeLimit(signal, 10);
    expect(limit.signal.aborted).toBe(false);
    await pause(30);
    expect(limit.signal.reason).toBeInstanceOf(DeadlineError);
  });

  test('aborts with the reason that it was given, also without an outer signal', async () => {
    using limit = systemTimeLimit(null, 10, () => new Error('too late'));
    expect(limit.signal.aborted).toBe(false);
    await pause(30);
    expect(limit.signal.reason).toEqual(new Error('too late'));
  });

  test('aborts with the reason of the outer signal', () => {
    const outer = new AbortController();
    using limit = systemTimeLimit(outer.signal, 60_000);
    const reason = new Error('cancelled');
    outer.abort(reason);
    expect(limit.signal.reason).toBe(reason);
  });

  test('aborts at once if no time is left', async () => {
    using limit = systemTimeLimit(signal, -5);
    await pause(10);
    expect(limit.signal.reason).toBeInstanceOf(DeadlineError);
  });

  test('no longer aborts once it is disposed of', async () => {
    const limit = systemTimeLimit(signal, 10);
    limit[Symbol.dispose]();
    await pause(30);
    expect(limit.signal.aborted).toBe(false);
  });
});

describe('withinLimit', () => {
  const never = () => new Promise<never>(() => {});

  test('gives the result of the operation', async () => {
    expect(await withinLimit(async () => 'done', { signal, limitMs: 1000 })).toBe('done');
  });

  test('passes on the error of the operation', async () => {
    const breaks = async () => Promise.reject(new Error('broken'));
    await expect(withinLimit(breaks, { signal })).rejects.toThrow('broken');
  });

  test('ends at the limit', async () => {
    await expect(withinLimit(never, { signal, limitMs: 10 })).rejects.toThrow('not done within 0 s');
  });

  test('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    setTimeout(() => controller.abort(reason), 10);
    await expect(withinLimit(never, { signal: controller.signal, limitMs: 60_000 })).rejects.toBe(reason);
  });

  test('gives the operation a signal that aborts at the limit', async () => {
    const signalsOfOperation: AbortSignal[] = [];
    const operation = (signalOfOperation: AbortSignal) => {
      signalsOfOperation.push(signalOfOperation);
      return never();
    };
    await expect(withinLimit(operation, { signal, limitMs: 10 })).rejects.toThrow('not done');
    expect(signalsOfOperation.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('starts nothing if the signal has aborted before', async () => {
    let begun = false;
    const operation = async () => {
      begun = true;
    };
    const over = AbortSignal.abort(new Error('over'));
    await expect(withinLimit(operation, { signal: over })).rejects.toThrow('over');
    expect(begun).toBe(false);
  });
});
