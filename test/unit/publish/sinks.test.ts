import { describe, expect, test } from '@jest/globals';
import { bounded, OverdueError } from '../../../src/core/bounded.ts';
import { warnOnFailure } from '../../../src/publish/failure-advice.ts';
import { outputNames, setOutputs } from '../../../src/publish/outputs.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

describe('warnOnFailure', () => {
  test('gives what the sink gave', async () => {
    const log = createRecordingLog();
    expect(await warnOnFailure(log, async () => 5, String)).toBe(5);
    expect(log.entries).toEqual([]);
  });

  test('makes a warning of a failure, also of one before the first wait', async () => {
    const log = createRecordingLog();
    const advise = (error: unknown) => `failed: ${error}`;
    expect(await warnOnFailure(log, async () => Promise.reject('late'), advise)).toBeNull();
    const early = () => {
      throw 'early';
    };
    expect(await warnOnFailure(log, early, advise)).toBeNull();
    expect(log.entries).toEqual(
      ['late', 'early'].map((text) => ({ level: 'warning', text: `failed: ${text}` })),
    );
  });
});

describe('setOutputs', () => {
  test('sets every output, empty where it has no value', () => {
    const set = new Map<string, string>();
    setOutputs({ ...allNull(), verdict: 'pass', total: 0, url: '' }, (name, value) => set.set(name, value));
    expect([...set.keys()].sort()).toEqual([...outputNames].sort());
    expect([set.get('verdict'), set.get('total'), set.get('url'), set.get('comment-url')]).toEqual([
      'pass',
      '0',
      '',
      '',
    ]);
  });
});

function allNull(): Parameters<typeof setOutputs>[0] {
  const none = null;
  return {
    new: none,
    fixed: none,
    ignored: none,
    verdict: none,
    reason: none,
    url: none,
    'scan-id': none,
    total: none,
    critical: none,
    high: none,
    medium: none,
    low: none,
    warning: none,
    'highest-severity': none,
    blocking: none,
    'report-path': none,
    'result-path': none,
    'sarif-path': none,
    'summary-path': none,
    'artifact-id': none,
    'artifact-url': none,
    'comment-url': none,
    'issue-url': none,
    'duration-seconds': none,
  };
}

describe('bounded', () => {
  const never = () => new Promise<never>(() => {});
  const { signal } = new AbortController();

  test('gives what the operation gives, within the limit', async () => {
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

  test('begins nothing when the signal has aborted before', async () => {
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
