/** The fields of an event's payload that this action reads. A payload may be hostile, so each is checked by itself. */

import { fieldsOf } from '../core/values.ts';

/** Fields that are absent or not well-formed are `undefined`. */
export type EventPayload = ReturnType<typeof readEvent>;

/** Reads a payload of any shape. By hand, because one wrong field must not hide the others. */
export function readEvent(payload: unknown) {
  const field = (path: string) => fieldAt(payload, path);
  const text = (path: string) => readText(field(path));
  const sha = (path: string) => readSha(field(path));
  const isPrivate = field('repository.private');
  return {
    action: text('action'),
    pullRequest: readPullRequest(field('pull_request')),
    deployment: {
      sha: sha('deployment.sha'),
      environment: text('deployment.environment'),
      isProduction: field('deployment.production_environment') === true,
    },
    deploymentStatus: readDeploymentStatus(field('deployment_status')),
    clientPayload: {
      url: text('client_payload.url'),
      environment: text('client_payload.environment'),
      target: text('client_payload.target'),
      sha: sha('client_payload.git.sha'),
    },
    workflowRun: {
      /** Name of the event that started the other workflow. */
      event: text('workflow_run.event'),
      headSha: sha('workflow_run.head_sha'),
      headBranch: text('workflow_run.head_branch'),
      headRepository: text('workflow_run.head_repository.full_name'),
    },
    mergeGroup: { headSha: sha('merge_group.head_sha'), headRef: text('merge_group.head_ref') },
    repository: { isPrivate: typeof isPrivate === 'boolean' ? isPrivate : undefined },
  };
}

/** @param path names of fields, such as `deployment.sha` */
function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((parent, name) => fieldsOf(parent)[name], value);
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readSha(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{7,64}$/i.test(value) ? value : undefined;
}

/** Reads a pull request of a payload, or of an answer of the API. */
export function readPullRequest(value: unknown) {
  const number = fieldAt(value, 'number');
  const headSha = readSha(fieldAt(value, 'head.sha'));
  // A fork that was deleted is `null`.
  const fork = fieldAt(value, 'head.repo') ?? null;
  const headRepo = fork === null ? null : readText(fieldAt(fork, 'full_name'));
  const baseRepo = readText(fieldAt(value, 'base.repo.full_name'));
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return undefined;
  if (headSha === undefined || headRepo === undefined || baseRepo === undefined) return undefined;
  return { number, headSha, baseRepo, isFromFork: headRepo !== baseRepo };
}

/** Reads a deployment status of a payload, or of an answer of the API. */
export function readDeploymentStatus(status: unknown) {
  const { state, environment, environment_url, target_url, log_url } = fieldsOf(status);
  return {
    state: readText(state),
    environment: readText(environment),
    environmentUrl: readText(environment_url),
    targetUrl: readText(target_url),
    logUrl: readText(log_url),
  };
}
