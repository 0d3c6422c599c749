/**
 * A loopback stand-in for api.github.com. It stores what it gets, and checks every request and every answer against
 * GitHub's description of the API. A request that breaks it gets 422 and is noted in `violations`, which tests assert to
 * be empty.
 */
import { type Fault, Faults } from '../faults.ts';
import { type Answer, type Loopback, type ReceivedRequest, startLoopback } from '../loopback.ts';
import { type Description, loadDescription } from './description.ts';
import { issueOperations } from './issue-operations.ts';
import { failure, type Operation, type Permissions, refuse } from './operation.ts';
import { answerGraphql, repositoryOperations } from './repository-operations.ts';
import {
  addComment,
  addDeployment,
  addIssue,
  addPull,
  addStatus,
  type CommentSeed,
  type DeploymentSeed,
  ensureLabel,
  type GitHubState,
  type IssueSeed,
  type PullSeed,
  repository,
  type StatusSeed,
} from './state.ts';

export interface GitHubOptions {
  /** Default true. */
  readonly private?: boolean;
  /** The only token that is accepted. */
  readonly token?: string;
  /** Default `write` for each, as for a token without restrictions. */
  readonly permissions?: Permissions;
  /** Branch or SHA → path → text. */
  readonly contents?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly pulls?: readonly PullSeed[];
  /** Merge commit → the commits that it was made of. */
  readonly parents?: Readonly<Record<string, readonly string[]>>;
  readonly issues?: readonly IssueSeed[];
  readonly comments?: readonly CommentSeed[];
  readonly deployments?: readonly DeploymentSeed[];
  readonly statuses?: readonly StatusSeed[];
  readonly labels?: readonly string[];
  readonly faults?: readonly Fault[];
  /** Another repository, private, with a token of its own that may only read its contents. */
  readonly other?: OtherRepository;
}

interface OtherRepository {
  /** `owner/name`, in lower case. */
  readonly repository: string;
  /** The tokens that may read it. */
  readonly tokens: readonly string[];
  readonly contents: NonNullable<GitHubOptions['contents']>;
}

/** Its address is for `GITHUB_API_URL`. */
export interface LoopbackGitHub extends Loopback {
  readonly repository: string;
  readonly token: string;
  readonly state: GitHubState;
  readonly faults: Faults;
  /** Every breach of GitHub's description, and every request for an operation that this server does not know. */
  readonly violations: readonly string[];
}

const operations = { ...issueOperations, ...repositoryOperations };

/** Starts the server and loads the description. */
export async function startGitHub(options: GitHubOptions = {}): Promise<LoopbackGitHub> {
  const description = await loadDescription();
  const token = options.token ?? 'ghs_loopbackLoopbackLoopbackLoopback0123';
  const faults = new Faults(options.faults);
  const violations: string[] = [];
  const all = { contents: 'write', deployments: 'write', issues: 'write', statuses: 'write' } as const;
  const permissions = { ...all, pull_requests: 'write', ...options.permissions } as const;
  const loopback = await startLoopback({
    faults,
    respond: (request, effect) => {
      if (effect?.kind === 'delete-comment') state.comments.delete(Number(request.path.split('/').at(-1)));
      return answerRequest({ request, description, state, token, permissions, violations, other });
    },
  });
  const state = seedState(options, loopback.url);
  const { other: seed } = options;
  const other =
    seed === undefined ? undefined : { ...seed, state: seedState({ contents: seed.contents }, loopback.url) };
  return { ...loopback, repository, token, state, faults, violations };
}

