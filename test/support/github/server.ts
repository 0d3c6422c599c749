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
  readonly issues?: readonly IssueSeed[];
  readonly comments?: readonly CommentSeed[];
  readonly deployments?: readonly DeploymentSeed[];
  readonly statuses?: readonly StatusSeed[];
  readonly faults?: readonly Fault[];
  /** Another repository, private: its name in lower case, its contents, and the tokens that may read nothing but these. */
  readonly other?: Pick<GitHubOptions, 'contents'> & {
    readonly repository: string;
    readonly tokens: readonly string[];
  };
}

/** Its address is for `GITHUB_API_URL`. */
export type LoopbackGitHub = Awaited<ReturnType<typeof startGitHub>>;

const operations = { ...issueOperations, ...repositoryOperations };

/**
 * Starts the server and loads the description. `violations` has every breach of it, and every request for an operation
 * that this server does not know.
 */
export async function startGitHub(options: GitHubOptions = {}) {
  const description = await loadDescription();
  const { token = 'ghs_loopbackLoopbackLoopbackLoopback0123', other } = options;
  const faults = new Faults(options.faults);
  const violations: string[] = [];
  const loopback: Loopback = await startLoopback({
    faults,
    respond: (request, effect) => {
      if (effect?.kind === 'delete-comment') state.comments.delete(Number(request.path.split('/').at(-1)));
      const note = (what: string) => violations.push(`${request.method} ${request.path}: ${what}`);
      const given = request.headers['authorization']?.split(' ')[1] ?? '';
      if (given === '') {
        note('no token in the authorization header');
        return failure(401, 'Requires authentication');
      }
      if (given !== token && !other?.tokens.includes(given)) return failure(401, 'Bad credentials');
      return answerRequest({ request, description, note, accessTo: accessOf(given) });
    },
  });
  const state = seedState(options, loopback.url);
  const all = { contents: 'write', deployments: 'write', issues: 'write', statuses: 'write' } as const;
  const own: Access = { state, permissions: { ...all, pull_requests: 'write', ...options.permissions } };
  const otherState = seedState({ contents: other?.contents ?? {} }, loopback.url);
  const ofOther: Access = { state: otherState, permissions: { contents: 'read' } };
  const accessOf = (given: string) => (name: string) => {
    if (name === repository && given === token) return own;
    return name === other?.repository && other.tokens.includes(given) ? ofOther : undefined;
  };
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
    pulls: new Map(),
    deployments: [],
    statuses: [],
  };
  for (const pull of options.pulls ?? []) addPull(state, pull);
  for (const issue of options.issues ?? []) addIssue(state, issue);
  for (const comment of options.comments ?? []) addComment(state, comment);
  for (const deployment of options.deployments ?? []) addDeployment(state, deployment);
  for (const status of options.statuses ?? []) addStatus(state, status);
  return state;
}

/** What a token may do in a repository. */
interface Access {
  readonly state: GitHubState;
  readonly permissions: Permissions;
}

interface Call {
  readonly request: ReceivedRequest;
  readonly description: Description;
  readonly note: (violation: string) => void;
  /** `undefined`: for this token there is no such repository. @param name `owner/name` in lower case */
  readonly accessTo: (name: string) => Access | undefined;
}

function answerRequest({ request, description, note, accessTo }: Call): Answer {
  if (request.path === '/graphql') return answerGraphql(request.body);
  const match = description.match(request);
  const operation = operations[match?.operationId ?? ''];
  if (match === undefined || operation === undefined) {
    note('not an operation this server knows');
    return failure(404, 'Not Found');
  }
  const { operationId, parameters, errors } = match;
  for (const error of errors) note(`request: ${error}`);
  if (errors.length > 0) return failure(422, 'Invalid request.', { errors });
  const access = accessTo(`${parameters['owner']}/${parameters['repo']}`.toLowerCase());
  const answer =
    access === undefined ? failure(404, 'Not Found') : act(operation, access, request, parameters);
  if (answer.text !== undefined) return answer;
  const { status } = answer;
  const json = description.complete(answer.json, operationId, status);
  const broken = description.answerErrors(json ?? null, operationId, status);
  for (const error of broken) note(`answer ${status}: ${error}`);
  if (broken.length > 0) return failure(500, 'the answer broke the description', { errors: broken });
  return { ...answer, json };
}

function act(
  { needs, answer }: Operation,
  { state, permissions }: Access,
  { path, query, headers, ...request }: ReceivedRequest,
  parameters: Readonly<Record<string, string>>,
): Answer {
  const commented = state.comments.get(Number(parameters['comment_id']))?.issueNumber;
  const isIssue = state.issues.get(Number(parameters['issue_number'] ?? commented))?.isPull === false;
  const body = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {};
  const refusal = refuse({ needs, permissions, isPrivate: state.isPrivate, isIssue });
  return refusal ?? answer({ state, parameters, query, headers, body, url: `${state.url}${path}` });
}
