/**
 * Finds out everything that is known before the first request to the target, in three parts:
 * {@link protectAndReadStep}, {@link readPolicyFiles} and {@link resolveSetup}. A run and a dry run call the same
 * parts. Each of them decides for itself what a wrong setting does.
 */

import { describeGitHubFault } from '../core/github-fault.ts';
import { portsUntilGivenUp, type RunPorts } from '../core/ports.ts';
import { orSettingsError, type Problem, SettingsError } from '../core/problem.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import { connectGitHub, createLoginLookup, type GitHubClient } from '../github/connect.ts';
import { type GitHubRun, type RunContext, readContext } from '../github/context.ts';
import { readEvent } from '../github/event.ts';
import {
  findPullRequest,
  type PullRequest,
  type PullRequestLookup,
  pullRequestInPayload,
} from '../github/pull-request.ts';
import { createInputReader } from '../inputs/reader.ts';
import { commentKeyOf, readStatusContext } from '../inputs/run-names.ts';
import { missingApiKeyProblem, readStepInputs, type StepInputs } from '../inputs/step-inputs.ts';
import { type Disclosures, resolveDisclosure } from '../policy/disclosure.ts';
import { judgingPolicies, withOrganization } from '../policy/organization.ts';
import type { OrganizationPolicy, Policy } from '../policy/policy.ts';
import { readOrganizationPolicy } from '../policy/read-organization-policy.ts';
import { type PolicyFileOrProblem, readRepositoryPolicy } from '../policy/read-repository-policy.ts';
import {
  combineSettings,
  type InputSettings,
  readInputSettings,
  type Settings,
} from '../policy/settings-in-force.ts';
import { protectBaseline, protectTarget, protectTokens, withCleanCommentKey } from './protect.ts';

/** What the step itself says, before the first request. */
export interface StepSetup extends GitHubRun {
  /** In milliseconds since the Unix epoch. */
  readonly stepStartedAt: number;
  /** A wrong input reads as its default. */
  readonly inputs: StepInputs;
  readonly inputSettings: InputSettings;
  /** Names every wrong input; `null` if there is none. */
  readonly inputError: SettingsError | null;
  /** The context of the commit status with all its parts; `null` for none. */
  readonly statusContext: string | null;
  /**
   * A client of its own, for a caller whose requests must end when its `signal` does: progress comments end with the
   * scan. Everybody else uses `github`, which ends only when the run is given up.
   */
  readonly connectUntil: (signal: AbortSignal) => Promise<GitHubClient>;
  /** The login of the account that the token writes as. GitHub is asked once, with the given client. */
  readonly loginOf: (github: GitHubClient) => Promise<string>;
}

/** Each policy file, or what is wrong with it. */
export interface PolicyFiles {
  readonly repository: PolicyFileOrProblem | SettingsError;
  /** `null` without `org-policy`, and without an API key: then nothing is scanned. */
  readonly organization: OrganizationPolicy | SettingsError | null;
}

/** Everything that is known before the first request to the target. */
export interface RunSetup extends Omit<StepSetup, 'inputSettings' | 'inputError'>, Disclosures {
  readonly pullRequest: PullRequestLookup;
  /** The settings in force, from inputs, policy files and defaults. */
  readonly settings: Settings;
  /**
   * The policies that judge the scan: `settings.policy`, which is the repository's, then the organization's if there is
   * one.
   */
  readonly policies: readonly Policy[];
  /**
   * The comment key. Each key has its own comment, artifact and tracking issue. A run that scans claims the key for its
   * step. A dry run does not: the step that scans may follow in the same job.
   */
  readonly commentKey: string;
  /**
   * Why nothing can be scanned: there is no API key, or the policy is unknown. This becomes the `problem` of the target
   * stage, then of the scan stage, and so the reason of the verdict.
   */
  readonly whyNothingIsScanned: Problem | null;
}

