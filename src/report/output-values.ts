import { highestSeverity, type Severity, sumCounts } from '../severity.ts';
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
    'duration-seconds': Math.round(run.durationMs / 1000),
  };
}
