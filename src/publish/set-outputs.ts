import { CancelledError, SettingsError } from '../core/problem.ts';

/** The outputs of the action. All are set, whatever the verdict; one without a value is empty. */
export const outputNames = [
  'verdict',
  'reason',
  'url',
  'scan-id',
  'total',
  'critical',
  'high',
  'medium',
  'low',
  'warning',
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

/**
 * Sets every output, empty if it has no value.
 *
 * @param set the runner's `setOutput`
 */
export function setOutputs(outputs: Partial<Outputs>, set: (name: string, value: string) => void): void {
  for (const name of outputNames) set(name, String(outputs[name] ?? ''));
}

/**
 * Sets the outputs of a run without a verdict, after wrong settings or a bug of the action.
 *
 * @returns the message for the log
 */
export function concludeWithout(error: unknown, setOutput: (name: string, value: string) => void): string {
  const message = describeEnd(error);
  try {
    const reason = message.replaceAll('\n', ' ').replaceAll('`', '');
    setOutputs({ verdict: 'inconclusive', reason }, setOutput);
  } catch {
    // The step fails with the message anyway.
  }
  return message;
}

/** Why a run ended without a verdict, in English: the language may be what is wrong. May have several lines. */
export function describeEnd(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof CancelledError)
    return 'The run was cancelled before anything was known of the site. Run the job again.';
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `Scan Gate failed by a mistake of its own (${what}). The site was not judged. Re-run the job with debug logging, and open an issue with the log in the repository that \`uses:\` names.`;
}
