/** The same site, scanned again and again: a crawler meets its pages in any order, and nothing becomes new. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { preferencesSchema } from '../../sandbox/api/schema.ts';
import { catalogue } from '../../sandbox/checks/catalogue.ts';
import { toIssue } from '../../sandbox/checks/check.ts';
import { crawlSite, type Site } from '../../sandbox/scan/site.ts';
import { createSiteClient } from '../../sandbox/scan/site-client.ts';
import type { Issue } from '../../sandbox/scan/wire.ts';
import { startWeakSite, type WeakSite } from '../../sandbox/sites/weak.ts';
import { baselineOf, judged } from '../unit/gate/judgements.ts';

const preferences = preferencesSchema.parse({ xss: true, sqli: true });

/** The issues of a scan that met the pages in the order of `ranks`. */
async function scan(
  { url }: WeakSite,
  ranks: readonly number[],
  orders = new Set<string>(),
): Promise<Issue[]> {
  const origin = new URL(url);
  const client = createSiteClient(origin, new AbortController().signal);
  const home = await client.follow(origin);
  if (home === null) throw new Error('the site does not answer');
  const site = await crawlSite(home, client, preferences);
  const ranked = site.pages.map((page, index) => ({ page, rank: ranks[index] ?? 0 }));
  const [first = site.pages[0], ...rest] = ranked.sort((a, b) => a.rank - b.rank).map(({ page }) => page);
  orders.add([first, ...rest].map((page) => new URL(page.url).pathname).join(' '));
  const arranged: Site = { ...site, pages: [first, ...rest] };
  const issues: Issue[] = [];
  for (const check of catalogue)
    for (const match of await check.find(arranged)) issues.push(toIssue({ check, ...match }, 'en'));
  expect(client.refused).toBe(0);
  return issues;
}

test('twenty scans of a site in other crawl orders, and on another port, have nothing new', async () => {
  await using production = await startWeakSite();
  await using preview = await startWeakSite();
  const before = await scan(production, []);
  expect(before.length).toBeGreaterThan(8);
  const baseline = baselineOf(before, new URL(production.url).host);
  const orders = new Set<string>();
  const ranks = fc.array(fc.integer(), { minLength: 16, maxLength: 16 });
  const property = fc.asyncProperty(ranks, async (given) => {
    const issues = await scan(preview, given, orders);
    const judgement = judged({ issues }, {}, { baseline, siteHost: new URL(preview.url).host });
    expect(judgement.baseline).toMatchObject({ new: 0, known: before.length, fixed: 0 });
  });
  await fc.assert(property, { numRuns: 20 });
  expect(orders.size).toBeGreaterThan(5);
});
