/** The outputs of the step: their names and values, and how they are set. */

import type { RunPorts } from '../core/ports.ts';
import { highestSeverity, severities, sumCounts } from '../core/severity.ts';
import { type Assessment, hasProblem } from '../gate/verdict.ts';
import { failureWarnings, warnOnFailure } from './failure-warnings.ts';
import type { Publication } from './publication.ts';

/** The outputs of the action. All outputs are set, whatever the verdict. An output without a value is empty. */
export const outputNames = [
  'verdict',
  'reason',
  'url',
  'scan-id',
  'total',
  ...severities,
  'highest-severity',
  'blocking',
  'new',
  'fixed',
  'ignored',
  'report-path',
  'report-url',
  'result-path',
  'sarif-path',
  'summary-path',
  'artifact-id',
  'artifact-url',
  'comment-url',
  'issue-url',
  'evidence-path',
  'duration-seconds',
] as const;

export type Outputs = Readonly<Record<(typeof outputNames)[number], string | number | null>>;

/** The outputs that follow from the verdict. `null`: no value. */
export function verdictOutputs({ fullModel, verdictLine }: Pick<Publication, 'fullModel' | 'verdictLine'>) {
  const { assessment, scan, target } = fullModel;
  const { counts } = assessment;
  const ifRead = (count: number) => (scan.percentage === null ? null : count);
  return {
    verdict: assessment.verdict.outcome,
    reason: verdictLine,
    url: target,
    'scan-id': scan.id,
    total: ifRead(sumCounts(counts)),
    critical: ifRead(counts.critical),
    high: ifRead(counts.high),
    medium: ifRead(counts.medium),
    low: ifRead(counts.low),
    warning: ifRead(counts.warning),
    'highest-severity': highestSeverity(counts),
    blocking: ifRead(assessment.blockingCount),
    new: scan.percentage === null ? null : newFindings(assessment),
    fixed: assessment.baseline.kind === 'compared' ? assessment.baseline.fixed : null,
    ignored: ifRead(sumCounts(assessment.countsByStatus.ignored)),
  };
}

/** Findings that are neither in the baseline nor ignored; `null` without a baseline. */
function newFindings(assessment: Assessment): number | null {
  const { baseline, findings } = assessment;
  if (baseline.kind === 'none' || hasProblem(assessment, 'baseline')) return null;
  if (baseline.kind === 'compared') return baseline.new;
  return findings.filter(({ status }) => status !== 'ignored').length;
}

/**
 * Sets every output; an output without a value is empty. Secrets are removed only from `reason`, the only sentence. The
 * other outputs are numbers, fixed words, ids, addresses and paths, which would be useless with a part removed. A
 * failure is a warning, because the verdict stands without the outputs.
 */
export async function setOutputs(
  values: Partial<Outputs>,
  { runner, redactor, log }: Pick<RunPorts, 'runner' | 'redactor' | 'log'>,
): Promise<void> {
  const set = async () => {
    for (const name of outputNames) {
      const value = String(values[name] ?? '');
      runner.setOutput(name, name === 'reason' ? redactor.redact(value) : value);
    }
  };
  await warnOnFailure(log.warning, set, failureWarnings.outputs);
}
