/** State → what GitHub answers about issues, comments, labels and users: complete objects, as the description asks. */
import type { Author, GitHubState, StoredComment, StoredIssue, StoredLabel } from './state.ts';

export type Json = Record<string, unknown>;

/** Addresses people open in a browser. */
export function webUrl(state: GitHubState, path = ''): string {
  return `https://github.com/${state.owner}/${state.name}${path}`;
}

/** Addresses of the API. */
export function apiUrl(state: GitHubState, path = ''): string {
  return `${state.url}/repos/${state.owner}/${state.name}${path}`;
}

/** Stable, so that a login has the same id in every answer. */
function loginId(login: string): number {
  let id = 1000;
  for (const character of login) id = (id * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000_007;
  return id;
}

export function userAnswer(state: GitHubState, author: Author): Json {
  const url = `${state.url}/users/${encodeURIComponent(author.login)}`;
  return {
    login: author.login,
    id: loginId(author.login),
    node_id: `U_${loginId(author.login)}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${loginId(author.login)}?v=4`,
    gravatar_id: '',
    url,
    html_url: `https://github.com/${author.login.replace('[bot]', '')}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: author.type,
    site_admin: false,
  };
}

/** `GET /user`: the public view of a token's owner. */
export function publicUserAnswer(state: GitHubState, author: Author): Json {
  return {
    ...userAnswer(state, author),
    name: author.login,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 1,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  };
}

/** The app behind a bot's comment; `null` for people. */
function appAnswer(state: GitHubState, author: Author): Json | null {
  if (author.type !== 'Bot') return null;
  const slug = author.login.replace('[bot]', '');
  const owner: Author = { login: 'github', type: 'User' };
  return {
    id: 15368,
    slug,
    node_id: 'MDM6QXBwMTUzNjg=',
    owner: { ...userAnswer(state, owner), type: 'Organization' },
    name: slug === 'github-actions' ? 'GitHub Actions' : slug,
    description: null,
    external_url: 'https://help.github.com/en/actions',
    html_url: `https://github.com/apps/${slug}`,
    created_at: '2018-07-30T09:30:17Z',
    updated_at: '2024-04-10T20:33:16Z',
    permissions: { issues: 'write', metadata: 'read', pull_requests: 'write' },
    events: [],
  };
}

function issueWebUrl(state: GitHubState, number: number): string {
  const kind = state.issues.get(number)?.isPull ? 'pull' : 'issues';
  return webUrl(state, `/${kind}/${number}`);
}

export function commentAnswer(state: GitHubState, comment: StoredComment): Json {
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: apiUrl(state, `/issues/comments/${comment.id}`),
    html_url: `${issueWebUrl(state, comment.issueNumber)}#issuecomment-${comment.id}`,
    issue_url: apiUrl(state, `/issues/${comment.issueNumber}`),
    user: userAnswer(state, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: comment.author.type === 'Bot' ? 'NONE' : 'MEMBER',
    body: comment.body,
    performed_via_github_app: appAnswer(state, comment.author),
  };
}

export function labelAnswer(state: GitHubState, label: StoredLabel): Json {
  return {
    id: label.id,
    node_id: `LA_${label.id}`,
    url: apiUrl(state, `/labels/${encodeURIComponent(label.name)}`),
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

export function issueAnswer(state: GitHubState, issue: StoredIssue): Json {
  const url = apiUrl(state, `/issues/${issue.number}`);
  const html = issueWebUrl(state, issue.number);
  const labels = issue.labels.flatMap((name) => state.labels.get(name.toLowerCase()) ?? []);
  const comments = [...state.comments.values()].filter((comment) => comment.issueNumber === issue.number);
  const pull = { url: apiUrl(state, `/pulls/${issue.number}`), html_url: html, diff_url: `${html}.diff` };
  return {
    id: 2_000_000_000 + issue.number,
    node_id: `I_${issue.number}`,
    url,
    repository_url: apiUrl(state),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: html,
    number: issue.number,
    title: issue.title,
    user: userAnswer(state, issue.author),
    labels: labels.map((label) => labelAnswer(state, label)),
    state: issue.state,
    state_reason: issue.stateReason,
    locked: issue.locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: issue.author.type === 'Bot' ? 'NONE' : 'MEMBER',
    body: issue.body === '' ? null : issue.body,
    performed_via_github_app: appAnswer(state, issue.author),
    ...(issue.isPull ? { pull_request: { ...pull, patch_url: `${html}.patch` } } : {}),
  };
}
