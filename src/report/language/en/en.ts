import { enDryRun } from './dry-run.ts';
import { enFault } from './faults.ts';
import { enNumbers } from './numbers.ts';
import { enPage } from './page-words.ts';
import { enPolicy } from './policy-words.ts';
import { enProblems } from './problems.ts';
import { enNotes, enReasons } from './reasons.ts';

export const en = {
  /** The service names findings in English and describes them in the language of the scan. */
  areNamesForeign: false as boolean,
  ...enNumbers,
  ...enPage,
  ...enPolicy,
  notes: enNotes,
  reason: enReasons,
  problem: enProblems,
  fault: enFault,
  dryRun: enDryRun,
};