function seedState(options: GitHubOptions, url: string): GitHubState {
  const contents = Object.entries(options.contents ?? {});
  const state: GitHubState = {
    lastId: 5_000_000,
    url,
    isPrivate: options.private ?? true,
    contents: new Map(contents.map(([ref, files]) => [ref, new Map(Object.entries(files))])),
    comments: new Map(),
    issues: new Map(),
    labels: new Map(),
    pulls: new Map(),
    parents: new Map(Object.entries(options.parents ?? {})),
    deployments: [],
    statuses: [],
  };
  for (const pull of options.pulls ?? []) addPull(state, pull);
  for (const issue of options.issues ?? []) addIssue(state, issue);
  for (const comment of options.comments ?? []) addComment(state, comment);
  for (const deployment of options.deployments ?? []) addDeployment(state, deployment);
  for (const status of options.statuses ?? []) addStatus(state, status);
  for (const label of options.labels ?? []) ensureLabel(state, label);
  return state;
}

interface Call {
  readonly request: ReceivedRequest;
  readonly description: Description;
  readonly state: GitHubState;
  readonly token: string;
  readonly permissions: Permissions;
  readonly violations: string[];
  readonly other: (OtherRepository & { readonly state: GitHubState }) | undefined;
}

function answerRequest(call: Call): Answer {
  const { request, description, state, violations } = call;
  const named = `${request.method} ${request.path}`;
  const note = (what: string, errors: readonly string[]) => {
    for (const error of errors) violations.push(`${named}: ${what}: ${error.trim()}`);
  };
  if (!/^(token|bearer) \S+$/i.test(request.headers['authorization'] ?? '')) {
    note('request', ['no token in the authorization header']);
    return failure(401, 'Requires authentication');
  }
  if (![call.token, ...(call.other?.tokens ?? [])].includes(tokenOf(request)))
    return failure(401, 'Bad credentials');
  if (named === 'POST /graphql') return answerGraphql(request.body);
  const match = description.match(request);
  const operation = operations[match?.operationId ?? ''];
  if (match === undefined || operation === undefined) {
    note('request', ['not an operation this server knows']);
    return failure(404, 'Not Found');
  }
  const { operationId, parameters, errors } = match;
  if (errors.length > 0) {
    note('request', errors);
    return failure(422, 'Invalid request.', { errors });
  }
  const { query, headers } = request;
  const asked = isOther(call, parameters) ? (call.other?.state ?? state) : state;
  const body = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {};
  const url = `${state.url}${request.path}`;
  const answer =
    refuseAccess(call, operation.needs, parameters) ??
    operation.answer({ state: asked, parameters, query, headers, body, url });
  const { status, text } = answer;
  const json = text === undefined ? description.complete(answer.json, operationId, status) : undefined;
  if (text === undefined) {
    const broken = description.answerErrors(json ?? null, operationId, status);
    note(`answer ${status}`, broken);
    if (broken.length > 0) return failure(500, 'the answer broke the description', { errors: broken });
  }
  const limits = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '987' };
  const more = { 'x-ratelimit-resource': 'core', 'x-github-request-id': 'LOOP:BACK' };
  return { ...answer, json, headers: { ...limits, ...more, ...answer.headers } };
}

function tokenOf({ headers }: ReceivedRequest): string {
  return headers['authorization']?.split(' ')[1] ?? '';
}

function isOther({ other }: Call, { owner, repo }: Readonly<Record<string, string>>): boolean {
  return `${owner}/${repo}`.toLowerCase() === other?.repository;
}

/** Another repository is not found, and the own one may need a permission that the token lacks. */
function refuseAccess(
  call: Call,
  needs: Operation['needs'],
  parameters: Readonly<Record<string, string>>,
): Answer | undefined {
  const { request, state, permissions, token, other } = call;
  const { owner, repo } = parameters;
  if (isOther(call, parameters)) {
    if (!other?.tokens.includes(tokenOf(request))) return failure(404, 'Not Found');
    return refuse({ needs, permissions: { contents: 'read' }, isPrivate: true, isIssue: false });
  }
  if (tokenOf(request) !== token || `${owner}/${repo}`.toLowerCase() !== repository)
    return failure(404, 'Not Found');
  const commented = state.comments.get(Number(parameters['comment_id']))?.issueNumber;
  const isIssue = state.issues.get(Number(parameters['issue_number'] ?? commented))?.isPull === false;
  return refuse({ needs, permissions, isPrivate: state.isPrivate, isIssue });
}
