import { enGitHubFault } from './core/github-fault.ts';
import type { World } from './core/ports.ts';
import type { Problem } from './core/problem.ts';
import type { Disclosure } from './core/words.ts';
import { GitHubFaultError, gitHubFaultOf } from './github/api-error.ts';
import { connectGitHub, type GitHub } from './github/connect.ts';
import { deployedEnvironment, type RunContext, readContext } from './github/context.ts';
import { type EventPayload, readEvent } from './github/event.ts';
import {
  findPullRequest,
  mayHavePullRequest,
  type PullRequest,
  type PullRequestStatus,
  pullRequestOf,
} from './github/pull-request.ts';
import { claimKey, commentKey, keyDigest } from './inputs/comment-key.ts';
import { type Inputs, readInputs } from './inputs/inputs.ts';
import { inputReader } from './inputs/read-input.ts';
import { type Target, targetSecrets } from './inputs/target-url.ts';
import { decideDisclosure, nameInLog } from './policy/disclosure.ts';
import { type GivenSettings, readGivenSettings } from './policy/given-settings.ts';
import { baselinesOf, bindSettings } from './policy/organization.ts';
import type { OrganizationPolicy, Policy } from './policy/policy.ts';
import { readOrganizationPolicy } from './policy/read-organization.ts';
import { readRepositoryPolicy } from './policy/read-repository.ts';
import { resolveSettings, type Settings } from './policy/settings.ts';

/** Everything that is known before the first request to the target. */
export interface RunSetup {
  readonly inputs: Inputs;
  /** The settings in force, from inputs, policy file and defaults. */
  readonly settings: Settings;
  readonly disclosure: Disclosure;
  /** Of the tracking issue. */
  readonly issueDisclosure: Disclosure;
  readonly event: EventPayload;
  readonly context: RunContext;
  readonly pullRequest: PullRequestStatus;
  /** The comment key. Each key has its own comment, artifact and tracking issue. */
  readonly key: string;
  /** The client of GitHub's API, which the first call creates. */
  readonly github: () => Promise<GitHub>;
  /** Why nothing can be scanned: there is no API key, or the policy is unknown. */
  readonly problem: Problem | null;
  /** Why the policy is unknown; `null` if it is known. */
  readonly policyProblem: Problem | null;
}

/** What is known before the policy is read. */
export type KnownInputs = Pick<RunSetup, 'inputs' | 'context' | 'pullRequest' | 'github' | 'problem'>;

/** What is called while a run is prepared. */
interface Hooks {
  /** Called once, when the inputs are understood and before the policy is read. */
  onInputs(known: KnownInputs): Promise<void>;
  /** Gives the organization's policy in another way than as it was read. */
  onOrganization?(reading: Promise<OrganizationPolicy | null>): Promise<OrganizationPolicy | null>;
}

/**
 * Reads inputs, event and policy files.
 *
 * @throws SettingsError for wrong inputs and a wrong policy file, and if that of the organization cannot be read
 * @throws what the hooks throw
 */
export async function prepare(
  world: World,
  { onInputs, onOrganization = (reading) => reading }: Hooks,
): Promise<RunSetup> {
  const { runner, log } = world;
  protectTokens(world);
  const event = readEvent(runner.event);
  const context = readContext(runner.env, event);
  const named = pullRequestOf(context, event);
  const { inputs, given } = await readStep(world, named !== null && hasNoSecrets(named, context));
  const github = once(async () => {
    if (inputs.github.token === '') throw new GitHubFaultError({ kind: 'no-token' }, 'there is no token');
    return connectGitHub({ token: inputs.github.token, apiUrl: context.apiUrl, log, signal: world.givenUp });
  });
  const known = { inputs, given, event, context, github };
  const pullRequest = await lookUpPullRequest(known, world);
  const noKey = missingKey({ inputs, context, pullRequest });
  await onInputs({ inputs, context, pullRequest, github, problem: noKey });
  const organization = await onOrganization(readOrganization(known, world));
  const policyFile = await readRepositoryPolicy({ ...known, config: inputs.config }, world);
  const own = {
    ...resolveSettings(given, policyFile.file, inputs.scan.language),
    blob: policyFile.blob,
  };
  const settings = organization === null ? own : bindSettings(own, policyFile.file, organization);
  for (const baseline of baselinesOf(settings))
    protectTarget(world, baseline.kind === 'url' ? baseline.url : null);
  const isPolicyUnknown = policyFile.problem !== null;
  const disclosures = await decideDisclosure({ ...known, pullRequest, settings, isPolicyUnknown }, world);
  const { disclosure, issueDisclosure } = disclosures;
  return {
    inputs: withLogName(inputs, disclosure),
    settings: withBaselineLogName(settings, disclosure),
    disclosure,
    issueDisclosure,
    event,
    context,
    pullRequest,
    key: claimedKey(known, world),
    github,
    problem: noKey ?? policyFile.problem,
    policyProblem: policyFile.problem,
  };
}

