/** Operations on the repository: its files, pull requests, deployments and commit statuses, and the owner of the token. */
import type { Answer } from '../loopback.ts';
import { failure, found, type Operation, type OperationRequest, ok, page } from './operation.ts';
import { actionsBot, addStatus, branchesOf, defaultBranch, type GitHubState, isSha } from './state.ts';
import {
  deploymentStatusView,
  deploymentView,
  fileView,
  pullView,
  repositoryView,
  statusView,
  tipOf,
} from './views.ts';

function getContent({ state, parameters, query }: OperationRequest): Answer {
  const ref = query.get('ref') ?? defaultBranch;
  const files = filesAt(state, ref);
  if (files === undefined) return failure(404, `No commit found for the ref ${ref}`);
  const path = parameters['path'] ?? '';
  const text = files.get(path);
  if (text === undefined) {
    const entries = [...files].filter(([name]) => name.slice(0, name.lastIndexOf('/')) === path);
    if (entries.length === 0) return failure(404, 'Not Found');
    return ok(entries.map(([name, content]) => fileView(name, content).entry));
  }
  const { entry, content } = fileView(path, text);
  return ok({ ...entry, ...content });
}

function listDeployments(request: OperationRequest): Answer {
  const { state, query } = request;
  const deployments = state.deployments.filter(
    ({ sha, environment }) =>
      (query.get('sha') ?? sha) === sha && (query.get('environment') ?? environment) === environment,
  );
  return page(request, deployments.reverse().map(deploymentView));
}

function listDeploymentStatuses(request: OperationRequest): Answer {
  const id = Number(request.parameters['deployment_id']);
  const deployment = request.state.deployments.find((one) => one.id === id);
  return found(deployment, (one) => {
    const newestFirst = one.statuses.toReversed();
    return page(
      request,
      newestFirst.map((status) => deploymentStatusView(one, status)),
    );
  });
}

function listPullsOfCommit(request: OperationRequest): Answer {
  const { state, parameters } = request;
  const sha = parameters['commit_sha'] ?? '';
  const pulls = [...state.pulls.values()].filter((pull) => [pull.headSha, ...pull.olderShas].includes(sha));
  return page(
    request,
    pulls.map((pull) => pullView(state, pull)),
  );
}

/** Files by path; `undefined` if there is no such branch or commit. A commit that no test seeds exists, without files. */
function filesAt(state: GitHubState, ref: string): ReadonlyMap<string, string> | undefined {
  const branch = branchesOf(state).find((name) => name === ref || tipOf(name) === ref);
  const files = state.contents.get(branch ?? ref);
  return files ?? (branch !== undefined || isSha(ref) ? new Map() : undefined);
}

function getPull({ state, parameters }: OperationRequest): Answer {
  return found(state.pulls.get(Number(parameters['pull_number'])), (pull) => ok(pullView(state, pull)));
}

/** The hash of what a ref stands for, or the parents of a merge commit. */
function resolveCommit({ state, parameters, headers }: OperationRequest): Answer {
  const given = (parameters['ref'] ?? '').replace(/^heads\//, '');
  const ref = given === 'HEAD' ? defaultBranch : given;
  const isBranch = branchesOf(state).includes(ref);
  if (!isBranch && !isSha(ref)) return failure(422, `No commit found for SHA: ${ref}`);
  if (!/vnd\.github\.(v3\.)?sha/.test(headers['accept'] ?? ''))
    return ok({ sha: ref, parents: (state.parents.get(ref) ?? []).map((sha) => ({ sha })) });
  const text = isBranch ? tipOf(ref) : ref;
  return { status: 200, text, headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' } };
}

const maxDescriptionLength = 140;
const maxContextLength = 255;

function createStatus({ state, parameters, body }: OperationRequest): Answer {
  const { sha = '' } = parameters;
  if (!isSha(sha)) return failure(422, `No commit found for SHA: ${sha}`);
  const [description, context] = [String(body['description'] ?? ''), String(body['context'] ?? 'default')];
  if (description.length > maxDescriptionLength || context.length > maxContextLength)
    return failure(422, 'Validation Failed', { errors: [{ resource: 'Status', code: 'custom' }] });
  const given = (['error', 'failure', 'pending', 'success'] as const).find((one) => one === body['state']);
  const targetUrl = String(body['target_url'] ?? '');
  const status = addStatus(state, { sha, state: given ?? 'error', context, description, targetUrl });
  return { status: 201, json: statusView(status) };
}

function listStatuses(request: OperationRequest): Answer {
  const { state, parameters } = request;
  const ofCommit = state.statuses.filter(({ sha }) => sha === parameters['ref']);
  return page(request, ofCommit.toReversed().map(statusView));
}

export const repositoryOperations: Readonly<Record<string, Operation>> = {
  'pulls/get': { needs: { pull_requests: 'read' }, answer: getPull },
  'repos/create-commit-status': { needs: { statuses: 'write' }, answer: createStatus },
  'repos/get': { needs: {}, answer: ({ state }) => ok(repositoryView(state)) },
  'repos/get-commit': { needs: { contents: 'read' }, answer: resolveCommit },
  'repos/get-content': { needs: { contents: 'read' }, answer: getContent },
  'repos/list-commit-statuses-for-ref': { needs: { statuses: 'read' }, answer: listStatuses },
  'repos/list-deployment-statuses': { needs: { deployments: 'read' }, answer: listDeploymentStatuses },
  'repos/list-deployments': { needs: { deployments: 'read' }, answer: listDeployments },
  'repos/list-pull-requests-associated-with-commit': {
    needs: { contents: 'read', pull_requests: 'read' },
    answer: listPullsOfCommit,
  },
};

/** GitHub ignores white space in it. */
const viewerQuery = /^\s*query\s*\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/;

/** Answers `query { viewer { login } }`, which names apps too. GraphQL reports its errors with status 200. */
export function answerGraphql(body: unknown): Answer {
  const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  if (typeof query !== 'string')
    return failure(400, 'A query attribute must be specified and must be a string.');
  return ok(
    viewerQuery.test(query)
      ? { data: { viewer: { login: actionsBot.login } } }
      : { errors: [{ type: 'undefinedField', message: 'not a query this server knows' }] },
  );
}
