/** Which run this is: its repository, commit and pages. */

import type { Runner } from '../core/ports.ts';
import type { GitHubClient } from './connect.ts';
import type { EventPayload } from './event.ts';

/** The run, as the runner's environment describes it. */
export type RunContext = Readonly<ReturnType<typeof readContext>>;

export type RunAttempt = Pick<RunContext, 'runId' | 'attempt'>;

/** True if `one` is a later run than `other`, or a later attempt of the same run. */
export function isNewer(one: RunAttempt, other: RunAttempt): boolean {
  return one.runId > other.runId || (one.runId === other.runId && one.attempt > other.attempt);
}

/** The attempt of a run whose page is at `url`; `null` for any other page. */
export function attemptOf(url: string): RunAttempt | null {
  const [, runId, attempt] = /\/actions\/runs\/(\d{1,15})\/attempts\/(\d{1,6})$/.exec(url) ?? [];
  return runId === undefined ? null : { runId: Number(runId), attempt: Number(attempt) };
}

/** The run, from the variables of the runner and the payload of its event. */
export function readContext(env: Runner['env'], event: EventPayload) {
  const eventName = env['GITHUB_EVENT_NAME'] ?? '';
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  const runId = Number(env['GITHUB_RUN_ID']) || 0;
  const attempt = Number(env['GITHUB_RUN_ATTEMPT']) || 1;
  const serverUrl = env['GITHUB_SERVER_URL'] || 'https://github.com';
  const repositoryUrl = `${serverUrl}/${owner}/${repo}`;
  const runUrl = `${repositoryUrl}/actions/runs/${runId}`;
  const action = env['GITHUB_ACTION_REPOSITORY'] ?? '';
  return {
    eventName,
    owner,
    repo,
    /** True for runs that Dependabot started. They have only Dependabot's secrets. */
    isFromDependabot: env['GITHUB_ACTOR'] === 'dependabot[bot]',
    /** The gated commit: the head of the pull request or of the deployment, else `GITHUB_SHA`. */
    sha: headOf(event) ?? (env['GITHUB_SHA'] || null),
    /** The default branch, for links; `null` if the event does not name it. */
    defaultBranch: event.repository?.defaultBranch ?? null,
    /** The environment of the event's deployment; `null` on other events than `deployment_status`. */
    environment: eventName === 'deployment_status' ? (event.deployment?.environment ?? null) : null,
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    runId,
    attempt,
    serverUrl,
    apiUrl: env['GITHUB_API_URL'] || 'https://api.github.com',
    repositoryUrl,
    /** The page of the run, with all its attempts. */
    runUrl,
    /** The page of this attempt of the run. */
    attemptUrl: `${runUrl}/attempts/${attempt}`,
    /** The page that shows the workflow file of the run. */
    workflowUrl: `${runUrl}/workflow`,
    /** The file and branch of the workflow, such as `octo/shop/.github/workflows/ci.yml@refs/heads/main`. */
    workflowRef: env['GITHUB_WORKFLOW_REF'] ?? null,
    /** The page of this action's repository; `null` if it is not known. */
    actionUrl: action === '' ? null : `${serverUrl}/${action}`,
  };
}

/** What the runner says of a run, before any request. */
export interface EventAndContext {
  readonly event: EventPayload;
  readonly context: RunContext;
}

/** What the runner says of a run, and the client to ask GitHub for more. */
export interface GitHubRun extends EventAndContext {
  /** The client that all requests of the run share. The first call creates it. */
  readonly github: () => Promise<GitHubClient>;
}

/** The commit that the payload of the event names; `null` if it names none: then the event is about `GITHUB_SHA`. */
function headOf(event: EventPayload): string | null {
  return (
    event.pullRequest?.headSha ??
    event.deployment?.sha ??
    event.workflowRun?.headSha ??
    event.mergeGroup?.headSha ??
    event.clientPayload?.sha ??
    null
  );
}
