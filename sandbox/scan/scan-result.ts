import { type Severity, zeroCounts } from '../../src/core/severity.ts';
import { toIssue } from '../checks/check.ts';
import type { Scan } from './scan.ts';
import type { Issue, Language } from './wire.ts';

/** Only a scan that has ended shows 100 %. */
const maxRunningPercentage = 99.99;

export interface ResultOptions {
  readonly language: Language;
  readonly byType: boolean;
  readonly withSubdomains: boolean;
  readonly withLeaks: boolean;
}

/**
 * docs/internals/service-interface.md, section 2.2. Partial while the scan runs. The document does not say where
 * `subdomains` and `leaks` are; the sandbox puts them here, and finds none on this machine.
 */
export function toScanResult(scan: Scan, options: ResultOptions) {
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
    ...(options.withSubdomains && { subdomains: [] }),
    ...(options.withLeaks && { leaks: [] }),
  };
}

/** Most severe first. */
export function issuesOf({ findings }: Pick<Scan, 'findings'>, language: Language): Issue[] {
  return findings
    .map((finding) => toIssue(finding, language))
    .sort((a, b) => b.cvss.score - a.cvss.score || a.name.localeCompare(b.name));
}

function groupByType({ findings }: Scan, language: Language): Record<string, { issues: Issue[] }> {
  const types = Map.groupBy(findings, ({ check }) => check.type);
  return Object.fromEntries(
    [...types].map(([type, ofType]) => [type, { issues: issuesOf({ findings: ofType }, language) }]),
  );
}

export function countSeverities(issues: readonly Issue[]): Record<Severity, number> {
  const counts = { ...zeroCounts };
  for (const { severity } of issues) counts[severity] += 1;
  return counts;
}

function countGroups(issues: readonly Issue[]): Record<string, number> {
  const groups = Map.groupBy(issues, ({ group }) => group);
  return Object.fromEntries([...groups].map(([group, { length }]) => [group, length]));
}

function shownPercentage({ state, percentage, behaviour }: Scan): number {
  const most = state === 'running' ? maxRunningPercentage : percentage;
  return Math.min(percentage, behaviour.stuckAt ?? most, most);
}

function shownEndDate({ behaviour, endedAtMs }: Scan): string | null {
  if (behaviour.stuckAt !== undefined || endedAtMs === null) return null;
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
      // The document shows no value for a scan without findings.
      severity: issuesOf(scan, 'en')[0]?.severity ?? 'warning',
      subdomains: scan.state === 'finished' ? 0 : null,
    })),
    total: ofTarget.length,
  }));
}
