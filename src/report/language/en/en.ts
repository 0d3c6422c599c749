import { enDryRun } from './dry-run.ts';
import { enFault } from './faults.ts';
import { decimal, listed, number, percent } from './numbers.ts';
import { enHistory } from './other-runs.ts';
import { enPage } from './page.ts';
import { enBaseline, enProblems } from './problems.ts';
import { enReasons, enRuleCounts } from './reasons.ts';
import { enPolicy } from './rules.ts';
import { enSarif } from './sarif.ts';

/** Every English text of the reports. */
export const en = {
  ...{ number, decimal, percent, listed },
  ...enPage,
  reason: enReasons,
  ruleCount: enRuleCounts,
  problem: enProblems,
  fault: enFault,
  baseline: enBaseline,
  policy: enPolicy,
  history: enHistory,
  dryRun: enDryRun,
  sarif: enSarif,
};
