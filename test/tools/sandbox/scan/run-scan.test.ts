// Through the service: how a scan behaves over time shows in its answers.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSandbox } from '../../../../sandbox/server.ts';
import { startWeakSite, type WeakSite } from '../../../../sandbox/sites/weak.ts';
import { fetchScan, scanned, start } from '../service.ts';

let site: WeakSite;
beforeAll(async () => {
  site = await startWeakSite();
});
afterAll(() => site.close());

describe('a scan over time', () => {
  test('waits in the queue, makes progress with partial results, and finishes', async () => {
    await using sandbox = await startSandbox({ queueMs: 100, scanMs: 200 });
    const id = await start(sandbox, site.url);
    expect((await fetchScan(sandbox, id)).body).toEqual({ detail: 'Scan not initiated yet' });
    const percentages: number[] = [];
    const totals: number[] = [];
    while (percentages.at(-1) !== 100) {
      const { body } = await fetchScan(sandbox, id);
      if (!('percentage' in body)) continue;
      expect(body['percentage']).toMatch(/^\d{1,3}\.\d\d$/);
      percentages.push(Number(body['percentage']));
      totals.push(Number(body['issuesSummaryTotal']));
      expect(body['endDate'] === null).toBe(body['percentage'] !== '100.00');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(percentages).toEqual(percentages.toSorted((a, b) => a - b));
    expect(new Set(percentages).size).toBeGreaterThan(3);
    expect(totals[0]).toBeLessThan(totals.at(-1) ?? 0);
  });

  test('closing the sandbox stops running scans', async () => {
    const sandbox = await startSandbox({ scanMs: 60_000 });
    const id = await start(sandbox, site.url);
    await sandbox.close();
    expect(sandbox.scans.find((scan) => scan.id === id)?.endedAtMs).toBeNull();
    await expect(fetch(sandbox.url)).rejects.toThrow();
  });
});

describe('behaviours', () => {
  test.each([
    [{ stuckAt: 99.99 }, '99.99', false],
    [{ endsEarlyAt: 40 }, '40.00', true],
  ])('a scan with %j ends as it says', async (scanBehaviour, percentage, hasEnd) => {
    await using sandbox = await startSandbox({ scanMs: 0, scanBehaviour });
    const { body } = await fetchScan(sandbox, await scanned(sandbox, site.url));
    expect(body['percentage']).toBe(percentage);
    expect(body['endDate'] !== null).toBe(hasEnd);
  });
});
