import { enDryRun } from './dry-run.ts';
import { enFault } from './faults.ts';
import { enHistory } from './history.ts';
import { enNumbers } from './numbers.ts';
import { enPage } from './page-words.ts';
import { enPolicy } from './policy-words.ts';
import { enBaseline, enProblems } from './problems.ts';
import { enReasons } from './reasons.ts';
import { enSarif } from './sarif.ts';
import { enTrackingIssue } from './tracking-issue.ts';

export const en = {
  /** The service names findings in English and describes them in the language of the scan. */
  areNamesForeign: false as boolean,
  ...enNumbers,
  ...enPage,
  reason: enReasons,
  problem: enProblems,
  fault: enFault,
  baseline: enBaseline,
  policy: enPolicy,
  history: enHistory,
  dryRun: enDryRun,
  sarif: enSarif,
  trackingIssue: enTrackingIssue,
};
