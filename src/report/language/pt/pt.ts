import type { en } from '../en/en.ts';
import { ptDryRun } from './dry-run.ts';
import { ptFault } from './faults.ts';
import { ptHistory } from './history.ts';
import { ptNumbers } from './numbers.ts';
import { ptPage } from './page-words.ts';
import { ptPolicy } from './policy-words.ts';
import { ptBaseline, ptProblems } from './problems.ts';
import { ptReasons } from './reasons.ts';
import { ptSarif } from './sarif.ts';
import { ptTrackingIssue } from './tracking-issue.ts';

export const pt: typeof en = {
  areNamesForeign: true,
  ...ptNumbers,
  ...ptPage,
  reason: ptReasons,
  problem: ptProblems,
  fault: ptFault,
  baseline: ptBaseline,
  policy: ptPolicy,
  history: ptHistory,
  dryRun: ptDryRun,
  sarif: ptSarif,
  trackingIssue: ptTrackingIssue,
};
