import { readPreferences } from '../../../sandbox/api/preferences.ts';
import { runScan } from '../../../sandbox/scan/run-scan.ts';
import { createScan, type Scan } from '../../../sandbox/scan/scan.ts';
import { type SiteAnswer, type SiteVisit, serveSite } from '../../../sandbox/sites/site.ts';

/** What a small site answers by path; `*` is for all others, which are 404 without it. */
export type Paths = Record<string, SiteAnswer | ((visit: SiteVisit) => SiteAnswer)>;

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

export interface ScanNow {
  preferences?: Record<string, unknown>;
  /** Days by which the clock is ahead. */
  daysAhead?: number;
}

/** Scans an address to its end, without a server around it. */
export async function scanNow(url: string, { preferences, daysAhead = 0 }: ScanNow = {}): Promise<Scan> {
  const clock = { now: () => Date.now() + daysAhead * 86_400_000, sleep: async () => undefined };
  const scan = createScan({
    url,
    preferences: readPreferences(preferences),
    behaviour: {},
    nowMs: clock.now(),
  });
  await runScan(scan, { clock, queueMs: 0, scanMs: 0, signal: new AbortController().signal });
  return scan;
}

/** Ids of the checks that found something, each once. */
export function found(scan: Scan): string[] {
  return [...new Set(scan.observations.map(({ check }) => check.id))];
}

export async function scanPaths(paths: Paths, options: ScanNow = {}): Promise<Scan> {
  await using site = await serve(paths);
  return await scanNow(site.url, options);
}

export function evidenceOf(scan: Scan, id: string): Record<string, unknown>[] {
  return scan.observations.filter(({ check }) => check.id === id).map(({ hit }) => hit.evidence);
}
