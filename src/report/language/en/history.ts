import { number } from './numbers.ts';

/** The words of the last report, the trend, and the comment while the scan runs. */
export const enHistory = {
  /** Before what changed since the last report. */
  sinceLast: 'Since the last report',
  /** Before the verdict of the last report. */
  before: 'Previous report',
  /** Before the counts by severity, while the scan runs. */
  foundSoFar: 'Found so far',
  trend: 'Trend',
  trendDates: 'Highest severity of each scan of this target (UTC)',
  notStated: 'not stated',
  scanning: 'scanning',
  /** In place of a percentage. */
  notStarted: 'waiting for the scan',
  changed: ({ new: fresh, fixed }: { new: number; fixed: number }): string =>
    fresh + fixed === 0 ? 'the same findings' : `${number(fresh)} new, ${number(fixed)} fixed`,
  fixedFindings: (count: number) => `Fixed since the last report (${number(count)})`,
  /** In place of a report that is too long to be kept beside another text. */
  reportTooLong:
    'The report itself is too long to be kept here. It is in the history of this comment: see “edited” above.',
  /** After the sign of this scan's highest severity. `day`: of the scan before. */
  better: (day: string) => `better than on ${day}`,
  same: (day: string) => `the same as on ${day}`,
  worse: (day: string) => `worse than on ${day}`,
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
};
