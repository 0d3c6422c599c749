import { toIssue } from '../checks/check.ts';
import { cvssBaseScore, severityOfScore } from './cvss.ts';
import type { Scan } from './scan.ts';
import {
  type Issue,
  type Language,
  type ScanListEntry,
  type ScanResult,
  SEVERITIES,
  type Severity,
} from './wire.ts';

/** What still looks like progress; 100 is for scans that are over. */
const MOST_WHILE_RUNNING = 99.99;
const STEP_BACK = 15;

export interface ResultOptions {
  language: Language;
  byType: boolean;
  withSubdomains: boolean;
  withLeaks: boolean;
}

/** Issues of a scan, most severe first. */
export function issuesOf(scan: Scan, language: Language): Issue[] {
  return scan.observations
    .map((observation) => toIssue(observation, language))
    .sort((a, b) => b.cvss.score - a.cvss.score || a.name.localeCompare(b.name));
}

function groupByType(scan: Scan, language: Language): Record<string, { issues: Issue[] }> {
  const types: Record<string, { issues: Issue[] }> = {};
  for (const observation of scan.observations) {
    const entry = types[observation.check.type] ?? { issues: [] };
    types[observation.check.type] = entry;
    entry.issues.push(toIssue(observation, language));
  }
  return types;
}

export function countSeverities(issues: readonly Issue[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0, warning: 0 };
  for (const { severity } of issues) counts[severity] += 1;
  return counts;
}

export function countGroups(issues: readonly Issue[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { group } of issues) counts[group] = (counts[group] ?? 0) + 1;
  return counts;
}

/** Progress as a reader of the service sees it, 0 to 100. */
function visibleProgress(scan: Scan): number {
  const { stuckAt, progressGoesBack } = scan.behaviour;
  if (stuckAt !== undefined) return Math.min(scan.progress, stuckAt);
  if (scan.state !== 'running') return scan.progress;
  const back = progressGoesBack && scan.timesFetched % 2 === 0 ? STEP_BACK : 0;
  return Math.max(0, Math.min(scan.progress, MOST_WHILE_RUNNING) - back);
}

function visibleEnd(scan: Scan): string | null {
  if (scan.behaviour.noEndDate || scan.behaviour.stuckAt !== undefined || scan.endedAtMs === null)
    return null;
  return new Date(scan.endedAtMs).toISOString();
}

/** Section 2.2, partial while the scan runs. */
export function toScanResult(scan: Scan, options: ResultOptions): ScanResult {
  const issues = issuesOf(scan, options.language);
  return {
    issuesSummaryTotal: issues.length,
    issuesCategoriesSummary: countGroups(issues),
    issues: options.byType ? groupByType(scan, options.language) : issues,
    identificator: scan.id,
    issuesSummary: countSeverities(issues),
    totalChecked: scan.checked,
    information: scan.information,
    preferences: { ...scan.preferences, services_brute_force: 0 },
    percentage: visibleProgress(scan).toFixed(2),
    startDate: new Date(scan.startedAtMs ?? scan.enqueuedAtMs).toISOString(),
    endDate: visibleEnd(scan),
    ...(options.withSubdomains && { subdomains: scan.subdomains }),
    ...(options.withLeaks && { leaks: scan.leaks }),
  };
}

/** Highest severity; `warning`, the lowest value the document has, also for a scan without findings. */
function highestSeverity(scan: Scan): Severity {
  const found = scan.observations.map(({ check }) => severityOfScore(cvssBaseScore(check.vector)));
  return SEVERITIES.find((severity) => found.includes(severity)) ?? 'warning';
}

/** Section 2.6: targets in the order in which they were first scanned, newest scan first. */
export function toScanList(scans: readonly Scan[], nowMs: number): ScanListEntry[] {
  const byTarget = Map.groupBy(
    scans.filter((scan) => nowMs - scan.enqueuedAtMs >= (scan.behaviour.listDelayMs ?? 0)),
    ({ url }) => url,
  );
  return [...byTarget].map(([url, ofTarget]) => ({
    url,
    scans: ofTarget.toReversed().map((scan) => ({
      id: scan.id,
      startDate: Math.floor((scan.startedAtMs ?? scan.enqueuedAtMs) / 1000),
      progress: Number(visibleProgress(scan).toFixed(2)),
      preferences: scan.preferences,
      severity: highestSeverity(scan),
      subdomains: scan.state === 'finished' ? scan.subdomains.length : null,
    })),
    total: ofTarget.length,
  }));
}
