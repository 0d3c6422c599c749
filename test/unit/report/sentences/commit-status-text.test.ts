import { describe, expect, test } from '@jest/globals';
import { commitStatusTextOf } from '../../../../src/report/sentences/commit-status-text.ts';
import { plainModel, settingsWith, withoutScan } from '../models.ts';
import { findings } from '../sample-findings.ts';

const lenient = { settings: settingsWith({ onInconclusive: 'warn' }) };
const green = { settings: settingsWith({ onFail: 'warn' }) };
const slow = { kind: 'timeout', afterMs: 60_000, percentage: 40 } as const;
const cancelled = { kind: 'cancelled' } as const;
const noKey = { kind: 'missing-api-key' } as const;

describe('commitStatusOf', () => {
  test.each([
    ['a pass', plainModel(), 'success'],
    ['a fail', plainModel(findings({ high: 1 })), 'failure'],
    ['a fail that only warns', plainModel(findings({ high: 1 }), green), 'failure'],
    ['no trustworthy answer', withoutScan(slow), 'error'],
    ['no trustworthy answer that only warns', { ...withoutScan(slow), ...lenient }, 'success'],
    ['a cancelled run', { ...withoutScan(cancelled), ...lenient }, 'error'],
    ['an empty key', { ...withoutScan(noKey), ...lenient }, 'error'],
  ])('of %s', (_name, given, state) => {
    expect(commitStatusTextOf(given, 'why').state).toBe(state);
  });

  test('says first that it is green without an answer', () => {
    const status = commitStatusTextOf({ ...withoutScan(slow), ...lenient }, 'The scan was not finished.');
    expect(status.description).toBe('Inconclusive, but only warned about: The scan was not finished.');
  });
});
