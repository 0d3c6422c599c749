import { preferencesSchema } from '../../../sandbox/api/schema.ts';
import type { Evidence } from '../../../sandbox/checks/check.ts';
import { runScan } from '../../../sandbox/scan/run-scan.ts';
import { createScan, type Scan } from '../../../sandbox/scan/scan.ts';
import { type SiteAnswer, type SiteVisit, serveSite } from '../../../sandbox/sites/site.ts';
import { systemClock } from '../../../src/runner/clock.ts';

const dayMs = 86_400_000;

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

export interface ScanNow {
  readonly preferences?: Readonly<Record<string, unknown>>;
  /** Days by which the clock is ahead. */
  readonly daysAhead?: number;
}

/** Scans an address to its end, without a server around it. */
export async function scanNow(url: string, { preferences = {}, daysAhead = 0 }: ScanNow = {}): Promise<Scan> {
  const now = () => Date.now() + daysAhead * dayMs;
  const clock = { ...systemClock, now, sleep: async () => {} };
  const scan = createScan({
    url,
    preferences: preferencesSchema.parse(preferences),
    behaviour: {},
    nowMs: clock.now(),
  });
  await runScan(scan, { clock, queueMs: 0, scanMs: 0, signal: new AbortController().signal });
  return scan;
}

export async function scanPaths(paths: Paths, options: ScanNow = {}): Promise<Scan> {
  await using site = await serve(paths);
  return await scanNow(site.url, options);
}

/** Ids of the checks that found something in a page at `/`. */
export async function foundIn(
  body: string,
  headers: Record<string, string | string[]> = {},
): Promise<string[]> {
  return found(await scanPaths({ '/': html(body, headers) }));
}

/** Ids of the checks that found something, each once. */
export function found({ findings }: Scan): string[] {
  return [...new Set(findings.map(({ check }) => check.id))];
}

export function evidenceOf({ findings }: Scan, id: string): Evidence[] {
  return findings.filter(({ check }) => check.id === id).map(({ evidence }) => evidence);
}
