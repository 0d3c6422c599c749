/** State → what GitHub answers about the repository and its files. */
import { createHash } from 'node:crypto';
import { apiUrl, type Json, userAnswer, webUrl } from './answers.ts';
import type { GitHubState } from './state.ts';

const CREATED_AT = '2024-01-01T00:00:00Z';

/** Address templates every repository answer carries, by field. */
const TEMPLATES: Readonly<Record<string, string>> = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
};

/** @param fullName `owner/name`; another one than the server's is a fork of it */
export function repositoryAnswer(state: GitHubState, fullName = `${state.owner}/${state.name}`): Json {
  const [owner = state.owner, name = state.name] = fullName.split('/');
  const own = fullName === `${state.owner}/${state.name}`;
  const url = `${state.url}/repos/${fullName}`;
  const html = `https://github.com/${fullName}`;
  const addresses = Object.entries(TEMPLATES).map(([field, path]) => [field, url + path]);
  return {
    ...Object.fromEntries(addresses),
    id: own ? 700_001 : 700_002,
    node_id: own ? 'R_700001' : 'R_700002',
    name,
    full_name: fullName,
    owner: userAnswer(state, { login: owner, type: 'User' }),
    private: state.isPrivate,
    visibility: state.isPrivate ? 'private' : 'public',
    html_url: html,
    description: null,
    fork: !own,
    url,
    git_url: `git://github.com/${fullName}.git`,
    ssh_url: `git@github.com:${fullName}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    mirror_url: null,
    homepage: null,
    language: null,
    default_branch: state.defaultBranch,
    license: null,
    ...counts(state),
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    archived: false,
    disabled: false,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    pushed_at: CREATED_AT,
  };
}

function counts(state: GitHubState): Json {
  const openIssues = [...state.issues.values()].filter((issue) => issue.state === 'open').length;
  const none = { forks: 0, forks_count: 0, stargazers_count: 0, watchers: 0, watchers_count: 0 };
  return {
    ...none,
    size: 1,
    open_issues: openIssues,
    open_issues_count: openIssues,
    network_count: 0,
    subscribers_count: 0,
  };
}

/** Files above 1 MB come without content: GitHub answers them raw only. */
const CONTENT_LIMIT_BYTES = 1024 * 1024;

export function fileAnswer(
  state: GitHubState,
  file: { readonly path: string; readonly ref: string; readonly text: string },
): Json {
  const bytes = Buffer.from(file.text, 'utf8');
  const sha = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  const self = `${apiUrl(state, `/contents/${encodeURI(file.path)}`)}?ref=${encodeURIComponent(file.ref)}`;
  const git = apiUrl(state, `/git/blobs/${sha}`);
  const html = webUrl(state, `/blob/${encodeURI(file.ref)}/${encodeURI(file.path)}`);
  const tooLarge = bytes.length > CONTENT_LIMIT_BYTES;
  // GitHub breaks the Base64 text every 60 characters.
  const base64 = bytes.toString('base64').replace(/.{1,60}/g, '$&\n');
  return {
    name: file.path.split('/').at(-1) ?? file.path,
    path: file.path,
    sha,
    size: bytes.length,
    url: self,
    html_url: html,
    git_url: git,
    download_url: html,
    type: 'file',
    content: tooLarge ? '' : base64,
    encoding: tooLarge ? 'none' : 'base64',
    _links: { self, git, html },
  };
}

export function isSha(ref: string): boolean {
  return /^[0-9a-f]{40}$/.test(ref);
}

/** The default branch, those that have files, and the bases of pull requests. */
export function branchesOf(state: GitHubState): ReadonlySet<string> {
  const seeded = [...state.contents.keys()].filter((ref) => !isSha(ref));
  const bases = [...state.pulls.values()].map(({ baseRef }) => baseRef);
  return new Set([state.defaultBranch, ...seeded, ...bases, ...state.protectedBranches]);
}

/** The commit at the tip of a branch. */
export function tipOf(branch: string): string {
  return createHash('sha1').update(`tip of ${branch}`).digest('hex');
}

const SIGNATURE = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
const PERSON = { name: 'octocat', email: 'octocat@example.com', date: CREATED_AT };

/** `GET /git/commits/{commit_sha}`. */
export function gitCommitAnswer(state: GitHubState, sha: string): Json {
  return {
    sha,
    node_id: `C_${sha}`,
    url: apiUrl(state, `/git/commits/${sha}`),
    html_url: webUrl(state, `/commit/${sha}`),
    author: PERSON,
    committer: PERSON,
    message: 'A change',
    tree: { sha, url: apiUrl(state, `/git/trees/${sha}`) },
    parents: [],
    verification: SIGNATURE,
  };
}

/** `GET /branches/{branch}`. */
export function branchAnswer(state: GitHubState, name: string, isProtected: boolean): Json {
  const sha = tipOf(name);
  const commit = gitCommitAnswer(state, sha);
  const self = apiUrl(state, `/branches/${encodeURIComponent(name)}`);
  const html = webUrl(state, `/tree/${encodeURI(name)}`);
  return {
    name,
    commit: {
      sha,
      node_id: commit['node_id'],
      url: apiUrl(state, `/commits/${sha}`),
      html_url: commit['html_url'],
      comments_url: apiUrl(state, `/commits/${sha}/comments`),
      commit: { ...commit, comment_count: 0 },
      author: null,
      committer: null,
      parents: [],
    },
    _links: { self, html },
    protected: isProtected,
    protection: { enabled: isProtected },
    protection_url: `${self}/protection`,
  };
}
