import type { Finding } from '../gate/finding.ts';
import type { HostInformation } from '../gate/host-information.ts';
import type { JudgedFinding, Reason, Verdict } from '../gate/verdict.ts';
import type { SeverityCounts } from '../severity.ts';
import type { ReportModel, RunFacts } from './model.ts';

/** The JSON result, for programs. Fields are only ever added as long as `version` is the same. */
export interface ResultDocument {
  readonly version: 1;
  readonly verdict: Verdict['outcome'];
  readonly reasons: readonly Reason[];
  readonly policy: ReportModel['policy'];
  readonly target: string | null;
  readonly scan: ResultScan;
  readonly counts: SeverityCounts & { readonly total: number };
  /** Findings that the summary of the scan counts beyond those in `findings`. */
  readonly unlisted: SeverityCounts;
  readonly blocking: number;
  /** Most severe first. */
  readonly findings: readonly (Finding & { readonly status: JudgedFinding['status'] })[];
  readonly host: HostInformation | null;
  readonly run: RunFacts;
  /** What the service answered last, as it came; `null` when there was no answer. */
  readonly raw: unknown;
}

interface ResultScan {
  readonly id: string | null;
  readonly origin: ReportModel['scan']['origin'];
  /** ISO 8601 in UTC. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly percentage: number | null;
  readonly checks: number | null;
  readonly preferences: ReportModel['scan']['preferences'];
}

function isoTime(timeMs: number | null): string | null {
  if (timeMs === null) return null;
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/**
 * Everything the run knows, as one document that `JSON.stringify` writes without loss. Texts of a scan stand in it as
 * they came, because JSON makes them harmless; whoever shows them has to escape them.
 *
 * @param raw the last answer of the service, parsed; `null` or `undefined` when there was none.
 */
export function resultDocument(model: ReportModel, raw: unknown): ResultDocument {
  const { assessment, scan } = model;
  const { counts } = assessment;
  const total = counts.critical + counts.high + counts.medium + counts.low + counts.warning;
  return {
    version: 1,
    verdict: assessment.verdict.outcome,
    reasons: assessment.verdict.reasons,
    policy: model.policy,
    target: model.target,
    scan: { ...scan, startedAt: isoTime(scan.startedAt), endedAt: isoTime(scan.endedAt) },
    counts: { ...counts, total },
    unlisted: assessment.unlisted,
    blocking: assessment.blocking,
    findings: assessment.findings.map(({ finding, status }) => ({ status, ...finding })),
    host: model.host,
    run: model.run,
    raw: raw ?? null,
  };
}
