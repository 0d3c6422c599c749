import { describe, expect, test } from '@jest/globals';
import { at, finished, queued } from './scripted-client.ts';
import { wait } from './waiting.ts';

describe('a partial result that is enough', () => {
  const isEnough = (result: { totalChecked?: unknown }) => result.totalChecked === 2;

  test('ends the wait, and is marked as partial', async () => {
    const steps = [queued, at('10.00', { totalChecked: 1 }), at('20.00', { totalChecked: 2 }), finished()];
    const { end, client } = await wait(steps, { isEnough });
    expect(end).toMatchObject({
      problem: null,
      partial: true,
      percentage: 20,
      result: { totalChecked: 2 },
    });
    expect(client.fetched).toHaveLength(3);
  });

  test('is not looked for in a finished scan, which is whole', async () => {
    const { end } = await wait([finished({ totalChecked: 2 })], { isEnough });
    expect(end).toMatchObject({ problem: null, partial: false });
  });

  test('is not looked for where the scan ended early, or at 100 per cent without an end', async () => {
    const early = await wait([at('20.00', { endDate: '2026-11-20', totalChecked: 2 })], { isEnough });
    expect(early.end).toMatchObject({ problem: { kind: 'ended-early' }, partial: false });
    const full = await wait([at('100.00', { totalChecked: 2 })], { isEnough });
    expect(full.end).toMatchObject({ problem: { kind: 'no-end-date' }, partial: false });
  });

  test('is not taken from another scan', async () => {
    const { end } = await wait([at('20.00', { identificator: 'x', totalChecked: 2 })], { isEnough });
    expect(end).toMatchObject({ problem: { kind: 'other-scan' }, partial: false });
  });
});
