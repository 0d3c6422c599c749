/** The message of a run that ended without a verdict, after wrong settings, an early cancel or a bug of the action. */

import type { RunPorts } from '../core/ports.ts';
import { CancelledError, SettingsError } from '../core/problem.ts';
import { setOutputs } from './outputs.ts';

/**
 * Sets the outputs of a run that ended without a verdict.
 *
 * @returns the message for the log
 */
export async function endWithoutVerdict(
  error: unknown,
  ports: Pick<RunPorts, 'runner' | 'redactor' | 'log'>,
): Promise<string> {
  const message = endMessage(error);
  const reason = message.replaceAll('\n', ' ').replaceAll('`', '');
  await setOutputs({ verdict: 'inconclusive', reason }, ports);
  return message;
}

/** Why the run ended, in English, because `language` may be the wrong setting. The text may have several lines. */
export function endMessage(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof CancelledError)
    return 'The run was cancelled before anything was known of the site. Run the job again.';
  return `Scan Gate failed by a mistake of its own (${String(error)}). The site was not judged. Re-run the job with debug logging, and open an issue with the log in the repository that \`uses:\` names.`;
}
