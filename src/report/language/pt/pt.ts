import type { en } from '../en/en.ts';
import { ptBaseline } from './baseline-words.ts';
import { ptDryRun } from './dry-run.ts';
import { ptFault } from './faults.ts';
import { ptHostFacts } from './host-facts.ts';
import { ptHostRules } from './host-rules.ts';
import { ptIgnoreRules } from './ignore-rules.ts';
import { ptLastReport, ptTrend } from './last-report-and-trend.ts';
import { ptNumbers } from './numbers.ts';
import { ptPage, ptSarif, ptTrackingIssue } from './page-words.ts';
import { ptPolicy } from './policy-words.ts';
import { ptProblems } from './problems.ts';
import { ptProgress } from './progress.ts';
import { ptNotes, ptReasons } from './reasons.ts';
import { ptWhatToDo } from './what-to-do.ts';

export const pt: typeof en = {
  areNamesForeign: true,
  ...ptNumbers,
  ...ptPage,
  whatToDo: ptWhatToDo,
  hostFacts: ptHostFacts,
  notes: ptNotes,
  reason: ptReasons,
  problem: ptProblems,
  fault: ptFault,
  baseline: ptBaseline,
  policy: ptPolicy,
  ignoreRules: ptIgnoreRules,
  hostRules: ptHostRules,
  lastReport: ptLastReport,
  trend: ptTrend,
  progress: ptProgress,
  dryRun: ptDryRun,
  sarif: ptSarif,
  trackingIssue: ptTrackingIssue,
};
