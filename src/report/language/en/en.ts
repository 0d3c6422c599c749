import { enBaseline } from './baseline-words.ts';
import { enDryRun } from './dry-run.ts';
import { enFault } from './faults.ts';
import { enHostFacts } from './host-facts.ts';
import { enHostRules } from './host-rules.ts';
import { enIgnoreRules } from './ignore-rules.ts';
import { enLastReport, enTrend } from './last-report-and-trend.ts';
import { enNumbers } from './numbers.ts';
import { enPage, enSarif, enTrackingIssue } from './page-words.ts';
import { enPolicy } from './policy-words.ts';
import { enProblems } from './problems.ts';
import { enProgress } from './progress.ts';
import { enNotes, enReasons } from './reasons.ts';
import { enWhatToDo } from './what-to-do.ts';

export const en = {
  /** The service names findings in English and describes them in the language of the scan. */
  areNamesForeign: false as boolean,
  ...enNumbers,
  ...enPage,
  whatToDo: enWhatToDo,
  hostFacts: enHostFacts,
  notes: enNotes,
  reason: enReasons,
  problem: enProblems,
  fault: enFault,
  baseline: enBaseline,
  policy: enPolicy,
  ignoreRules: enIgnoreRules,
  hostRules: enHostRules,
  lastReport: enLastReport,
  trend: enTrend,
  progress: enProgress,
  dryRun: enDryRun,
  sarif: enSarif,
  trackingIssue: enTrackingIssue,
};
