/** The outputs of the step: their names and values, and how they are set. */

import type { RunPorts } from '../core/ports.ts';
import { CancelledError, SettingsError } from '../core/problem.ts';
import { highestSeverity, severities, sumCounts } from '../core/severity.ts';
import { isBecauseOf, type Judgement } from '../gate/judgement.ts';
import type { Publication } from './publication.ts';
import { runnerWarnings, warnOnFailure } from './warnings.ts';

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
  'comment-path',
  'artifact-id',
  'artifact-url',
  'comment-url',
  'issue-url',
  'duration-seconds',
] as const;

export type Outputs = Partial<Readonly<Record<(typeof outputNames)[number], string | number | null>>>;

/**
 * The outputs that follow from the verdict. `null`: no value. A scan that did not reach 100 % has no counts, because a
 * later step would take them for those of the whole scan.
 */
export function verdictOutputs({ fullModel, reason }: Pick<Publication, 'fullModel' | 'reason'>) {
  const { judgement, scan, target } = fullModel;
  const { counts } = judgement;
  const isCounted = scan.percentage !== null && scan.percentage >= 100;
  return {
    verdict: judgement.verdict,
    reason,
    url: target,
    'scan-id': scan.id,
    fixed: judgement.comparison.kind === 'compared' ? judgement.comparison.fixed : null,
    ...(isCounted && {
      ...counts,
      total: sumCounts(counts),
      'highest-severity': highestSeverity(counts),
      blocking: judgement.blockingCount,
      new: newFindings(judgement),
      ignored: sumCounts(judgement.countsByStatus.ignored),
    }),
  };
}

/** Findings that are neither in the baseline nor ignored, listed or not; `null` without a baseline. */
function newFindings(judgement: Judgement): number | null {
  const { comparison, countsByStatus, unlisted } = judgement;
  if (comparison.kind === 'none' || isBecauseOf(judgement, 'baseline')) return null;
  if (comparison.kind === 'compared') return comparison.new;
  return [countsByStatus.blocking, countsByStatus.passing, unlisted].map(sumCounts).reduce((a, b) => a + b);
}

/**
 * Sets every output; an output without a value is empty. A failure is a warning, because the verdict stands without the
 * outputs.
 */
export async function setOutputs(
  values: Outputs,
  { runner, log }: Pick<RunPorts, 'runner' | 'log'>,
): Promise<void> {
  const set = async () => {
    for (const name of outputNames) runner.setOutput(name, String(values[name] ?? ''));
  };
  await warnOnFailure(log, set, runnerWarnings.outputs);
}

/**
 * Sets the outputs of a run that ended without a verdict, after wrong settings, an early cancel or a bug of the action.
 *
 * @returns the message for the log
 */
export async function endWithoutJudgement(
  error: unknown,
  ports: Pick<RunPorts, 'runner' | 'redactor' | 'log'>,
): Promise<string> {
  const message = ports.redactor.redact(endMessage(error));
  await setOutputs({ verdict: 'inconclusive', reason: reasonOfMessage(message) }, ports);
  return message;
}

/** The output `reason` of a message: on one line, without Markdown. */
export function reasonOfMessage(message: string): string {
  return message.replaceAll('\n', ' ').replaceAll('`', '');
}

/** Why the run ended, in English, because `language` may be the wrong setting. The text may have several lines. */
export function endMessage(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof CancelledError)
    return 'The run was cancelled before anything was known of the site. Run the job again.';
  return `Scan Gate failed by a mistake of its own (${String(error)}). The site was not judged. Re-run the job with debug logging, and open an issue with the log in the repository that \`uses:\` names.`;
}
