import { preferencesSchema } from '../../../sandbox/api/schema.ts';
import type { Evidence } from '../../../sandbox/checks/check.ts';
import { runScan } from '../../../sandbox/scan/run-scan.ts';
import { createScan, type Scan } from '../../../sandbox/scan/scan.ts';
import { type SiteAnswer, type SiteVisit, serveSite } from '../../../sandbox/sites/site.ts';

/** What a small site answers by path. `*` is for all other paths, which are 404 without it. */
export type Paths = Readonly<Record<string, SiteAnswer | ((visit: SiteVisit) => SiteAnswer)>>;

export function html(body: string, headers: Record<string, string | string[]> = {}): SiteAnswer {
  return { headers: { 'content-type': 'text/html', ...headers }, body };
}

export function plain(body: string): SiteAnswer {
  return { headers: { 'content-type': 'text/plain' }, body };
}

export function serve(paths: Paths) {
  return serveSite((visit) => {
    const answer = paths[visit.url.pathname] ?? paths['*'];
    return (typeof answer === 'function' ? answer(visit) : answer) ?? { ...html('Not found'), status: 404 };
  });
}

/** Scans an address to its end, without a server around it. */
export async function scanNow(url: string, preferences: object = {}): Promise<Scan> {
  const scan = createScan({ url, preferences: preferencesSchema.parse(preferences), behaviour: {} });
  await runScan(scan, { queueMs: 0, scanMs: 0, signal: new AbortController().signal });
  return scan;
}

export async function scanPaths(paths: Paths, preferences: object = {}): Promise<Scan> {
  await using site = await serve(paths);
  return await scanNow(site.url, preferences);
}

/** Ids of the checks that found something, each once. */
export function found({ findings }: Scan): string[] {
  return [...new Set(findings.map(({ check }) => check.id))];
}

export function evidenceOf({ findings }: Scan, id: string): Evidence[] {
  return findings.filter(({ check }) => check.id === id).map(({ evidence }) => evidence);
}
