import { highestSeverity, type Severity, sumCounts } from '../core/severity.ts';
import { isComplete } from '../gate/completeness.ts';
import { type Assessment, hasProblem } from '../gate/verdict.ts';
import type { ReportModel } from './model.ts';

/** The outputs of the action that follow from the verdict alone; `null` where there is no value. */
export function verdictOutputs(model: ReportModel, reason: string) {
  const { assessment, scan, target, run } = model;
  const { counts } = assessment;
  const seen = (count: number) => (scan.percentage === null ? null : count);
  const bySeverity: Record<Severity, number | null> = {
    critical: seen(counts.critical),
    high: seen(counts.high),
    medium: seen(counts.medium),
    low: seen(counts.low),
    warning: seen(counts.warning),
  };
  return {
    verdict: assessment.verdict.outcome,
    reason,
    url: target,
    'scan-id': scan.id,
    total: seen(sumCounts(counts)),
    ...bySeverity,
    'highest-severity': highestSeverity(counts),
    blocking: seen(assessment.blocking),
    new: scan.percentage === null ? null : newFindings(assessment),
    fixed: fixedFindings(assessment),
    ignored: seen(assessment.ignored),
    'duration-seconds': Math.round(run.durationMs / 1000),
  };
}

/** Findings of the baseline that are gone, which only a complete list can tell. */
function fixedFindings(assessment: Assessment): number | null {
  const { baseline } = assessment;
  return baseline.kind === 'compared' && isComplete(assessment) ? baseline.fixed : null;
}

/** Findings that are not in the baseline; without a baseline nothing is new. */
function newFindings(assessment: Assessment): number | null {
  const { baseline, findings } = assessment;
  if (baseline.kind === 'none' || hasProblem(assessment, 'baseline')) return null;
  return baseline.kind === 'compared'
    ? baseline.new
    : findings.filter(({ status }) => status !== 'ignored').length;
}
