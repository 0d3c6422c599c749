import { groupedNumber } from '../grouped-number.ts';
import type { HistoryTexts } from '../texts.ts';

function plural(count: number, one: string, many: string): string {
  return `${groupedNumber(count, ',')} ${count === 1 ? one : many}`;
}

const withheldBecause = {
  setting: 'because `disclosure` is `counts`',
  public: 'because this repository is public and `disclosure` is `auto`',
  unknown: 'because it is not known whether this repository is public, and `disclosure` is `auto`',
};

/** What was before, and what is under way. */
export const enHistory: HistoryTexts = {
  label: {
    sinceLast: 'Since the last report',
    before: 'Last report',
    trend: 'Trend',
    thisScan: 'this scan',
    notStated: 'not stated',
    noFindings: 'no findings',
    scanning: 'scanning',
    notStarted: 'waiting for the scan',
  },
  phrase: {
    changed: ({ new: fresh, fixed }) =>
      fresh + fixed === 0
        ? 'the same findings'
        : `${groupedNumber(fresh, ',')} new, ${groupedNumber(fixed, ',')} fixed`,
    trendNote: (count) =>
      `Highest severity of the last ${plural(count, 'scan', 'scans')} of this target, oldest first, in UTC: from one block (warning) to five (critical).`,
    isRunning: () => 'The site is being scanned. Nothing is decided yet, and there is nothing to do.',
    isQueued: () => 'The scan has not started yet. There is nothing to do.',
    willBeReplaced: () =>
      'The result will replace this text. Until then it is updated at most once a minute; if it stays as it is, look at the run below.',
    running: (elapsed) => `Running for ${elapsed}`,
    rest: (duration) => `about ${duration} left`,
    lastOutcome: (outcome) => ({ pass: 'passed', fail: 'failed', inconclusive: 'inconclusive' })[outcome],
    issueBlocked: (count, where) =>
      `Scan Gate: ${plural(count, 'finding blocks', 'findings block')} on ${where}`,
    issueFailed: (where) => `Scan Gate: failed on ${where}`,
    issueKnown: (count, where) =>
      `Scan Gate: nothing new blocks on ${where}, ${plural(count, 'known finding is', 'known findings are')} open`,
    issueClean: (where) => `Scan Gate: nothing blocks on ${where}`,
    issueUndecided: (where) => `Scan Gate: inconclusive on ${where}`,
    issueNote: () =>
      'Scan Gate keeps this issue up to date and closes it when nothing would block any more, not even without the baseline. What is written here by hand is lost with the next run; comments stay.',
    closed: () => 'Nothing would block any more, not even without the baseline, so this issue is closed.',
    reopened: (count) =>
      count === 0
        ? 'The gate fails again, so this issue is open again.'
        : `${plural(count, 'finding blocks', 'findings block')} again, so this issue is open again.`,
    withheld: (because, scanId) =>
      `Names, addresses and evidence of the findings are left out here, and no report is attached, ${withheldBecause[because]}. They are in the dashboard of the service, as scan \`${scanId}\`. To publish them here for everybody who can read this, set \`disclosure: full\`.`,
  },
};
