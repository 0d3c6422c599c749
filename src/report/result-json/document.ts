import type { z } from 'zod';
import { sumCounts } from '../../core/severity.ts';
import { isComplete, shownNotices } from '../../gate/completeness.ts';
import type { BaselineFacts, JudgedFinding } from '../../gate/verdict.ts';
import type { IgnoreRule } from '../../policy/policy.ts';
import type { RawAnswer } from '../../service/answers.ts';
import type { ReportModel } from '../model.ts';
import { shownBaseline } from '../wording.ts';
import type { resultSchema } from './schema.ts';

/** What is never changed once it is made. */
type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

type Parsed = Immutable<z.infer<typeof resultSchema>>;
type ResultFinding = Parsed['findings'][number];

/** The JSON result, for programs (`docs/result.md`). Its findings, which may be many, are made one by one. */
export type ResultDocument = Omit<Parsed, 'findings'> & { readonly findings: Iterable<ResultFinding> };
type ResultPolicy = ResultDocument['policy'];
type IgnoredBy = NonNullable<ResultFinding['ignoredBy']>;

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

function resultFindings({ findings, baseline }: ReportModel['assessment']): Iterable<ResultFinding> {
  return {
    *[Symbol.iterator]() {
      for (const judged of findings) yield resultFinding(judged, baseline);
    },
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
 * @param raw the last answer of the service; `null` when there was none
 */
export function resultDocument(model: ReportModel, raw: RawAnswer | null): ResultDocument {
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
    findings: resultFindings(assessment),
    hostViolations: assessment.hostViolations,
    ruleNotices: shownNotices(assessment).map(({ rule, kind }) => ({ kind, ...ignoredBy(rule) })),
    host: model.host,
    run: model.run,
    raw,
  };
}
