/**
 * A loopback stand-in for api.github.com. It keeps what it is given, and judges every request and every answer of its own
 * by GitHub's description of the API: a request that breaks it gets 422 and is noted in `violations`, which a test asserts
 * to be empty.
 */
import { type Fault, Faults } from './faults.ts';
import type { Json } from './github/answers.ts';
import { type Description, loadDescription } from './github/description.ts';
import { answerGraphql } from './github/graphql.ts';
import { issueHandlers } from './github/issue-handlers.ts';
import { type Permissions, refuse } from './github/permissions.ts';
import { repositoryHandlers } from './github/repository-handlers.ts';
import {
  addComment,
  addDeployment,
  addIssue,
  addPull,
  type DeploymentSeed,
  ensureLabel,
  type IssueSeed,
  type PullSeed,
} from './github/seeds.ts';
import type { Author, GitHubState, StoredRun } from './github/state.ts';
import { type Answer, type ReceivedRequest, startLoopback } from './loopback.ts';

export interface GitHubOptions {
  /** `owner/name`; default `acme/storefront`. */
  readonly repository?: string;
  /** Default true. */
  readonly private?: boolean;
  /** Default `main`. */
  readonly defaultBranch?: string;
  /** The only token accepted. */
  readonly token?: string;
  /** Who owns the token; default the bot `github-actions[bot]`. */
  readonly author?: Author;
  /** What is left out is `write`, as for a token without restrictions. */
  readonly permissions?: Partial<Permissions>;
  /** Ref or SHA → path → text. */
  readonly contents?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly protectedBranches?: readonly string[];
  /** Hashes that no commit has; any other hash is that of a commit. */
  readonly missingCommits?: readonly string[];
  readonly pulls?: readonly PullSeed[];
  readonly issues?: readonly IssueSeed[];
  readonly comments?: readonly {
    readonly issueNumber: number;
    readonly body: string;
    readonly author?: Author;
  }[];
  readonly deployments?: readonly DeploymentSeed[];
  readonly labels?: readonly string[];
  readonly runs?: readonly StoredRun[];
  readonly faults?: readonly Fault[];
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

export interface LoopbackGitHub extends AsyncDisposable {
  /** For `GITHUB_API_URL`: no slash at the end. */
  readonly url: string;
  readonly repository: string;
  readonly token: string;
  readonly state: GitHubState;
  readonly faults: Faults;
  readonly requests: readonly ReceivedRequest[];
  /** Each breach of GitHub's description, and each request for something it does not describe or this server does not know. */
  readonly violations: readonly string[];
  /** What the token may do from now on. */
  setPermissions(permissions: Partial<Permissions>): void;
  close(): Promise<void>;
}

const HANDLERS = { ...issueHandlers, ...repositoryHandlers };

const ALL_WRITE: Permissions = {
  actions: 'write',
  contents: 'write',
  deployments: 'write',
  issues: 'write',
  pull_requests: 'write',
};

/** Starts the server and loads the description. */
export async function startGitHub(options: GitHubOptions = {}): Promise<LoopbackGitHub> {
  const description = await loadDescription();
  const repository = options.repository ?? 'acme/storefront';
  const token = options.token ?? 'ghs_loopbackLoopbackLoopbackLoopback0123';
  const state = seedState(options, repository);
  const faults = new Faults(options.faults);
  const violations: string[] = [];
  let permissions: Permissions = { ...ALL_WRITE, ...options.permissions };
  const loopback = await startLoopback({
    faults,
    respond: (request, effect) => {
      if (effect?.kind === 'delete-comment') state.comments.delete(Number(request.path.split('/').at(-1)));
      return answerRequest({ request, description, state, token, permissions, violations });
    },
  });
  state.url = loopback.url;
  const setPermissions = (changed: Partial<Permissions>) => {
    permissions = { ...permissions, ...changed };
  };
  return { ...loopback, repository, token, state, faults, violations, setPermissions };
}

function seedState(options: GitHubOptions, repository: string): GitHubState {
  const [owner = '', name = ''] = repository.split('/');
  let lastId = 5_000_000;
  const contents = Object.entries(options.contents ?? {});
  const state: GitHubState = {
    owner,
    name,
    isPrivate: options.private ?? true,
    defaultBranch: options.defaultBranch ?? 'main',
    author: options.author ?? { login: 'github-actions[bot]', type: 'Bot' },
    contents: new Map(contents.map(([ref, files]) => [ref, new Map(Object.entries(files))])),
    protectedBranches: options.protectedBranches ?? [],
    missingCommits: options.missingCommits ?? [],
    comments: new Map(),
    issues: new Map(),
    labels: new Map(),
    pulls: new Map(),
    deployments: [],
    runs: new Map((options.runs ?? []).map((run) => [run.id, run])),
    url: '',
    now: options.now ?? Date.now,
    nextId: () => {
      lastId += 1;
      return lastId;
    },
  };
  for (const pull of options.pulls ?? []) addPull(state, pull);
  for (const issue of options.issues ?? []) addIssue(state, issue);
  for (const comment of options.comments ?? []) addComment(state, comment);
  for (const deployment of options.deployments ?? []) addDeployment(state, deployment);
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
}

function failure(status: number, message: string, errors?: readonly string[]): Answer {
  const documentation_url = 'https://docs.github.com/rest';
  return {
    status,
    json: { message, documentation_url, status: String(status), ...(errors ? { errors } : {}) },
  };
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
  if (request.headers['authorization']?.split(' ')[1] !== call.token) return failure(401, 'Bad credentials');
  if (named === 'POST /graphql') return answerGraphql(state, request.body);
  const operationId = description.operationId(request);
  const handler = operationId === undefined ? undefined : HANDLERS[operationId];
  if (operationId === undefined || handler === undefined) {
    note('request', ['not an operation this server knows']);
    return failure(404, 'Not Found');
  }
  const requestErrors = description.requestErrors(request, operationId);
  if (requestErrors.length > 0) {
    note('request', requestErrors);
    return failure(422, 'Invalid request.', requestErrors);
  }
  const parameters = description.parameters(request, operationId);
  const { query, headers } = request;
  const url = `${state.url}${request.path}`;
  const body: Json = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {};
  const answer =
    refuseAccess(call, operationId, parameters) ?? handler({ state, parameters, query, headers, body, url });
  if (answer.text === undefined) {
    const errors = description.answerErrors(answer.json ?? null, operationId, answer.status);
    note(`answer ${answer.status}`, errors);
    if (errors.length > 0) return failure(500, 'the answer broke the description', errors);
  }
  const quota = {
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '987',
    'x-ratelimit-resource': 'core',
  };
  return { ...answer, headers: { ...quota, 'x-github-request-id': 'LOOP:BACK', ...answer.headers } };
}

/** Another repository is not found; one's own may be out of reach. */
function refuseAccess(
  { state, permissions }: Call,
  operationId: string,
  parameters: Readonly<Record<string, string>>,
): Answer | undefined {
  const { owner = state.owner, repo = state.name } = parameters;
  const own = `${state.owner}/${state.name}`.toLowerCase();
  if (`${owner}/${repo}`.toLowerCase() !== own) return failure(404, 'Not Found');
  const commented = state.comments.get(Number(parameters['comment_id']))?.issueNumber;
  const isPull = state.issues.get(Number(parameters['issue_number'] ?? commented))?.isPull;
  return refuse({ operationId, permissions, isPrivate: state.isPrivate, isPull });
}
