import type { Finding } from '../gate/finding.ts';
import type { HostInformation } from '../gate/host-information.ts';
import type {
  Assessment,
  BaselineFacts,
  BlockingRule,
  JudgedFinding,
  Reason,
  RuleNotice,
  Verdict,
} from '../gate/verdict.ts';
import type { IgnoreRule, Policy } from '../inputs/policy.ts';
import type { SettingSource } from '../inputs/settings.ts';
import { type SeverityCounts, sumCounts } from '../severity.ts';
import { shownBaseline } from './baseline-text.ts';
import { isComplete, shownNotices } from './completeness.ts';
import type { ReportModel, RunFacts } from './model.ts';

/** The JSON result, for programs. Fields are only ever added as long as `version` is the same. */
export interface ResultDocument {
  readonly version: 1;
  readonly verdict: Verdict['outcome'];
  readonly reasons: readonly Reason[];
  /** True when `fail-fast` ended the wait: everything in here is of a partial result. */
  readonly partial: boolean;
  readonly policy: ResultPolicy;
  readonly target: string | null;
  readonly scan: ResultScan;
  readonly baseline: ResultBaseline;
  readonly counts: SeverityCounts & { readonly total: number };
  /** Findings that the summary of the scan counts beyond those in `findings`. */
  readonly unlisted: SeverityCounts;
  readonly blocking: number;
  readonly ignored: number;
  /** Most severe first. */
  readonly findings: readonly ResultFinding[];
  /** Broken host rules; they are not in `counts` and `findings`. */
  readonly hostViolations: Assessment['hostViolations'];
  readonly ruleNotices: readonly (IgnoredBy & { readonly kind: RuleNotice['kind'] })[];
  readonly host: HostInformation | null;
  readonly run: RunFacts;
  /** What the service answered last, as it came; `null` when there was no answer. */
  readonly raw: unknown;
}

/** A finding, and why it does or does not block. */
interface ResultFinding extends Finding {
  /** `passing`: new or without a baseline, and below every threshold. */
  readonly status: JudgedFinding['status'];
  /** Names the finding across scans; what an ignore rule holds. */
  readonly fingerprint: string;
  /** The rules by which it blocks; empty unless it does. */
  readonly blockedBy: readonly BlockingRule[];
  /** The rule of the policy file by which it does not block. */
  readonly ignoredBy: IgnoredBy | null;
  /** The scan of the baseline that has it already. */
  readonly knownFrom: string | null;
}

type IgnoredBy = Pick<IgnoreRule, 'line' | 'reason' | 'expires' | 'owner'>;

/** `fixed` is `null` where the list of findings is not complete: what is not in it may still be there. */
type ResultBaseline =
  | Exclude<BaselineFacts, { kind: 'compared' }>
  | (Omit<Extract<BaselineFacts, { kind: 'compared' }>, 'fixed'> & { readonly fixed: number | null });

/** The policy in force. */
interface ResultPolicy extends Omit<Policy, 'baseline'> {
  /** A URL without user info and query, a scan id or `previous`. */
  readonly baseline: string | null;
  /** Path of the policy file that was read. */
  readonly file: string | null;
  /** Where each setting came from, by the name of its input. */
  readonly sources: Readonly<Record<string, SettingSource>>;
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

function ignoredBy({ line, reason, expires, owner }: IgnoreRule): IgnoredBy {
  return { line, reason, expires, owner };
}

function resultFinding(judged: JudgedFinding, baseline: BaselineFacts): ResultFinding {
  const { finding, status, fingerprint, blockedBy, ignoredBy: rule } = judged;
  return {
    status,
    fingerprint,
    blockedBy,
    ignoredBy: rule === null ? null : ignoredBy(rule),
    knownFrom: status === 'known' && baseline.kind === 'compared' ? baseline.scanId : null,
    ...finding,
  };
}

function resultPolicy(model: ReportModel): ResultPolicy {
  const { policy, settings } = model;
  return {
    ...policy,
    baseline: policy.baseline === null ? null : shownBaseline(model),
    file: settings.file,
    sources: settings.sources,
  };
}

/**
 * Everything the run knows, as one document that `JSON.stringify` writes without loss. Texts of a scan stand in it as
 * they came, because JSON makes them harmless; whoever shows them has to escape them.
 *
 * @param raw the last answer of the service, parsed; `null` or `undefined` when there was none.
 */
export function resultDocument(model: ReportModel, raw: unknown): ResultDocument {
  const { assessment, scan } = model;
  const { counts, baseline } = assessment;
  return {
    version: 1,
    verdict: assessment.verdict.outcome,
    reasons: assessment.verdict.reasons,
    partial: assessment.partial,
    policy: resultPolicy(model),
    target: model.target,
    scan: { ...scan, startedAt: isoTime(scan.startedAt), endedAt: isoTime(scan.endedAt) },
    baseline:
      baseline.kind === 'compared'
        ? { ...baseline, fixed: isComplete(assessment) ? baseline.fixed : null }
        : baseline,
    counts: { ...counts, total: sumCounts(counts) },
    unlisted: assessment.unlisted,
    blocking: assessment.blocking,
    ignored: assessment.ignored,
    findings: assessment.findings.map((judged) => resultFinding(judged, baseline)),
    hostViolations: assessment.hostViolations,
    ruleNotices: shownNotices(assessment).map(({ rule, kind }) => ({ kind, ...ignoredBy(rule) })),
    host: model.host,
    run: model.run,
    raw: raw ?? null,
  };
}
