import { number, plural } from './numbers.ts';

const withheldBecause = {
  setting: 'because `disclosure` is `counts`',
  public: 'because this repository is public',
  unknown: 'because it is not known whether this repository is public',
};

/** The last report, the trend, the comment while the scan runs, the tracking issue, and withheld details. */
export const enHistory = {
  label: {
    /** Before what changed since the last report. */
    sinceLast: 'Since the last report',
    /** Before the verdict of the last report. */
    before: 'Previous report',
    /** Before the counts by severity, while the scan runs. */
    foundSoFar: 'Found so far',
    /** Before who can see the findings, if they are only counted. */
    whoSees: 'Who can see the findings',
    trend: 'Trend',
    trendDates: 'Highest severity of each scan of this target (UTC)',
    /** In the title of the tracking issue, before the target. */
    noVerdict: 'no clear result',
    nothingBlocks: 'nothing blocks',
    notStated: 'not stated',
    scanning: 'scanning',
    /** In place of a percentage. */
    notStarted: 'waiting for the scan',
  },
  phrase: {
    changed: ({ new: fresh, fixed }: { new: number; fixed: number }): string =>
      fresh + fixed === 0 ? 'the same findings' : `${number(fresh)} new, ${number(fixed)} fixed`,
    fixedFindings: (count: number) => `Fixed since the last report (${number(count)})`,
    /** In place of a report that is too long to be kept beside another text. */
    reportTooLong: () =>
      'The report itself is too long to be kept here. It is in the history of this comment: see “edited” above.',
    /** After the sign of this scan's highest severity. `day`: of the scan before. */
    better: (day: string) => `better than on ${day}`,
    same: (day: string) => `the same as on ${day}`,
    worse: (day: string) => `worse than on ${day}`,
    isRunning: () =>
      'The site is being scanned, and this check is pending. Nothing is decided yet, and there is nothing to do.',
    isQueued: () => 'The scan has not started yet. This check is pending, and there is nothing to do.',
    willBeReplaced: () =>
      'The result will replace this comment. Until then it is updated at most once a minute; if it stays as it is, open the run below.',
    running: (elapsed: string) => `Running for ${elapsed}`,
    waiting: (elapsed: string) => `Waiting for ${elapsed}`,
    willBlock: (count: number) => `${number(count)} will block`,
    rest: (duration: string) => `about ${duration} left`,
    /** In the title of the tracking issue. `where`: the target, or the job if the target must not be named. */
    onlyKnown: (count: number, where: string) =>
      `nothing new blocks on ${where}, ${plural(count, 'earlier finding is', 'earlier findings are')} open`,
    issueNote: () =>
      'Scan Gate updates this issue with each run, and closes it when nothing blocks any more. Findings that only a baseline lets pass keep it open. What is written here by hand is lost with the next run; comments stay.',
    /** Title of a comment. */
    closed: (where: string) => `Resolved: nothing blocks on ${where}, even without the baseline.`,
    /** `rest`: the counts by severity of what was found; `''` if nothing was. */
    closedNote: (rest: string) =>
      `${rest === '' ? 'Nothing was found.' : `What remains does not block: ${rest}.`} Scan Gate opens this issue again if something blocks.`,
    /** Title of a comment. */
    reopened: (what: string) => `Open again: ${what}.`,
    reopenedNote: () => 'The details are in the first post of this issue.',
    /** Who can see findings that are only counted, where, and why. */
    withheld: (because: keyof typeof withheldBecause, service: string) =>
      `everybody with access to \`${service}\`, in its dashboard. Without access, ask whoever set up \`api-key\` in this repository. Only counts are shown here, not the site and not the findings, ${withheldBecause[because]}. To show them to everybody who can read this page, set \`disclosure: full\`.`,
  },
};