/** An empty key may be skipped only if the run can have no secrets (`docs/contract.md`, `on-missing-api-key`). */
function missingKey({
  inputs,
  context,
  pullRequest,
}: Pick<RunSetup, 'inputs' | 'context' | 'pullRequest'>): Problem | null {
  const { apiKey, onMissingApiKey } = inputs.service;
  if (apiKey !== null) return null;
  const mayBeEmpty = pullRequest.kind === 'known' && hasNoSecrets(pullRequest, context);
  return { kind: 'missing-api-key', skipped: mayBeEmpty && onMissingApiKey === 'skip' };
}

/** Events on which GitHub withholds secrets and variables from the pull requests of forks. */
const forkEvents = new Set(['pull_request', 'pull_request_review', 'pull_request_review_comment']);

/** On other events, such as `workflow_run`, a fork has the secrets, so that an empty key is a mistake. */
function hasNoSecrets({ fromFork }: PullRequest, { eventName, byDependabot }: RunContext): boolean {
  return byDependabot || (fromFork && forkEvents.has(eventName));
}

/** Masks secrets in the log, and removes them from everything else. */
function protect({ runner, redactor }: World, secrets: readonly string[]): void {
  for (const secret of secrets) {
    for (const form of redactor.add(secret)) runner.mask(form);
  }
}

/** Called before anything else: an error may quote an input. */
function protectTokens(world: World): void {
  const { runner } = world;
  protect(world, [
    runner.input('api-key'),
    runner.input('github-token'),
    runner.input('org-policy-token'),
    runner.env['ACTIONS_RUNTIME_TOKEN'] ?? '',
  ]);
}

/** User info and query values of a target may be secrets. */
export function protectTarget(world: World, target: Target | null): void {
  protect(world, target === null ? [] : targetSecrets(target));
}

/** @throws SettingsError that names every wrong input */
async function readStep(
  world: World,
  mayHaveNoSecrets: boolean,
): Promise<{ inputs: Inputs; given: GivenSettings }> {
  const reader = inputReader((name) => world.runner.input(name));
  const inputs = await readInputs(reader, mayHaveNoSecrets);
  const given = await readGivenSettings(reader);
  // Also where another input is wrong, since the error is published.
  protectTarget(world, inputs.target.url);
  reader.finish();
  for (const name of inputs.scan.preferences?.unknown ?? []) {
    world.log.warning(
      `\`preferences\`: the service's interface names no \`${name}\`. It is sent as given; check the spelling.`,
    );
  }
  return { inputs, given };
}

/** Calls `make` once, and gives every caller the same promise. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function withLogName(inputs: Inputs, disclosure: Disclosure): Inputs {
  const url = nameInLog(disclosure, inputs.target.url);
  return { ...inputs, target: { ...inputs.target, url } };
}

function withBaselineLogName(settings: Settings, disclosure: Disclosure): Settings {
  const named = (policy: Policy): Policy => {
    if (policy.baseline?.kind !== 'url') return policy;
    const url = nameInLog(disclosure, policy.baseline.url, 'another target');
    return { ...policy, baseline: { kind: 'url', url } };
  };
  const { policy, organization } = settings;
  return {
    ...settings,
    policy: named(policy),
    organization: organization === null ? null : { ...organization, policy: named(organization.policy) },
  };
}

/** The comment key. A second use in one job gets the name of the step added. */
function claimedKey({ inputs, context, event }: KnownFirst, { runner }: World): string {
  const action = runner.env['GITHUB_ACTION'] ?? '';
  const { workflow, job } = context;
  const environment = deployedEnvironment(context, event);
  const parts = { given: inputs.reports.commentKey, workflow, job, environment };
  const key = commentKey({ ...parts, action: null });
  // The step that really runs may follow in the same job.
  if (inputs.dryRun) return key;
  return claimKey(runner.tempFolder, keyDigest(key), action) ? key : commentKey({ ...parts, action });
}

interface KnownFirst extends Pick<RunSetup, 'inputs' | 'event' | 'context' | 'github'> {
  readonly given: GivenSettings;
}

/** Asks GitHub only if it matters. */
async function lookUpPullRequest(
  { inputs, given, event, context, github }: KnownFirst,
  { log }: World,
): Promise<PullRequestStatus> {
  const named = pullRequestOf(context, event);
  if (named !== null) return { kind: 'known', ...named };
  const isNeeded =
    inputs.config !== null ||
    inputs.scan.reuseWithinMs > 0 ||
    context.attempt > 1 ||
    given.comment !== 'never' ||
    given.baseline !== null ||
    inputs.organization !== null ||
    given.trackIssue === true;
  if (!isNeeded) return { kind: mayHavePullRequest(context, event) ? 'unknown' : 'none' };
  try {
    return await findPullRequest({ github, context, event, log });
  } catch (error) {
    const { what, remedy } = enGitHubFault(gitHubFaultOf(error), 'pull-requests: write');
    log.warning(
      `The pull request of this run could not be looked up (${what}), so there is no comment. ${remedy}`,
    );
    return { kind: 'unknown' };
  }
}

/** Without a key nothing is scanned, and a run that can have none need not have a token for the organization's policy. */
async function readOrganization(
  { inputs, context: { apiUrl } }: KnownFirst,
  { log, givenUp: signal }: World,
): Promise<OrganizationPolicy | null> {
  const { organization, service } = inputs;
  if (organization === null || service.apiKey === null) return null;
  return readOrganizationPolicy(organization, { apiUrl, log, signal });
}
