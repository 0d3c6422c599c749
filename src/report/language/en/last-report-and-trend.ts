import { number } from './numbers.ts';

/** The last report, and what changed since. */
export const enLastReport = {
  /** Before what changed since the last report. */
  sinceLast: 'Since the last report',
  /** Before the verdict of the last report. */
  before: 'Previous report',
  changed: ({ new: fresh, fixed }: { new: number; fixed: number }): string =>
    fresh + fixed === 0 ? 'the same findings' : `${number(fresh)} new, ${number(fixed)} fixed`,
  fixedFindings: (count: number) => `Fixed since the last report (${number(count)})`,
  /** Replaces a report that is too long to be kept below another text. */
  reportTooLong:
    'The report itself is too long to be kept here. It is in the history of this comment: see “edited” above.',
};

/** The last scans of the target. */
export const enTrend = {
  title: 'Trend',
  dates: 'Highest severity of each scan of this target (UTC)',
  notStated: 'not stated',
  /** After the sign of this scan's highest severity. `day`: the day of the previous scan. */
  better: (day: string) => `better than on ${day}`,
  same: (day: string) => `the same as on ${day}`,
  worse: (day: string) => `worse than on ${day}`,
};
