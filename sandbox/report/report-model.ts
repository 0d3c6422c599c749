import type { ReportOptions } from '../api/report-options.ts';
import type { Scan } from '../scan/scan.ts';
import { countGroups, countSeverities, issuesOf } from '../scan/scan-result.ts';
import type { Issue, Severity } from '../scan/wire.ts';
import { REPORT_TEXTS, type ReportText } from './report-text.ts';

/** All findings of one kind, with the places where they were seen. */
export interface Step {
  issue: Issue;
  places: readonly string[];
}

/** What a report says, before it is drawn. */
export interface ReportModel {
  title: string;
  target: string;
  scanId: string;
  dateMs: number;
  color: string;
  checked: number;
  total: number;
  counts: Record<Severity, number>;
  groups: readonly (readonly [group: string, count: number])[];
  /** Most severe first. */
  steps: readonly Step[];
  text: ReportText;
}

function place(issue: Issue, text: ReportText): string {
  const { url, evidence } = issue.raw;
  const fields = typeof evidence === 'object' && evidence !== null ? Object.entries(evidence) : [];
  const details = fields.flatMap(([name, value]) => {
    const label = text.details[name];
    return label ? [`${label}: ${String(value)}`] : [];
  });
  return [String(url), ...details].join(' – ');
}

function toSteps(issues: readonly Issue[], text: ReportText): Step[] {
  return [...Map.groupBy(issues, ({ name }) => name).values()].flatMap((sameKind) => {
    const [issue] = sameKind;
    return issue ? [{ issue, places: sameKind.map((seen) => place(seen, text)) }] : [];
  });
}

/** An address without user info and query, which may hold secrets. */
function publicAddress(address: string): string {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol)
    ? `${url.origin}${url.pathname}`
    : address.replace(/[?#].*$/, '');
}

export function buildReportModel(scan: Scan, options: ReportOptions): ReportModel {
  const issues = issuesOf(scan, options.language);
  const text = REPORT_TEXTS[options.language];
  return {
    title: options.type === 'ACTION_REPORT' ? text.actionTitle : text.riskTitle,
    target: publicAddress(options.targetUrl ?? scan.url),
    scanId: scan.id,
    dateMs: scan.endedAtMs ?? scan.enqueuedAtMs,
    color: options.color,
    checked: scan.checked,
    total: issues.length,
    counts: countSeverities(issues),
    groups: Object.entries(countGroups(issues)).sort((a, b) => b[1] - a[1]),
    steps: toSteps(issues, text),
    text,
  };
}
