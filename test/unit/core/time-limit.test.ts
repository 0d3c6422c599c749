import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DeadlineError, realTimeLimit, untilAborted, withinLimit } from '../../../src/core/time-limit.ts';

const { signal } = new AbortController();

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('realTimeLimit', () => {
  test.each([10, -5])('of %d ms aborts with a DeadlineError when the time is up', (afterMs) => {
    using limit = realTimeLimit(signal, afterMs);
    expect(limit.signal.aborted).toBe(false);
    jest.advanceTimersByTime(10);
    expect(limit.signal.reason).toBeInstanceOf(DeadlineError);
  });

  test('aborts with the reason that it was given, also without an outer signal', () => {
    using limit = realTimeLimit(null, 10, () => new Error('too late'));
    jest.advanceTimersByTime(10);
    expect(limit.signal.reason).toEqual(new Error('too late'));
  });

  test('aborts with the reason of the outer signal', () => {
    const outer = new AbortController();
    using limit = realTimeLimit(outer.signal, 60_000);
    outer.abort('cancelled');
    expect(limit.signal.reason).toBe('cancelled');
  });

  test('no longer aborts once it is disposed of', () => {
    const limit = realTimeLimit(signal, 10);
    limit[Symbol.dispose]();
    jest.advanceTimersByTime(30);
    expect(limit.signal.aborted).toBe(false);
  });
});

describe('untilAborted and withinLimit', () => {
  const never = () => new Promise<never>(() => {});

  test('gives the result of the operation, or its error', async () => {
    expect(await withinLimit(async () => 'done', { signal, limitMs: 1000 })).toBe('done');
    const breaks = async () => Promise.reject(new Error('broken'));
    await expect(withinLimit(breaks, { signal, limitMs: 1000 })).rejects.toThrow('broken');
  });

  test('ends at the limit, and aborts the signal of the operation', async () => {
    const operation = jest.fn((_signal: AbortSignal) => never());
    const ended = withinLimit(operation, { signal, limitMs: 2000 });
    jest.advanceTimersByTime(2000);
    await expect(ended).rejects.toThrow('not done within 2 s');
    expect(operation.mock.lastCall?.[0].aborted).toBe(true);
  });

  test('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const ended = withinLimit(never, { signal: controller.signal, limitMs: 60_000 });
    controller.abort('cancelled');
    await expect(ended).rejects.toBe('cancelled');
  });

  test('starts nothing if the signal has aborted before', async () => {
    const operation = jest.fn(never);
    const over = AbortSignal.abort('over');
    await expect(untilAborted(operation, over)).rejects.toBe('over');
    await expect(withinLimit(operation, { signal: over, limitMs: 1000 })).rejects.toBe('over');
    expect(operation).not.toHaveBeenCalled();
  });
});
