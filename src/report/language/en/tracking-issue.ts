import { plural } from './numbers.ts';

/** The words of the tracking issue, and of the comments on it. */
export const enTrackingIssue = {
  /** In the title, before the target. */
  noVerdict: 'no clear result',
  nothingBlocks: 'nothing blocks',
  /** In the title. `where`: the target, or the job if the target must not be named. */
  onlyKnown: (count: number, where: string) =>
    `nothing new blocks on ${where}, ${plural(count, 'earlier finding is', 'earlier findings are')} open`,
  /** In the issue, after the report. */
  note: 'Scan Gate updates this issue with each run, and closes it when nothing blocks any more, not even findings that a baseline lets pass. What is written here by hand is lost with the next run; comments stay.',
  /** Title of a comment. */
  closed: (where: string) => `Resolved: nothing blocks on ${where}, even without the baseline.`,
  /** `rest`: the counts by severity of what was found; `''` if nothing was. */
  closedNote: (rest: string) =>
    `${rest === '' ? 'Nothing was found.' : `What remains does not block: ${rest}.`} Scan Gate opens this issue again if something blocks.`,
  /** Title of a comment. */
  reopened: (what: string) => `Open again: ${what}.`,
  reopenedNote: 'The details are in the first post of this issue.',
};
