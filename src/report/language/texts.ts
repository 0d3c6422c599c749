/** Puts the texts of each language together. English defines the type, so no other language can lack a text. */

import type { Language } from '../../core/choices.ts';
import { enDryRun } from './en/dry-run.ts';
import { enFault } from './en/faults.ts';
import { enPage } from './en/page-words.ts';
import { enPolicy } from './en/policy-words.ts';
import { enProblems } from './en/problems.ts';
import { enNotes, enReasons } from './en/reasons.ts';
import { enNumbers, ptNumbers } from './numbers.ts';
import { ptDryRun } from './pt/dry-run.ts';
import { ptFault } from './pt/faults.ts';
import { ptPage } from './pt/page-words.ts';
import { ptPolicy } from './pt/policy-words.ts';
import { ptProblems } from './pt/problems.ts';
import { ptNotes, ptReasons } from './pt/reasons.ts';

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

/** Every text of the reports in one language. */
export type Texts = typeof en;

export const pt: Texts = {
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

export const textsIn: Readonly<Record<Language, Texts>> = { en, pt };
