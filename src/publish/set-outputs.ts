import type { World } from '../core/ports.ts';
import { adviseOnOutputs, warnOnFailure } from './failures.ts';

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
 * Sets every output, empty if it has no value. Secrets are removed from `reason`, the only sentence. The rest is
 * numbers, words of the action, and ids, addresses and paths, which would be of no use with a part removed. A failure
 * is a warning, because the verdict stands without the outputs.
 */
export async function setOutputs(
  values: Partial<Outputs>,
  { runner, redactor, log }: Pick<World, 'runner' | 'redactor' | 'log'>,
): Promise<void> {
  const set = async () => {
    for (const name of outputNames) {
      const value = String(values[name] ?? '');
      runner.setOutput(name, name === 'reason' ? redactor.redact(value) : value);
    }
  };
  await warnOnFailure(log, set, adviseOnOutputs);
}
