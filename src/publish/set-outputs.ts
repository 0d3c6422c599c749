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
