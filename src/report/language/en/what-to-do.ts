import type { BudgetToFix } from '../../budgets-to-fix.ts';
import { number, plural } from './numbers.ts';

const withheldBecause = {
  setting: 'because `disclosure` is `counts`',
  public: 'because this repository is public',
  unknown: 'because it is not known whether this repository is public',
};

/** What to do now: at the top of a page, and after a pass. */
export const enWhatToDo = {
  /** Heading before the text that says who can see withheld findings. */
  whoSees: 'Who can see the findings',
  openRun: 'Open this run',
  openWorkflow: 'Open the workflow file',
  openSecrets: 'Open the secrets of this repository',
  /** `which`: Markdown of {@link thatBlock}, names and {@link ofBudget}. */
  fix: (which: string) => `Fix ${which} (see “How to fix”).`,
  /** Like `fix`, if findings are withheld. `service`: a link to the host of `base-url`. */
  fixCounted: (which: string, service: string) =>
    `Open this scan in the dashboard of ${service} (by its id below), and fix ${which}.`,
  /** After a fix, on a pull request and without one. */
  thenPush: 'Then push: the next deployment is scanned again.',
  thenDeploy: 'Then deploy: the next run scans again.',
  /** Before what to do, if `on-fail` is `warn`. */
  mayMerge: 'This check does not stop a merge. Recommended:',
  /** `list`: the counts by severity or by rule, such as `4 critical, 8 high`. */
  thatBlock: (list: string) => `the findings that block (${list})`,
  /** How many of the findings of one severity have to be fixed. */
  ofBudget: ({ severity, toFix, onlyByBudget }: BudgetToFix) =>
    `${toFix < onlyByBudget ? `at least ${number(toFix)} of ` : ''}the ${plural(onlyByBudget, `${severity} finding`, `${severity} findings`)}`,
  /** Who can see withheld findings, where, and why. */
  withheld: (because: keyof typeof withheldBecause, service: string) =>
    `everybody with access to \`${service}\`, in its dashboard. Without access, ask whoever set up \`api-key\` in this repository. Only counts are shown here, not the site and not the findings, ${withheldBecause[because]}. To show them to everybody who can read this page, set \`disclosure: full\`.`,
  nothingToDo: 'Nothing to do.',
  staysGreen: 'The check stays green.',
};
