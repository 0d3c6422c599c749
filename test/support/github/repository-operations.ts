/** Operations on the repository: its files, pull requests, deployments and commit statuses, and the owner of the token. */
import type { Answer } from '../loopback.ts';
import { failure, found, type Operation, type OperationRequest, page } from './operation.ts';
import {
  actionsBot,
  addStatus,
  blobOf,
  defaultBranch,
  type GitHubState,
  repository,
  type StoredPull,
  type StoredStatus,
  tipOf,
} from './state.ts';

/** GitHub does not include the content of a file above 1 MiB. */
const contentLimitBytes = 1024 * 1024;
const maxDescriptionLength = 140;
const maxContextLength = 255;

function isSha(ref: string): boolean {
  return /^[0-9a-f]{40}$/.test(ref);
}

/** The default branch, and those that have files. */
function branchesOf({ contents }: GitHubState): readonly string[] {
  return [defaultBranch, ...[...contents.keys()].filter((ref) => !isSha(ref))];
}

/** @param fullName `owner/name`; any other than the server's is a fork of it */
function repositoryView({ isPrivate }: GitHubState, fullName = repository) {
  const [login = '', name = ''] = fullName.split('/');
  return {
    ...{ name, full_name: fullName, owner: { login, type: 'User' }, default_branch: defaultBranch },
    ...{ private: isPrivate, visibility: isPrivate ? 'private' : 'public', fork: fullName !== repository },
  };
}

function pullView(state: GitHubState, { number, ...pull }: StoredPull) {
  const side = (ref: string, sha: string, repo: object) => ({ ref, sha, repo });
  return {
    ...{ number, user: pull.author, state: state.issues.get(number)?.state },
    head: side('feature', pull.headSha, repositoryView(state, pull.headRepository)),
    base: side(defaultBranch, pull.baseSha, repositoryView(state)),
  };
}

/** What a folder says about a file. */
function entryOf(path: string, text: string) {
  const name = path.split('/').at(-1);
  return { type: 'file', name, path, sha: blobOf(text), size: Buffer.byteLength(text) };
}

function getContent({ state, parameters, query }: OperationRequest): Answer {
  const ref = query.get('ref') ?? defaultBranch;
  const files = filesAt(state, ref);
  if (files === undefined) return failure(404, `No commit found for the ref ${ref}`);
  const { path = '' } = parameters;
  const text = files.get(path);
  if (text === undefined) {
    const entries = [...files].filter(([name]) => name.slice(0, name.lastIndexOf('/')) === path);
    if (entries.length === 0) return failure(404, 'Not Found');
    return { status: 200, json: entries.map(([name, content]) => entryOf(name, content)) };
  }
  const entry = entryOf(path, text);
  if (entry.size > contentLimitBytes)
    return { status: 200, json: { ...entry, content: '', encoding: 'none' } };
  // GitHub breaks the Base64 text every 60 characters.
  const content = Buffer.from(text)
    .toString('base64')
    .replace(/.{1,60}/g, '$&\n');
  return { status: 200, json: { ...entry, content, encoding: 'base64' } };
}

/** Files by path; `undefined` if there is no such branch or commit. A commit that no test seeds exists, without files. */
function filesAt(state: GitHubState, ref: string): ReadonlyMap<string, string> | undefined {
  const branch = branchesOf(state).find((name) => name === ref || tipOf(name) === ref);
  const files = state.contents.get(branch ?? ref);
  return files ?? (branch !== undefined || isSha(ref) ? new Map() : undefined);
}

function listDeployments(request: OperationRequest): Answer {
  const { state, query } = request;
  const deployments = state.deployments.filter(
    ({ sha, environment }) =>
      (query.get('sha') ?? sha) === sha && (query.get('environment') ?? environment) === environment,
  );
  return page(request, deployments.reverse(), ({ createdAt, statuses: _statuses, ...more }) => {
    return { ...more, created_at: createdAt, updated_at: createdAt };
  });
}

function listDeploymentStatuses(request: OperationRequest): Answer {
  const id = Number(request.parameters['deployment_id']);
  const deployment = request.state.deployments.find((one) => one.id === id);
  return found(deployment, ({ environment, statuses }) =>
    page(request, statuses.toReversed(), ({ state, targetUrl = '', environmentUrl = '' }) => {
      return { state, environment, target_url: targetUrl, environment_url: environmentUrl };
    }),
  );
}

function listPullsOfCommit(request: OperationRequest): Answer {
  const { state, parameters } = request;
  const sha = parameters['commit_sha'] ?? '';
  const pulls = [...state.pulls.values()].filter((pull) => [pull.headSha, ...pull.olderShas].includes(sha));
  return page(request, pulls, (pull) => pullView(state, pull));
}

/** The hash of what a ref stands for. */
function resolveCommit({ state, parameters, headers }: OperationRequest): Answer {
  const given = (parameters['ref'] ?? '').replace(/^heads\//, '');
  const ref = given === 'HEAD' ? defaultBranch : given;
  const isBranch = branchesOf(state).includes(ref);
  if (!isBranch && !isSha(ref)) return failure(422, `No commit found for SHA: ${ref}`);
  if (!/vnd\.github\.(v3\.)?sha/.test(headers['accept'] ?? '')) return failure(415, 'Only the hash is known');
  const text = isBranch ? tipOf(ref) : ref;
  return { status: 200, text, headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' } };
}

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
  return page(request, ofCommit.toReversed(), statusView);
}

function statusView({ state, context, description, targetUrl, author, createdAt }: StoredStatus) {
  const at = { created_at: createdAt, updated_at: createdAt };
  return { state, context, description, target_url: targetUrl, creator: author, ...at };
}

export const repositoryOperations: Readonly<Record<string, Operation>> = {
  'repos/create-commit-status': { needs: { statuses: 'write' }, answer: createStatus },
  'repos/get': { needs: {}, answer: ({ state }) => ({ status: 200, json: repositoryView(state) }) },
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

/** Answers `query { viewer { login } }`, which names apps too. GraphQL reports its errors with status 200. */
export function answerGraphql(body: unknown): Answer {
  const query = typeof body === 'object' && body !== null && 'query' in body ? String(body.query) : '';
  const isKnown = /^\s*query\s*\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/.test(query);
  const viewer = { login: actionsBot.login };
  const errors = [{ type: 'undefinedField', message: 'not a query this server knows' }];
  return { status: 200, json: isKnown ? { data: { viewer } } : { errors } };
}
