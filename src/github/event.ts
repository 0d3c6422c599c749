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
    action: readText(fields['action']),
    pullRequest: readPullRequest(fields['pull_request']),
    issue: readIssue(fields['issue']),
    deployment: readDeployment(fields['deployment']),
    deploymentStatus: readDeploymentStatus(fields['deployment_status']),
    clientPayload: readClientPayload(fields['client_payload']),
    workflowRun: readWorkflowRun(fields['workflow_run']),
    mergeGroup: readMergeGroup(fields['merge_group']),
    repository: readRepository(fields['repository']),
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readSha(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{7,64}$/i.test(value) ? value : undefined;
}

/** The number of a pull request, or an id. */
function readPositiveInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** A name that follows the rules of git. Anything else could lead a link to another page, for example `..`. */
function readBranchName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > 255) return undefined;
  const isWrong = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|\/\.|[/.]$|\.lock(?:\/|$)/u.test(value);
  return isWrong ? undefined : value;
}

/** `OWNER/REPO` */
function readRepositoryName(value: unknown): string | undefined {
  return readText(fieldsOf(value)['full_name']);
}

/** Reads a pull request of a payload, or of an answer of the API. */
export function readPullRequest(value: unknown) {
  const pull = readPullRequestOfWorkflowRun(value);
  const { head, base } = fieldsOf(value);
  // A fork that was deleted is `null`.
  const fork = fieldsOf(head)['repo'] ?? null;
  const headRepo = fork === null ? null : readRepositoryName(fork);
  const baseRepo = readRepositoryName(fieldsOf(base)['repo']);
  if (pull === undefined || headRepo === undefined || baseRepo === undefined) return undefined;
  const { number, headSha } = pull;
  return { number, headSha, baseRepo, isFromFork: headRepo !== baseRepo };
}

/**
 * A pull request of a workflow run, which names its repositories by id only. GitHub also lists pull requests in forks
 * whose head is a branch of this repository.
 */
function readPullRequestOfWorkflowRun(value: unknown) {
  const fields = fieldsOf(value);
  const number = readPositiveInteger(fields['number']);
  const headSha = readSha(fieldsOf(fields['head'])['sha']);
  if (number === undefined || headSha === undefined) return undefined;
  const baseId = readPositiveInteger(fieldsOf(fieldsOf(fields['base'])['repo'])['id']);
  return { number, headSha, baseId };
}

/** The issue of a comment. GitHub marks an issue that is a pull request. */
function readIssue(value: unknown) {
  return isMapping(value) ? { isPullRequest: (value['pull_request'] ?? null) !== null } : undefined;
}

function readDeployment(value: unknown) {
  const fields = fieldsOf(value);
  const sha = readSha(fields['sha']);
  if (sha === undefined) return undefined;
  return {
    sha,
    environment: readText(fields['environment']),
    isProduction: fields['production_environment'] === true,
  };
}

/** Reads a deployment status of a payload, or of an answer of the API. */
export function readDeploymentStatus(value: unknown) {
  const fields = fieldsOf(value);
  const state = readText(fields['state']);
  if (state === undefined) return undefined;
  return {
    state,
    environment: readText(fields['environment']),
    environmentUrl: readText(fields['environment_url']),
    targetUrl: readText(fields['target_url']),
    logUrl: readText(fields['log_url']),
    createdAt: readText(fields['created_at']),
  };
}

function readClientPayload(value: unknown) {
  if (!isMapping(value)) return undefined;
  return {
    url: readText(value['url']),
    environment: readText(value['environment']),
    target: readText(value['target']),
    sha: readSha(fieldsOf(value['git'])['sha']),
  };
}

function readWorkflowRun(value: unknown) {
  const fields = fieldsOf(value);
  const headSha = readSha(fields['head_sha']);
  if (headSha === undefined) return undefined;
  return {
    /** Name of the event that started the other workflow. */
    event: readText(fields['event']),
    headSha,
    headBranch: readText(fields['head_branch']),
    headRepository: readRepositoryName(fields['head_repository']),
    pullRequests: readPullRequestsOfWorkflowRun(fields['pull_requests']),
  };
}

/** If one entry is not well-formed, the whole list is dropped. */
function readPullRequestsOfWorkflowRun(value: unknown) {
  const pulls = Array.isArray(value) ? value.map(readPullRequestOfWorkflowRun) : [undefined];
  return pulls.every((pull) => pull !== undefined) ? pulls : undefined;
}

function readMergeGroup(value: unknown) {
  const fields = fieldsOf(value);
  const headSha = readSha(fields['head_sha']);
  const headRef = readText(fields['head_ref']);
  return headSha === undefined || headRef === undefined ? undefined : { headSha, headRef };
}

function readRepository(value: unknown) {
  if (!isMapping(value)) return undefined;
  const isPrivate = value['private'];
  return {
    id: readPositiveInteger(value['id']),
    isPrivate: typeof isPrivate === 'boolean' ? isPrivate : undefined,
    defaultBranch: readBranchName(value['default_branch']),
  };
}
