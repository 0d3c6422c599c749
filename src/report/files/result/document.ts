/** The values of the JSON result; `schema.ts` has its fields. */

import type { z } from 'zod';
import { withOriginalTexts } from '../../../core/classified-text.ts';
import { sumCounts } from '../../../core/severity.ts';
import { isoTime } from '../../../core/time.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import { baselineText } from '../../../policy/baseline.ts';
import type { IgnoreRule, Policy } from '../../../policy/policy.ts';
import type { SettingSources } from '../../../policy/settings-table.ts';
import type { RawAnswer } from '../../../service/answers.ts';
import type { ReportModel } from '../../model.ts';
import type { resultSchema } from './schema.ts';

/** `Value`, read-only at every depth. */
type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

/** The JSON result, for programs (`docs/result.md`). */
export type ResultDocument = Immutable<z.infer<typeof resultSchema>>;

function ignoreRuleReference({ line, reason, expires, owner }: IgnoreRule) {
  return { line, reason, expires, owner };
}

function resultFinding(judged: JudgedFinding): ResultDocument['findings'][number] {
  const { status, fingerprint, blockedBy, ignoredBy, knownFrom } = judged;
  const { subjects: evidence, ...finding } = judged.finding;
  return {
    ...finding,
    evidence,
    status,
    fingerprint,
    blockedBy,
    ignoredBy: ignoredBy === null ? null : ignoreRuleReference(ignoredBy),
    knownFrom,
  };
}

/** @param file the name of the policy file */
function resultPolicy(policy: Policy, sources: SettingSources, file: string | null) {
  const { baseline, hostRules: host, allowedRedirects, ...settings } = policy;
  return {
    ...settings,
    allowedRedirects: allowedRedirects ?? [],
    host,
    baseline: baseline === null ? null : baselineText(baseline),
    file,
    sources,
  };
}

function resultOrganization({ settings, assessment }: ReportModel): ResultDocument['organization'] {
  const { organization } = settings;
  if (organization === null) return null;
  const { name, commit, allowIgnores, allowBaseline } = organization;
  const { outcome = null, blockingCount = null } = assessment.outcomeByPolicy?.organization ?? {};
  const policy = { ...resultPolicy(organization.policy, organization.sources, name), commit };
  return { verdict: outcome, blocking: blockingCount, policy, allowIgnores, allowBaseline };
}

/**
 * Everything the run knows, as one document that JSON can hold without loss. Texts of a scan stay as the service sent
 * them. They are harmless in JSON, but a program that shows them has to escape them.
 *
 * @param reason the output `reason`
 * @param raw the last answer of the service; `null` if there was none
 * @param artifactUrl the page of the artifact; `null` in the copy that the artifact holds
 */
export function resultDocument(
  model: ReportModel,
  {
    reason,
    raw,
    artifactUrl,
  }: Pick<ResultDocument, 'reason' | 'artifactUrl'> & { readonly raw: RawAnswer | null },
): ResultDocument {
  const { assessment, scan, settings } = model;
  const { counts } = assessment;
  const { policy, sources, file } = settings;
  const { url, workflow, job, sha, durationMs } = model.run;
  return {
    version: 1,
    verdict: assessment.verdict.outcome,
    reason,
    reasons: withOriginalTexts(assessment.verdict.reasons),
    partial: assessment.partial,
    policy: { ...resultPolicy(policy, sources, file?.path ?? null), blob: file?.blob ?? null },
    organization: resultOrganization(model),
    target: model.target,
    acceptedStatuses: model.acceptedStatuses,
    scan: { ...scan, startedAt: isoTime(scan.startedAt), endedAt: isoTime(scan.endedAt) },
    baseline: assessment.baseline,
    counts: { ...counts, total: sumCounts(counts) },
    unlisted: assessment.unlisted,
    blocking: assessment.blockingCount,
    ignored: sumCounts(assessment.countsByStatus.ignored),
    findings: assessment.findings.map(resultFinding),
    hostViolations: assessment.hostViolations,
    ruleNotices: assessment.ruleNotices.map(({ rule, kind }) => ({ kind, ...ignoreRuleReference(rule) })),
    host: model.hostFacts,
    run: { url, workflow, job, sha, durationMs },
    raw,
    artifactUrl,
  };
}
