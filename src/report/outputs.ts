/** The values of the outputs that follow from the verdict. */

import { highestSeverity, sumCounts } from '../core/severity.ts';
import { type Assessment, hasProblem } from '../gate/verdict.ts';
import type { ReportModel } from './model.ts';

/**
 * The outputs of the action that follow from the verdict. `null`: no value.
 *
 * @param model the full model: in the disclosed one, `findings` are empty with `disclosure: counts`
 */
export function verdictOutputs(model: ReportModel, reason: string) {
  const { assessment, scan, target } = model;
  const { counts } = assessment;
  const ifRead = (count: number) => (scan.percentage === null ? null : count);
  return {
    verdict: assessment.verdict.outcome,
    reason,
    url: target,
    'scan-id': scan.id,
    total: ifRead(sumCounts(counts)),
    critical: ifRead(counts.critical),
    high: ifRead(counts.high),
    medium: ifRead(counts.medium),
    low: ifRead(counts.low),
    warning: ifRead(counts.warning),
    'highest-severity': highestSeverity(counts),
    blocking: ifRead(assessment.blocking),
    new: scan.percentage === null ? null : newFindings(assessment),
    fixed: assessment.baseline.kind === 'compared' ? assessment.baseline.fixed : null,
    ignored: ifRead(sumCounts(assessment.byStatus.ignored)),
  };
}

/** The value of `duration-seconds`, known when the step ends. */
export function durationSeconds(durationMs: number): number {
  return Math.round(durationMs / 1000);
}

/** Findings that are neither in the baseline nor ignored; `null` without a baseline. */
function newFindings(assessment: Assessment): number | null {
  const { baseline, findings } = assessment;
  if (baseline.kind === 'none' || hasProblem(assessment, 'baseline')) return null;
  if (baseline.kind === 'compared') return baseline.new;
  return findings.filter(({ status }) => status !== 'ignored').length;
}
