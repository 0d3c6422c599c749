import type { Verdict } from '../gate/verdict.ts';

/** The texts about what was before and what is under way, in one language. Plain text; names stand between backticks. */
export interface HistoryTexts {
  readonly label: HistoryLabels;
  readonly phrase: HistoryPhrases;
}

interface HistoryLabels {
  /** Before what changed since the last report. */
  readonly sinceLast: string;
  /** Before the verdict of the last report. */
  readonly before: string;
  readonly trend: string;
  /** In the place of the date of the scan that the report is about. */
  readonly thisScan: string;
  readonly notStated: string;
  readonly noFindings: string;
  readonly scanning: string;
  /** In the place of a percentage, while the scan has none. */
  readonly notStarted: string;
}

interface HistoryPhrases {
  readonly changed: (counts: { readonly new: number; readonly fixed: number }) => string;
  readonly trendNote: (count: number) => string;
  /** Nothing is decided yet; what the comment is for now. */
  readonly isRunning: () => string;
  readonly isQueued: () => string;
  readonly willBeReplaced: () => string;
  readonly running: (elapsed: string) => string;
  readonly rest: (duration: string) => string;
  /** The last verdict, which the comment showed until this run began. */
  readonly lastOutcome: (outcome: Verdict['outcome']) => string;
  /** Title of the tracking issue; `where` is the target, or the job where that is not to be named. */
  readonly issueBlocked: (count: number, where: string) => string;
  readonly issueFailed: (where: string) => string;
  readonly issueKnown: (count: number, where: string) => string;
  readonly issueClean: (where: string) => string;
  readonly issueUndecided: (where: string) => string;
  readonly issueNote: () => string;
  readonly closed: () => string;
  readonly reopened: (count: number) => string;
  /** Why findings are only counted, and how to see them. */
  readonly withheld: (because: 'setting' | 'public' | 'unknown', scanId: string) => string;
}
