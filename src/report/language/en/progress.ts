/** The comment and the commit status while the scan runs. */
export const enProgress = {
  /** Before the counts by severity, while the scan runs. */
  foundSoFar: 'Found so far',
  scanning: 'scanning',
  /** Replaces the percentage. */
  notStarted: 'waiting for the scan',
  isRunning:
    'The site is being scanned, and this check is pending. There is no result yet, and nothing to do.',
  isQueued: 'The scan has not started yet. This check is pending, and there is nothing to do.',
  willBeReplaced:
    'The result will replace this comment. If it stops changing for minutes, open the run below.',
  running: (elapsed: string) => `Running for ${elapsed}`,
  waiting: (elapsed: string) => `Waiting for ${elapsed}`,
  /** `list`: the counts by severity, such as `1 critical`. */
  willBlock: (list: string, count: number) =>
    `${list} will block, and the result names ${count === 1 ? 'it' : 'them'}`,
  rest: (duration: string) => `about ${duration} left`,
  /** The description of the commit status. */
  pending: 'The scan has not finished yet.',
};
