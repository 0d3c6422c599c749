import { describe, expect, test } from '@jest/globals';
import { bounded, OverdueError } from '../../../src/core/bounded.ts';

describe('bounded', () => {
  const never = () => new Promise<never>(() => {});
  const { signal } = new AbortController();

  test('returns the result of the operation, within the limit', async () => {
    expect(await bounded(async () => 'done', { signal, limitMs: 1000 })).toBe('done');
    await expect(bounded(async () => Promise.reject(new Error('broken')), { signal })).rejects.toThrow(
      'broken',
    );
  });

  test('ends at the limit, and with the reason of the signal', async () => {
    await expect(bounded(never, { signal, limitMs: 10 })).rejects.toThrow(OverdueError);
    const controller = new AbortController();
    const reason = new Error('cancelled');
    setTimeout(() => controller.abort(reason), 10);
    await expect(bounded(never, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('starts nothing if the signal has aborted before', async () => {
    let begun = false;
    const operation = async () => {
      begun = true;
    };
    await expect(bounded(operation, { signal: AbortSignal.abort(new Error('over')) })).rejects.toThrow(
      'over',
    );
    expect(begun).toBe(false);
  });
});
