import { expect, test } from '@jest/globals';
import { countSeverities, issuesOf } from '../../../../sandbox/scan/scan-result.ts';
import { startWeakSite, weakAreas } from '../../../../sandbox/sites/weak.ts';
import type { SeverityCounts } from '../../../../src/core/severity.ts';
import { scanNow } from '../probe-site.ts';

async function countsOf(url: string, preferences: Record<string, unknown> = {}): Promise<SeverityCounts> {
  return countSeverities(issuesOf(await scanNow(url, { preferences }), 'en'));
}

test('has findings of every severity', async () => {
  await using site = await startWeakSite();
  const counts = await countsOf(site.url);
  expect(counts.critical).toBeGreaterThanOrEqual(1);
  expect(counts.high).toBeGreaterThanOrEqual(2);
  expect(counts.medium).toBeGreaterThanOrEqual(3);
  expect(counts.low).toBeGreaterThanOrEqual(3);
});

test('has only warnings left when everything is fixed', async () => {
  await using site = await startWeakSite({ fixed: weakAreas });
  const counts = await countsOf(site.url, { xss: true, sqli: true });
  expect(counts).toMatchObject({ critical: 0, high: 0, medium: 0, low: 0 });
});
