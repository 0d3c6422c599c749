import type { World } from './core/ports.ts';
import { type Problem, SettingsError } from './core/problem.ts';
import type { Disclosure } from './core/words.ts';
import { statusOf } from './github/api-error.ts';
import type { GitHub } from './github/client.ts';
import { type RunContext, readContext } from './github/context.ts';
import { type EventPayload, readEvent } from './github/event.ts';
import { findPullRequest, type PullRequest, pullRequestOf } from './github/pull-request.ts';
import { claimKey, commentKey, keyDigest } from './inputs/comment-key.ts';
import { type Inputs, readInputs } from './inputs/inputs.ts';
import { type Target, targetSecrets } from './inputs/target-url.ts';
import { decideDisclosure, namedFor } from './policy/disclosure.ts';
import type { ParsedPolicyFile } from './policy/policy-file.ts';
import { policyRevision } from './policy/policy-revision.ts';
import { resolveSettings, type Settings } from './policy/settings.ts';

/** All that a run is told: inputs, event, policy. */
export interface RunSetup {
  readonly inputs: Inputs;
  /** The settings in force, from inputs, policy file and defaults. */
  readonly settings: Settings;
  /** Whether findings are published or only counted. */
  readonly disclosure: Disclosure;
  readonly event: EventPayload;
  readonly context: RunContext;
  readonly pullRequest: PullRequest | null;
  /** True where it could not be found out whether there is a pull request. */
  readonly pullRequestUnknown: boolean;
  /** The comment key: one comment and one artifact each. */
  readonly key: string;
  /** Connects to GitHub when it is first needed. */
  readonly github: () => Promise<GitHub>;
  /** Why the policy in force is not known; `null` when it is. */
  readonly problem: Problem | null;
}

/**
 * Reads inputs, event and policy file.
 *
 * @throws SettingsError for wrong inputs and a wrong policy file
 */
export async function prepare(world: World): Promise<RunSetup> {
  const { runner, log } = world;
  protect(world, [
    runner.input('api-key'),
    runner.input('github-token'),
    runner.env['ACTIONS_RUNTIME_TOKEN'] ?? '',
  ]);
  const inputs = await readInputs((name) => runner.input(name));
  protectTarget(world, inputs.target.url);
  for (const name of inputs.scan.preferences?.unknown ?? []) {
    log.warning(
      `\`preferences\`: the service's interface names no \`${name}\`. It is sent as given; check the spelling.`,
    );
  }
  const event = readEvent(runner.event);
  const context = readContext(runner.env, event);
  const { token } = inputs.reports;
  const github = onceOnly(async () => {
    const { connectGitHub } = await import('./github/client.ts');
    return connectGitHub({ token, apiUrl: context.apiUrl, log, signal: world.givenUp });
  });
  const told = { inputs, event, context, github };
  const found = await lookUpPullRequest(told, world);
  const policyFile = await readPolicyFile({ ...told, ...found });
  const settings = resolveSettings(inputs.given, policyFile.file, inputs.scan.language);
  const { baseline } = settings.policy;
  protectTarget(world, baseline?.kind === 'url' ? baseline.url : null);
  const isPolicyUnknown = policyFile.problem !== null;
  const disclosure = await decideDisclosure({ ...told, ...found, settings, isPolicyUnknown }, world);
  return {
    ...told,
    ...found,
    ...namedIn({ inputs, settings, disclosure }),
    key: claimedKey(inputs, context, world),
    problem: policyFile.problem,
  };
}

type Named = Pick<RunSetup, 'inputs' | 'settings' | 'disclosure'>;

/** Addresses go by other names in the log where they are not to be published. */
function namedIn({ inputs, settings, disclosure }: Named): Named {
  const { baseline } = settings.policy;
  const named =
    baseline?.kind === 'url'
      ? { ...baseline, url: namedFor(disclosure, baseline.url, 'another target') }
      : baseline;
  const url = namedFor(disclosure, inputs.target.url, 'the target');
  return {
    inputs: { ...inputs, target: { ...inputs.target, url } },
    settings: { ...settings, policy: { ...settings.policy, baseline: named } },
    disclosure,
  };
}

type Told = Pick<RunSetup, 'inputs' | 'event' | 'context' | 'github'>;
type Found = Pick<RunSetup, 'pullRequest' | 'pullRequestUnknown'>;

/** Masks secrets in the log, and remembers to take them out of everything else. */
function protect({ runner, redactor }: World, secrets: readonly string[]): void {
  for (const secret of secrets) {
    for (const form of redactor.add(secret)) runner.mask(form);
  }
}

/** User info and query values of a target may be secrets. */
export function protectTarget(world: World, target: Target | null): void {
  protect(world, target === null ? [] : targetSecrets(target));
}

/** The same promise for everybody who asks. */
function onceOnly<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The comment key; a second use of it in one job adds the name of the step. */
function claimedKey(inputs: Inputs, { workflow, job }: RunContext, { runner }: World): string {
  const action = runner.env['GITHUB_ACTION'] ?? '';
  const parts = { given: inputs.reports.commentKey, workflow, job };
  const key = commentKey({ ...parts, action: null });
  return claimKey(runner.tempFolder, keyDigest(key), action) ? key : commentKey({ ...parts, action });
}

/** GitHub is asked only where something depends on the answer: comment, tracking issue, policy file or baseline. */
async function lookUpPullRequest({ inputs, event, context, github }: Told, { log }: World): Promise<Found> {
  const named = pullRequestOf(context, event);
  const { comment, baseline, trackIssue } = inputs.given;
  const isNeeded = inputs.config !== null || comment !== 'never' || baseline !== null || trackIssue === true;
  if (named !== null || !isNeeded) return { pullRequest: named, pullRequestUnknown: false };
  try {
    return { pullRequest: await findPullRequest({ github, context, event, log }), pullRequestUnknown: false };
  } catch (error) {
    const status = statusOf(error);
    log.warning(
      `The pull request of this run could not be looked up (${status === null ? 'GitHub was not reached' : `HTTP ${status}`}), so there is no comment. Add \`permissions: pull-requests: write\` to the job and pass a \`github-token\`.`,
    );
    return { pullRequest: null, pullRequestUnknown: true };
  }
}

interface ReadPolicy {
  readonly file: ParsedPolicyFile | null;
  readonly problem: Problem | null;
}

/** Reads the policy file from the revision that a pull request cannot change. A missing default file is none. */
async function readPolicyFile({
  inputs,
  event,
  context,
  github,
  ...found
}: Told & Found): Promise<ReadPolicy> {
  if (inputs.config === null) return { file: null, problem: null };
  const { path, isDefault } = inputs.config;
  const { owner, repo } = context;
  const ref = found.pullRequestUnknown ? null : policyRevision(context, event, found.pullRequest);
  const where = ref ?? 'the default branch';
  let text: string | null;
  try {
    if (inputs.reports.token === '') throw new Error('there is no token');
    const { readRepositoryFile } = await import('./github/repository-file.ts');
    text = await readRepositoryFile(await github(), { owner, repo, path, ref });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return { file: null, problem: { kind: 'policy-unreadable', path, ref: where, status: statusOf(error) } };
  }
  if (text !== null) {
    const { parsePolicyFile } = await import('./policy/policy-file.ts');
    return { file: await parsePolicyFile(text, path), problem: null };
  }
  if (isDefault) return { file: null, problem: null };
  throw new SettingsError(
    `\`config\`: there is no ${path} at ${where}. Correct the path, or commit the file there; a pull request's own copy is never used.`,
  );
}
