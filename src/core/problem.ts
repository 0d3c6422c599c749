/** Why there is no trustworthy answer, and the errors of the action. */

import { describeFailedRequest, type Fault, faultClause, type ServiceOperation } from './fault.ts';
import { describeGitHubFault, type GitHubFault } from './github-fault.ts';
import { problemTexts } from './problem-texts.ts';
import { type Advice, advise, type FactTypeOf, type HolesOf, joinNonEmpty, type Language } from './say.ts';

/**
 * A wrong setting. The step fails whatever `on-inconclusive` says. The message names every wrong input, or everything
 * that is wrong in the policy file, and says what to write instead. It is plain text, in English whatever `language`
 * is. Names and values to type are between backticks.
 */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Facts that have a text of their own. */
interface DescribedFacts {
  fault: Fault;
  gitHub: GitHubFault;
  problem: Problem;
}
type Kinds = typeof problemTexts;
type FactsOfKind<Name extends string> = {
  readonly [Fact in Name]: Fact extends keyof DescribedFacts ? DescribedFacts[Fact] : FactTypeOf<Fact>;
};
type ProblemOfTable = {
  [Kind in keyof Kinds]: { readonly kind: Kind } & FactsOfKind<HolesOf<Kinds[Kind]['en']>>;
}[keyof Kinds];
/** A request to the service failed. `tries`: how often it was tried. */
interface FailedRequest {
  readonly kind: 'service';
  readonly operation: ServiceOperation;
  readonly fault: Fault;
  readonly tries: number;
}
/** Why there is no trustworthy answer. Alone, each makes the run `inconclusive`. */
export type Problem = FailedRequest | ProblemOfTable;

/** What happened and what to do about `problem`. */
export function describeProblem(problem: Problem, language: Language): Advice {
  if (problem.kind === 'service') return describeFailedRequest(problem.operation, problem.fault, language);
  const said: { [Fact in keyof DescribedFacts]?: Advice } = {};
  if ('fault' in problem) said.fault = faultClause(problem.fault, language);
  if ('gitHub' in problem) said.gitHub = describeGitHubFault(problem.gitHub, 'deployments: read', language);
  if ('problem' in problem) said.problem = describeProblem(problem.problem, language);
  const { what, remedy } = advise(problemTexts[problem.kind], { ...problem, ...said }, language);
  // Another baseline does not help if the service gave no answer.
  if (problem.kind === 'baseline' && problem.problem.kind === 'service')
    return { what, remedy: said.problem?.remedy ?? '' };
  return { what, remedy: joinNonEmpty([said.gitHub?.remedy ?? '', remedy], '\n') };
}

/** The problem that a baseline cannot be read. @param name as it is given, or the id of its scan */
export function asBaselineProblem(name: string, problem: Problem): Problem {
  return { kind: 'baseline', baseline: name, problem };
}

/** Carries a {@link Problem} to whoever reports it. Nobody reads the message. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(`problem: ${problem.kind}`, options);
    this.problem = problem;
  }
}

/** The reason of every abort when the runner cancels the job. */
export class CancelledError extends Error {
  override name = 'CancelledError';
  /** Such as `SIGINT`. */
  readonly signalName: NodeJS.Signals;
  constructor(signalName: NodeJS.Signals) {
    super(`cancelled by ${signalName}`);
    this.signalName = signalName;
  }
}

/** The problem behind an error that a stage threw. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof CancelledError) return { kind: 'cancelled' };
  return { kind: 'internal', detail: String(error) };
}

/** The part of an answer that was not understood. */
export interface UnreadableField {
  /** Path into the answer. */
  readonly path: string;
  /** What belongs there, in our words. */
  readonly expected: string;
}
