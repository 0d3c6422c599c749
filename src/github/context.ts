/** Which run this is: its repository, commit and pages, and which of two runs is newer. */

import type { Runner } from '../core/ports.ts';
import type { GitHubConnections } from './connect.ts';
import type { EventPayload } from './event.ts';

/** The run, as the runner's environment and the payload of the event describe it. */
export type RunContext = Readonly<ReturnType<typeof readContext>>;

/** A run, or its re-run, by the numbers that GitHub gives it. */
export interface RunAttempt {
  readonly runId: number;
  readonly attempt: number;
}

/** True if `one` is a later run than `other`, or a later attempt of the same run. */
export function isNewer(one: RunAttempt, other: RunAttempt): boolean {
  return one.runId > other.runId || (one.runId === other.runId && one.attempt > other.attempt);
}

/** True if both are the same attempt of the same run. */
export function isSameAttempt(one: RunAttempt, other: RunAttempt): boolean {
  return one.runId === other.runId && one.attempt === other.attempt;
}

/** The attempt of a run whose page is at `url`, with or without a fragment; `null` for any other page. */
export function attemptOf(url: string): RunAttempt | null {
  const [, runId, attempt] = /\/actions\/runs\/(\d{1,15})\/attempts\/(\d{1,6})(?:#.*)?$/.exec(url) ?? [];
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
    /** The commit that the run is about; `null` if it is about none, or it is not known. */
    sha: commitOf(eventName, event, env['GITHUB_SHA'] || null),
    /** On `pull_request`, the merge of head and base, which a job of the pull request deploys. */
    mergeSha: eventName === 'pull_request' ? env['GITHUB_SHA'] || null : null,
    /** The environment of the event's deployment; `null` on other events than `deployment_status`. */
    environment: eventName === 'deployment_status' ? (event.deployment.environment ?? null) : null,
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
export interface GitHubRun extends EventAndContext, Pick<GitHubConnections, 'connect'> {}

/** Events that are about `GITHUB_SHA`. On all others it is the tip of the default branch, whatever they are about. */
const eventsOfCommit = new Set([
  ...['push', 'pull_request', 'merge_group', 'deployment', 'deployment_status'],
  ...['workflow_dispatch', 'schedule', 'release'],
]);

/** Events whose workflows run on the commit that `workflow_run` names. On others it is the tip of the base branch. */
const eventsOfWorkflowRun = new Set(['pull_request', 'push', 'merge_group']);

function commitOf(eventName: string, event: EventPayload, runnerSha: string | null): string | null {
  const { pullRequest, deployment, workflowRun: run, mergeGroup, clientPayload } = event;
  if (eventName === 'workflow_run')
    return eventsOfWorkflowRun.has(run.event ?? '') ? (run.headSha ?? null) : null;
  const named = pullRequest?.headSha ?? deployment.sha ?? mergeGroup.headSha ?? clientPayload.sha;
  return named ?? (eventsOfCommit.has(eventName) ? runnerSha : null);
}
