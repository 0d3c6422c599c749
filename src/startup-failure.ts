import { CancelledError, SettingsError } from './errors.ts';
import { outputNames } from './publish/outputs.ts';

/**
 * Ends a run that came to no verdict of its own: wrong settings, or a mistake in the action. It is never green, and every
 * output is set all the same.
 *
 * @returns what to tell
 */
export function concludeWithout(error: unknown, setOutput: (name: string, value: string) => void): string {
  const message = error instanceof SettingsError ? error.message : describe(error);
  try {
    for (const name of outputNames) setOutput(name, '');
    setOutput('verdict', 'inconclusive');
    setOutput('reason', message.replaceAll('\n', ' '));
  } catch {
    // Outputs that cannot be written leave the message, which fails the step.
  }
  return message;
}

function describe(error: unknown): string {
  if (error instanceof CancelledError)
    return `The run was cancelled (${error.signal}) before anything was known of the site. Run the job again.`;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `Scan Gate failed by a mistake of its own (${what}). The site was not judged. Re-run the job with debug logging, and report it with the log if it stays.`;
}