/** Masks the secrets, and reads event, context and inputs. */
export function protectAndReadStep(ports: RunPorts): StepSetup {
  const { runner, log, clock, givenUp } = ports;
  const stepStartedAt = clock.now();
  protectTokens(ports);
  const event = readEvent(runner.event);
  const context = readContext(runner.env, event);
  const pullRequest = pullRequestInPayload(context, event);
  const reader = createInputReader((name) => runner.input(name));
  const rawInputs = readStepInputs(reader, pullRequest !== null && mayHaveNoSecrets(pullRequest, context));
  const inputSettings = readInputSettings(reader);
  // Target and baseline are protected even if another input is wrong: the error is published.
  protectTarget({ context, event }, rawInputs.target.url, ports);
  protectBaseline({ context, event }, inputSettings.baseline, ports);
  const inputs = withCleanCommentKey(rawInputs, ports);
  const { commitStatus: name, commentKeyInput } = inputs.naming;
  const statusContext = readStatusContext(reader, name, { ...context, commentKeyInput }, ports.redactor);
  const inputError = reader.error();
  const unknownPreferences = inputError === null ? (inputs.scan.preferences?.unknown ?? []) : [];
  for (const name of unknownPreferences) {
    log.warning(
      `\`preferences\`: the service's interface names no \`${name}\`. It is sent as given; check the spelling.`,
    );
  }
  const connectUntil = (signal: AbortSignal) =>
    connectGitHub({ ...inputs.github, apiUrl: context.apiUrl, clock, log, signal });
  let sharedClient: Promise<GitHubClient> | null = null;
  const github = () => {
    sharedClient ??= connectUntil(givenUp);
    return sharedClient;
  };
  const loginOf = createLoginLookup();
  return {
    stepStartedAt,
    event,
    context,
    inputs,
    inputSettings,
    inputError,
    statusContext,
    connectUntil,
    github,
    loginOf,
  };
}

/** Reads the policy files of repository and organization. */
export async function readPolicyFiles(step: StepSetup, ports: RunPorts): Promise<PolicyFiles> {
  const { inputs, context } = step;
  const organizationFile = inputs.service.apiKey === null ? null : inputs.organizationFile;
  const access = { ...portsUntilGivenUp(ports), apiUrl: context.apiUrl };
  const organization =
    organizationFile === null
      ? null
      : await orSettingsError(readOrganizationPolicy(organizationFile, access));
  const repository = await orSettingsError(readRepositoryPolicy(inputs.repositoryFile, step, ports));
  return { repository, organization };
}

/**
 * Decides which settings hold for the run, and looks up its pull request.
 *
 * @throws SettingsError if a policy file is wrong, or excludes an input
 */
export async function resolveSetup(
  step: StepSetup,
  { repository, organization }: PolicyFiles,
  ports: RunPorts,
): Promise<RunSetup> {
  if (organization instanceof SettingsError) throw organization;
  if (repository instanceof SettingsError) throw repository;
  const { inputs, inputSettings } = step;
  const pullRequest = await lookUpPullRequest(step, ports);
  const repositorySettings = combineSettings(inputSettings, repository.file, inputs.scan.language);
  const settings =
    organization === null ? repositorySettings : withOrganization(repositorySettings, organization);
  const policies = judgingPolicies(settings, ports.clock.now());
  for (const { baseline } of policies) protectBaseline(step, baseline, ports);
  const isPolicyUnknown = repository.problem !== null;
  const disclosures = await resolveDisclosure({ ...step, settings, isPolicyUnknown }, ports);
  return {
    ...step,
    ...disclosures,
    pullRequest,
    settings,
    policies,
    commentKey: commentKeyOf({ ...step.context, ...inputs.naming }),
    whyNothingIsScanned:
      inputs.service.apiKey === null ? missingApiKeyProblem(inputs.service) : repository.problem,
  };
}

/** True if the run may get no secrets. On any other event, such as `workflow_run`, an empty key is a mistake. */
function mayHaveNoSecrets({ isFromFork }: PullRequest, { eventName, isFromDependabot }: RunContext): boolean {
  return eventName === 'pull_request' && (isFromFork || isFromDependabot);
}

/** Asks GitHub only if something depends on the pull request. */
async function lookUpPullRequest(step: StepSetup, { log }: RunPorts): Promise<PullRequestLookup> {
  const { inputs, inputSettings, context } = step;
  const mayAskGitHub =
    inputs.repositoryFile !== null ||
    inputs.scan.reuseWithinMs > 0 ||
    context.attempt > 1 ||
    inputSettings.comment !== 'never' ||
    inputSettings.baseline !== null ||
    inputs.organizationFile !== null ||
    inputSettings.trackIssue === true;
  try {
    return await findPullRequest(step, mayAskGitHub, log);
  } catch (error) {
    const { what, remedy } = describeGitHubFault(gitHubFaultOf(error), 'pull-requests: write');
    log.warning(
      `The pull request of this run could not be looked up (${what}), so there is no comment. ${remedy}`,
    );
    return { kind: 'unknown' };
  }
}
