/** What the answers of the loopback GitHub say about its state. The description fills in every other field. */
import { createHash } from 'node:crypto';
import {
  type Author,
  defaultBranch,
  type GitHubState,
  repository,
  type StoredComment,
  type StoredDeployment,
  type StoredDeploymentStatus,
  type StoredIssue,
  type StoredLabel,
  type StoredPull,
  type StoredStatus,
} from './state.ts';

export type View = Readonly<Record<string, unknown>>;

function apiUrl(state: GitHubState, path: string): string {
  return `${state.url}/repos/${repository}${path}`;
}

function issueWebUrl(state: GitHubState, number: number): string {
  const kind = state.issues.get(number)?.isPull ? 'pull' : 'issues';
  return `https://github.com/${repository}/${kind}/${number}`;
}

/** `null` for people. */
function appView({ type, login }: Author): View | null {
  return type === 'Bot' ? { slug: login.replace('[bot]', ''), name: login } : null;
}

/** @param fullName `owner/name`; any other than the server's is a fork of it */
export function repositoryView(state: GitHubState, fullName = repository): View {
  const [login = '', name = ''] = fullName.split('/');
  return {
    name,
    full_name: fullName,
    owner: { login, type: 'User' },
    private: state.isPrivate,
    visibility: state.isPrivate ? 'private' : 'public',
    html_url: `https://github.com/${fullName}`,
    fork: fullName !== repository,
    default_branch: defaultBranch,
  };
}

/** The commit at the tip of a branch. */
export function tipOf(branch: string): string {
  return createHash('sha1').update(`tip of ${branch}`).digest('hex');
}

export function commentView(state: GitHubState, comment: StoredComment): View {
  const { id, issueNumber, author, body } = comment;
  return {
    id,
    body,
    html_url: `${issueWebUrl(state, issueNumber)}#issuecomment-${id}`,
    issue_url: apiUrl(state, `/issues/${issueNumber}`),
    user: author,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    performed_via_github_app: appView(author),
  };
}

export function labelView({ id, name, color, description }: StoredLabel): View {
  return { id, name, color, description };
}

export function issueView(state: GitHubState, issue: StoredIssue): View {
  const { number, title, body, author } = issue;
  const labels = issue.labels.flatMap((name) => state.labels.get(name.toLowerCase()) ?? []);
  return {
    number,
    title,
    state: issue.state,
    state_reason: issue.stateReason,
    body: body === '' ? null : body,
    html_url: issueWebUrl(state, number),
    user: author,
    labels: labels.map(labelView),
    comments: [...state.comments.values()].filter(({ issueNumber }) => issueNumber === number).length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    performed_via_github_app: appView(author),
    ...(issue.isPull ? { pull_request: { html_url: issueWebUrl(state, number) } } : {}),
  };
}

export function pullView(state: GitHubState, pull: StoredPull): View {
  const { number, headRef, headSha, headRepository, baseRef, baseSha } = pull;
  const side = (ref: string, sha: string, fullName?: string) => {
    const repo = repositoryView(state, fullName);
    return { ref, sha, user: repo['owner'], repo };
  };
  const issue = state.issues.get(number);
  return {
    ...(issue === undefined ? {} : { state: issue.state, title: issue.title }),
    number,
    user: pull.author,
    html_url: issueWebUrl(state, number),
    head: side(headRef, headSha, headRepository),
    base: side(baseRef, baseSha),
  };
}

export function deploymentView(deployment: StoredDeployment): View {
  const { id, sha, ref, environment, isProduction, creator, createdAt } = deployment;
  const at = { created_at: createdAt, updated_at: createdAt };
  return { id, sha, ref, environment, production_environment: isProduction, creator, ...at };
}

/** An unknown address is empty, as it is on GitHub. */
export function deploymentStatusView(deployment: StoredDeployment, status: StoredDeploymentStatus): View {
  const at = status.createdAt ?? deployment.createdAt;
  return {
    id: deployment.id * 1000 + deployment.statuses.indexOf(status),
    state: status.state,
    environment: deployment.environment,
    target_url: status.targetUrl ?? '',
    environment_url: status.environmentUrl ?? '',
    log_url: status.logUrl ?? '',
    created_at: at,
    updated_at: at,
  };
}

export function statusView({ targetUrl, author, createdAt, ...status }: StoredStatus): View {
  const { id, state, context, description } = status;
  const at = { created_at: createdAt, updated_at: createdAt };
  return { id, state, context, description, target_url: targetUrl, creator: author, ...at };
}

/** Blob SHA of a file with this text. */
export function blobOf(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** GitHub does not include the content of a file above 1 MiB. */
const contentLimitBytes = 1024 * 1024;

/** @returns what a folder says about the file, and `content` */
export function fileView(path: string, text: string): { readonly entry: View; readonly content: View } {
  const bytes = Buffer.from(text, 'utf8');
  const entry = { type: 'file', name: path.split('/').at(-1), path, sha: blobOf(text), size: bytes.length };
  if (bytes.length > contentLimitBytes) return { entry, content: { content: '', encoding: 'none' } };
  // GitHub breaks the Base64 text every 60 characters.
  const content = bytes.toString('base64').replace(/.{1,60}/g, '$&\n');
  return { entry, content: { content, encoding: 'base64' } };
}
