/**
 * The parts of an event's payload that this action reads. A payload may be hostile, so a part that is not well-formed
 * is dropped. The checks are written by hand: loading zod before the first request would take a third of the time until
 * then.
 */

import { fieldsOf, isMapping } from '../core/fields.ts';

/** Parts that are absent or not well-formed are `undefined`. */
export type EventPayload = Partial<ReturnType<typeof readEvent>>;

/** Reads a payload of any shape. */
export function readEvent(event: unknown) {
  const fields = fieldsOf(event);
  return {
    action: text(fields['action']),
    pullRequest: readPullRequest(fields['pull_request']),
    issue: issue(fields['issue']),
    deployment: deployment(fields['deployment']),
    deploymentStatus: readDeploymentStatus(fields['deployment_status']),
    clientPayload: clientPayload(fields['client_payload']),
    workflowRun: workflowRun(fields['workflow_run']),
    mergeGroup: mergeGroup(fields['merge_group']),
    repository: repository(fields['repository']),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function sha(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{7,64}$/i.test(value) ? value : undefined;
}

/** The number of a pull request, or an id. */
function positiveInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** A name that follows the rules of git. Anything else could lead a link to another page, for example `..`. */
function branchName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > 255) return undefined;
  const isWrong = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|\/\.|[/.]$|\.lock(?:\/|$)/u.test(value);
  return isWrong ? undefined : value;
}

/** `OWNER/REPO` */
function repositoryName(value: unknown): string | undefined {
  return text(fieldsOf(value)['full_name']);
}

/** Reads a pull request of a payload, or of an answer of the API. */
export function readPullRequest(value: unknown) {
  const pull = pullRequestOfWorkflowRun(value);
  const { head, base } = fieldsOf(value);
  // A fork that was deleted is `null`.
  const fork = fieldsOf(head)['repo'] ?? null;
  const headRepo = fork === null ? null : repositoryName(fork);
  const baseRepo = repositoryName(fieldsOf(base)['repo']);
  if (pull === undefined || headRepo === undefined || baseRepo === undefined) return undefined;
  const { number, headSha } = pull;
  return { number, headSha, baseRepo, isFromFork: headRepo !== baseRepo };
}

/**
 * A pull request of a workflow run, which names its repositories by id only. GitHub also lists pull requests in forks
 * whose head is a branch of this repository.
 */
function pullRequestOfWorkflowRun(value: unknown) {
  const fields = fieldsOf(value);
  const number = positiveInteger(fields['number']);
  const headSha = sha(fieldsOf(fields['head'])['sha']);
  if (number === undefined || headSha === undefined) return undefined;
  const baseId = positiveInteger(fieldsOf(fieldsOf(fields['base'])['repo'])['id']);
  return { number, headSha, baseId };
}

/** The issue of a comment. GitHub marks an issue that is a pull request. */
function issue(value: unknown) {
  return isMapping(value) ? { isPullRequest: (value['pull_request'] ?? null) !== null } : undefined;
}

function deployment(value: unknown) {
  const fields = fieldsOf(value);
  const commit = sha(fields['sha']);
  if (commit === undefined) return undefined;
  return {
    sha: commit,
    environment: text(fields['environment']),
    isProduction: fields['production_environment'] === true,
  };
}

/** Reads a deployment status of a payload, or of an answer of the API. */
export function readDeploymentStatus(value: unknown) {
  const fields = fieldsOf(value);
  const state = text(fields['state']);
  if (state === undefined) return undefined;
  return {
    state,
    environment: text(fields['environment']),
    environmentUrl: text(fields['environment_url']),
    targetUrl: text(fields['target_url']),
    logUrl: text(fields['log_url']),
    createdAt: text(fields['created_at']),
  };
}

function clientPayload(value: unknown) {
  if (!isMapping(value)) return undefined;
  return {
    url: text(value['url']),
    environment: text(value['environment']),
    target: text(value['target']),
    sha: sha(fieldsOf(value['git'])['sha']),
  };
}

function workflowRun(value: unknown) {
  const fields = fieldsOf(value);
  const headSha = sha(fields['head_sha']);
  if (headSha === undefined) return undefined;
  return {
    /** Name of the event that started the other workflow. */
    event: text(fields['event']),
    headSha,
    headBranch: text(fields['head_branch']),
    headRepository: repositoryName(fields['head_repository']),
    pullRequests: pullRequestsOfWorkflowRun(fields['pull_requests']),
  };
}

/** If one entry is not well-formed, the whole list is dropped. */
function pullRequestsOfWorkflowRun(value: unknown) {
  if (!Array.isArray(value)) return undefined;
  const pulls = value.map(pullRequestOfWorkflowRun).filter((pull) => pull !== undefined);
  return pulls.length === value.length ? pulls : undefined;
}

function mergeGroup(value: unknown) {
  const fields = fieldsOf(value);
  const headSha = sha(fields['head_sha']);
  const headRef = text(fields['head_ref']);
  return headSha === undefined || headRef === undefined ? undefined : { headSha, headRef };
}

function repository(value: unknown) {
  if (!isMapping(value)) return undefined;
  const isPrivate = value['private'];
  return {
    id: positiveInteger(value['id']),
    isPrivate: typeof isPrivate === 'boolean' ? isPrivate : undefined,
    defaultBranch: branchName(value['default_branch']),
  };
}
