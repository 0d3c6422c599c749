import { fieldsOf } from '../../src/core/json.ts';
import type { SeverityCounts } from '../../src/core/severity.ts';
import type { ReportRequest } from '../api/schema.ts';
import type { Scan } from '../scan/scan.ts';
import { countGroups, countSeverities, issuesOf } from '../scan/scan-result.ts';
import type { Issue } from '../scan/wire.ts';
import { type PdfTexts, pdfTexts } from './texts.ts';

/** What a PDF says. */
export interface PdfModel {
  readonly title: string;
  readonly target: string;
  readonly scanId: string;
  /** Milliseconds since the Unix epoch. */
  readonly dateMs: number;
  readonly color: string;
  readonly checked: number;
  readonly total: number;
  readonly counts: SeverityCounts;
  /** The largest first. */
  readonly groups: readonly (readonly [group: string, count: number])[];
  /** Most severe first. */
  readonly steps: readonly Step[];
  readonly text: PdfTexts;
}

/** All findings of one kind. */
export interface Step {
  readonly issue: Issue;
  readonly places: readonly string[];
}

export function buildPdfModel(scan: Scan, request: ReportRequest): PdfModel {
  const issues = issuesOf(scan, request.language);
  const text = pdfTexts[request.language];
  return {
    title: request.report_type === 'ACTION_REPORT' ? text.actionTitle : text.riskTitle,
    target: publicAddress(request.target_url ?? scan.url),
    scanId: scan.id,
    dateMs: scan.endedAtMs ?? scan.enqueuedAtMs,
    color: request.color_theme_hex,
    checked: scan.checked,
    total: issues.length,
    counts: countSeverities(issues),
    groups: Object.entries(countGroups(issues)).sort((a, b) => b[1] - a[1]),
    steps: toSteps(issues, text),
    text,
  };
}

/** Without user info and query, which may hold secrets. */
function publicAddress(address: string): string {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol)
    ? `${url.origin}${url.pathname}`
    : address.replace(/[?#].*$/, '');
}

function toSteps(issues: readonly Issue[], text: PdfTexts): Step[] {
  return [...Map.groupBy(issues, ({ name }) => name).values()].flatMap((sameKind) => {
    const [issue] = sameKind;
    return issue ? [{ issue, places: sameKind.map((each) => placeOf(each, text)) }] : [];
  });
}

function placeOf({ raw: { url, evidence } }: Issue, text: PdfTexts): string {
  const details = Object.entries(fieldsOf(evidence)).flatMap(([name, value]) => {
    const label = text.details[name];
    return label ? [`${label}: ${String(value)}`] : [];
  });
  return [String(url), ...details].join(' – ');
}
