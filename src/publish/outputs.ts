/** The outputs of the action. Every one is set, empty where it has no value, whatever the verdict. */
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
  'result-path',
  'sarif-path',
  'summary-path',
  'artifact-id',
  'artifact-url',
  'comment-url',
  'issue-url',
  'duration-seconds',
] as const;

export type Outputs = Readonly<Record<(typeof outputNames)[number], string | number | null>>;

/** The outputs of publishing, as long as nothing is published. */
export const nothingPublished = {
  'report-path': null,
  'result-path': null,
  'sarif-path': null,
  'summary-path': null,
  'artifact-id': null,
  'artifact-url': null,
  'comment-url': null,
  'issue-url': null,
} satisfies Partial<Outputs>;

/** @param set the runner's `setOutput` */
export function publishOutputs(outputs: Outputs, set: (name: string, value: string) => void): void {
  for (const name of outputNames) set(name, String(outputs[name] ?? ''));
}
