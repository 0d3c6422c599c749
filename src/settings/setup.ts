/**
 * Finds out everything that is known before the first request to the target: {@link beginSetup} reads the inputs
 * and the event, and asks GitHub for the pull request; {@link completeSetup} reads the policy file, and decides what is
 * published.
 */

import { describeGitHubFault } from '../core/github-fault.ts';
import type { RunPorts } from '../core/ports.ts';
import type { Problem, SettingsError } from '../core/problem.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import { type GitHubConnections, gitHubConnections } from '../github/connect.ts';
import { type EventAndContext, type GitHubRun, type RunContext, readContext } from '../github/context.ts';
import { readEvent } from '../github/event.ts';
import {
  findPullRequest,
  type PullRequest,
  type PullRequestLookup,
  pullRequestInPayload,
} from '../github/pull-request.ts';
import type { BaselineSetting } from './baseline-setting.ts';
import { type Disclosure, resolveDisclosure } from './disclosure.ts';
import type { GivenValues } from './input-table.ts';
import { inputErrorOf } from './mistakes.ts';
import { readInputs, readPreferences, secretInputs, type WorkflowInputs } from './read-inputs.ts';
import { readPolicy } from './read-policy.ts';
import { commentKeyOf, statusContextOf } from './run-names.ts';
import { combineSettings, type Settings } from './settings.ts';
import { registerAddressSecrets } from './site-address.ts';

/** What is known before the policy file is read: inputs, event, and the pull request. */
export interface SetupBeforePolicy extends EventAndContext, GitHubConnections, PullRequestLookup {
  /** In milliseconds since the Unix epoch. */
  readonly stepStartedAt: number;
  /** A wrong input reads as its default. */
  readonly inputs: WorkflowInputs;
  /** Why nothing can be scanned: there is no API key. */
  readonly missingApiKeyProblem: Problem | null;
  /** The inputs that are given, also those that the policy file can set. */
  readonly givenInputs: GivenValues;
  /** Names every wrong input; `null` if there is none. */
  readonly inputError: SettingsError | null;
  /** The comment key. Each key has its own comment, artifact and tracking issue. */
  readonly commentKey: string;
  /** The context of the commit status with all its parts; `null` for none. */
  readonly statusContext: string | null;
}

/** Everything that is known before the first request to the target. */
export interface RunSetup extends SetupBeforePolicy {
  /** The settings in force, from inputs, policy file and defaults. */
  readonly settings: Settings;
  /** What is really published, whatever `disclosure` asks for. */
  readonly resolvedDisclosure: Disclosure;
}

/** Reads event, context and inputs, and looks up the pull request. */
export async function beginSetup(ports: RunPorts): Promise<SetupBeforePolicy> {
  const stepStartedAt = ports.clock.now();
  const event = readEvent(ports.runner.event);
  const context = readContext(ports.runner.env, event);
  const { mistakes, ...read } = await readInputsAndSecrets({ event, context }, ports);
  const { inputs } = read;
  const connections = gitHubConnections({ token: inputs['github-token'], apiUrl: context.apiUrl }, ports);
  const lookup = await lookUpPullRequest({ event, context, ...connections }, ports);
  const { 'comment-key': commentKeyInput, 'commit-status': statusName } = inputs;
  const identity = { ...context, commentKeyInput };
  const pullNumber = lookup.pullRequest?.number ?? null;
  return {
    stepStartedAt,
    event,
    context,
    ...read,
    inputError: inputErrorOf(mistakes),
    ...connections,
    ...lookup,
    commentKey: commentKeyOf(identity),
    statusContext: statusName && statusContextOf(statusName, identity, pullNumber),
  };
}

/** Reads the inputs, and keeps their secrets out of log and texts, also if an input is wrong: errors are published. */
async function readInputsAndSecrets({ event, context }: EventAndContext, ports: RunPorts) {
  const { runner, redactor } = ports;
  maskTokens(ports);
  const mayLackSecrets = mayRunLackSecrets(pullRequestInPayload(context, event), context);
  const { preferences, mistakes: wrongPreferences } = await readPreferences(ports);
  const read = readInputs((name) => runner.input(name), { ...context, mayLackSecrets, preferences });
  const { inputs, given: givenInputs, missingApiKeyProblem } = read;
  registerAddressSecrets(inputs.url, ports);
  registerBaselineSecrets(givenInputs.baseline ?? null, ports);
  const isCommentKeySecret = redactor.redact(inputs['comment-key']) !== inputs['comment-key'];
  const mistakes = [
    ...read.mistakes,
    ...wrongPreferences,
    ...(isCommentKeySecret ? [secretInCommentKey] : []),
  ];
  return { inputs, givenInputs, missingApiKeyProblem, mistakes };
}

/** In characters. A shorter text may be a part of an output, and GitHub drops an output that holds a masked text. */
const minMaskedLength = 8;

/**
 * Called before any input is read: an error may quote it. Only keys and tokens are masked by the runner: a password
 * or a value of a query may be a word of an output, such as `pass`.
 */
function maskTokens({ runner, redactor }: RunPorts): void {
  const tokens = secretInputs.map((name) => runner.input(name));
  for (const token of [...tokens, runner.env['ACTIONS_RUNTIME_TOKEN'] ?? '']) {
    if (token.length >= minMaskedLength) runner.mask(token);
    redactor.add(token);
  }
}

function registerBaselineSecrets(baseline: BaselineSetting | null, ports: RunPorts): void {
  if (baseline?.kind === 'url') registerAddressSecrets(baseline.address, ports);
}

const secretInCommentKey =
  '`comment-key`, or a value of the matrix, holds a secret. Set a `comment-key` without it.';

/** True if the run may get no secrets. On any other event, such as `workflow_run`, an empty key is a mistake. */
function mayRunLackSecrets(
  pullRequest: PullRequest | null,
  { eventName, isFromDependabot }: RunContext,
): boolean {
  return eventName === 'pull_request' && pullRequest !== null && (pullRequest.isFromFork || isFromDependabot);
}

/**
 * Reads the policy file, and decides which settings hold for the run.
 *
 * @throws SettingsError if an input or the policy file is wrong, or the file can't be read
 */
export async function completeSetup(before: SetupBeforePolicy, ports: RunPorts): Promise<RunSetup> {
  if (before.inputError !== null) throw before.inputError;
  // Without a key nothing is judged. A run that may have no key may not read the file either.
  const hasKey = before.missingApiKeyProblem === null;
  const file = hasKey ? await readPolicy(before, ports) : null;
  const settings = combineSettings(before.givenInputs, file, before.inputs.language);
  const { baseline, disclosure } = settings.policy;
  registerBaselineSecrets(baseline, ports);
  const resolvedDisclosure: Disclosure = hasKey
    ? await resolveDisclosure(disclosure, before, ports.cancelSignal)
    : { mode: 'counts', why: 'unknown' };
  return { ...before, settings, resolvedDisclosure };
}

async function lookUpPullRequest(run: GitHubRun, { log }: RunPorts): Promise<PullRequestLookup> {
  try {
    return await findPullRequest(run, log);
  } catch (error) {
    const { what, remedy } = describeGitHubFault(gitHubFaultOf(error), 'pull-requests: write');
    log.warning(
      `The pull request of this run could not be looked up (${what}), so there is no comment and no tracking issue. ${remedy}`,
    );
    return { pullRequest: null, isPullRequestUnknown: true };
  }
}
