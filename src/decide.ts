/** The gate, told what a run is about. */

import type { World } from './core/ports.ts';
import { assess } from './gate/assess.ts';
import { readBaselineFindings } from './gate/compare.ts';
import type { Assessment } from './gate/verdict.ts';
import type { Target } from './inputs/target-url.ts';
import type { RunSetup } from './prepare.ts';
import type { ScanOutcome } from './scan/scan.ts';

export interface Decision {
  readonly assessment: Assessment;
  /** True where nothing would block even without the baseline; always false unless the verdict is `pass`. */
  readonly passesAlone: boolean;
}

type Outcome = Pick<ScanOutcome, 'result' | 'partial' | 'problem' | 'baseline'>;

interface Subject {
  readonly brief: RunSetup;
  readonly target: Target | null;
}

/** The gate's word on an outcome. */
export function decide(outcome: Outcome, subject: Subject, world: World): Decision {
  const assessment = assessOutcome(outcome, subject, world);
  const passes = ({ verdict }: Assessment) => verdict.outcome === 'pass';
  const alone = { ...outcome, baseline: { kind: 'none' } } as const;
  const hasNone = outcome.baseline.kind === 'none';
  const passesAlone = passes(assessment) && (hasNone || passes(assessOutcome(alone, subject, world)));
  return { assessment, passesAlone };
}

function assessOutcome(outcome: Outcome, { brief, target }: Subject, { clock }: World): Assessment {
  const { result, partial } = outcome;
  const { policy } = brief.settings;
  const baseline = readBaselineFindings(outcome.baseline);
  const problem = outcome.problem ?? baseline.problem;
  const host = target?.url.host ?? null;
  return assess({ result, problem, partial, baseline: baseline.findings, policy, host, now: clock.now() });
}
