import type { Language } from '../../src/core/choices.ts';
import { noFindings, type Severity } from '../../src/core/severity.ts';
import { toIssue } from '../checks/check.ts';
import type { Scan } from './scan.ts';
import type { Issue, ScanResult } from './wire.ts';

/** Only a scan that has ended shows 100 %. */
const maxRunningPercentage = 99.99;

export interface ResultOptions {
  readonly language: Language;
  readonly byType: boolean;
  readonly withSubdomains: boolean;
  readonly withLeaks: boolean;
}

/** docs/internals/service-interface.md, section 2.2. Partial while the scan runs. */
export function toScanResult(scan: Scan, options: ResultOptions): ScanResult {
  const issues = issuesOf(scan, options.language);
  return {
    issuesSummaryTotal: issues.length,
    issuesCategoriesSummary: countGroups(issues),
    issues: options.byType ? groupByType(scan, options.language) : issues,
    identificator: scan.id,
    issuesSummary: countSeverities(issues),
    totalChecked: scan.checked,
    information: { ...scan.information, total_checked: scan.checked },
    preferences: { services_brute_force: 0, ...scan.preferences },
    percentage: shownPercentage(scan).toFixed(2),
    startDate: new Date(scan.startedAtMs ?? scan.enqueuedAtMs).toISOString(),
    endDate: shownEndDate(scan),
    ...(options.withSubdomains && { subdomains: scan.subdomains }),
    ...(options.withLeaks && { leaks: scan.leaks }),
  };
}

/** Most severe first. */
export function issuesOf({ findings }: Scan, language: Language): Issue[] {
  return findings
    .map((finding) => toIssue(finding, language))
    .sort((a, b) => b.cvss.score - a.cvss.score || a.name.localeCompare(b.name));
}

function groupByType({ findings }: Scan, language: Language): Record<string, { issues: Issue[] }> {
  const types = Map.groupBy(findings, ({ check }) => check.type);
  return Object.fromEntries(
    [...types].map(([type, ofType]) => [
      type,
      { issues: ofType.map((finding) => toIssue(finding, language)) },
    ]),
  );
}

export function countSeverities(issues: readonly Issue[]): Record<Severity, number> {
  const counts = { ...noFindings };
  for (const { severity } of issues) counts[severity] += 1;
  return counts;
}

function countGroups(issues: readonly Issue[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { group } of issues) counts[group] = (counts[group] ?? 0) + 1;
  return counts;
}

function shownPercentage({ state, percentage, behaviour }: Scan): number {
  if (behaviour.stuckAt !== undefined) return Math.min(percentage, behaviour.stuckAt);
  if (state !== 'running') return percentage;
  return Math.min(percentage, maxRunningPercentage);
}

function shownEndDate({ behaviour, endedAtMs }: Scan): string | null {
  if (behaviour.noEndDate || behaviour.stuckAt !== undefined || endedAtMs === null) return null;
  return new Date(endedAtMs).toISOString();
}

/** Section 2.6. Targets are in the order of their first scan, the newest scan of each first. */
export function toScanList(scans: readonly Scan[], nowMs: number) {
  const listed = scans.filter((scan) => nowMs - scan.enqueuedAtMs >= (scan.behaviour.listDelayMs ?? 0));
  return [...Map.groupBy(listed, ({ url }) => url)].map(([url, ofTarget]) => ({
    url,
    scans: ofTarget.toReversed().map((scan) => ({
      id: scan.id,
      startDate: Math.floor((scan.startedAtMs ?? scan.enqueuedAtMs) / 1000),
      progress: Number(shownPercentage(scan).toFixed(2)),
      preferences: scan.preferences,
      severity: highestSeverity(scan),
      subdomains: scan.state === 'finished' ? scan.subdomains.length : null,
    })),
    total: ofTarget.length,
  }));
}

/** A scan without findings has the lowest value that the document shows: it shows none for such a scan. */
function highestSeverity(scan: Scan): Severity {
  return issuesOf(scan, 'en')[0]?.severity ?? 'warning';
}
