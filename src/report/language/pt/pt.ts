import type { en } from '../en/en.ts';
import { ptDryRun } from './dry-run.ts';
import { ptFault } from './faults.ts';
import { ptNumbers } from './numbers.ts';
import { ptPage } from './page-words.ts';
import { ptPolicy } from './policy-words.ts';
import { ptProblems } from './problems.ts';
import { ptNotes, ptReasons } from './reasons.ts';

export const pt: typeof en = {
  areNamesForeign: true,
  ...ptNumbers,
  ...ptPage,
  ...ptPolicy,
  notes: ptNotes,
  reason: ptReasons,
  problem: ptProblems,
  fault: ptFault,
  dryRun: ptDryRun,
};
