/** The JSON result, for programs (`docs/result.md`). After a release, fields are only added. */

import { sumCounts } from '../../core/severity.ts';
import { isoTime } from '../../core/time.ts';
import type { JudgedFinding } from '../../gate/judgement.ts';
import type { RawAnswer } from '../../service/answers.ts';
import { baselineText } from '../../settings/baseline-setting.ts';
import type { IgnoreRule } from '../../settings/policy-file.ts';
import type { ReportModel } from '../model.ts';

function ignoreRuleReference({ line, reason, expires, owner }: IgnoreRule) {
  return { line, reason, expires, owner };
}

function resultFinding(judged: JudgedFinding) {
  const { status, fingerprints, ignoredBy } = judged;
  return {
    ...judged.finding,
    status,
    fingerprints,
    ignoredBy: ignoredBy === null ? null : ignoreRuleReference(ignoredBy),
  };
}

/**
 * The report as one document that JSON can hold without loss. Texts of a scan may be hostile. They are harmless in
 * JSON, but a program that shows them has to escape them.
 *
 * @param reason the output `reason`
 * @param raw the last answer of the service with a result; `null` if there was none
 */
export function resultDocument(
  model: ReportModel,
  { reason, raw }: { readonly reason: string; readonly raw: RawAnswer | null },
) {
  const { judgement, scan, settings } = model;
  const { counts } = judgement;
  const { policy, setByUser, policyFile } = settings;
  const { url, workflow, job, sha, durationMs } = model.run;
  return {
    version: 1,
    verdict: judgement.verdict,
    reason,
    objections: judgement.objections,
    policy: {
      'fail-on': policy['fail-on'],
      baseline: policy.baseline && baselineText(policy.baseline),
      'min-checks': policy['min-checks'],
      'on-fail': policy['on-fail'],
      'on-inconclusive': policy['on-inconclusive'],
      'allowed-statuses': policy['allowed-statuses'],
      ignore: policy.ignore,
      file: policyFile,
      setByUser,
    },
    target: model.target,
    scan: {
      ...scan,
      startedAt: isoTime(scan.startedAt),
      endedAt: isoTime(scan.endedAt),
      checks: judgement.checkCount,
      acceptedStatus: model.acceptedStatus,
    },
    baseline: judgement.comparison,
    counts: { ...counts, total: sumCounts(counts) },
    unlisted: judgement.unlisted,
    blocking: judgement.blockingCount,
    ignored: sumCounts(judgement.countsByStatus.ignored),
    findings: judgement.findings.map(resultFinding),
    ruleNotices: judgement.ruleNotices.map(({ rule, kind }) => ({ kind, ...ignoreRuleReference(rule) })),
    host: model.host,
    run: { url, workflow, job, sha, durationMs },
    raw,
  };
}
