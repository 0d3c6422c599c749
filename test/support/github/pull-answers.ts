/** State → what GitHub answers about pull requests. */
import { apiUrl, type Json, userAnswer, webUrl } from './answers.ts';
import { repositoryAnswer } from './repository-answers.ts';
import { type GitHubState, type StoredPull, timestamp } from './state.ts';

const NOT_MERGED = { merged_at: null, merge_commit_sha: null, draft: false, auto_merge: null };

const UNTENDED = {
  assignee: null,
  assignees: [],
  requested_reviewers: [],
  requested_teams: [],
  labels: [],
  milestone: null,
};

/** What only `GET /pulls/{pull_number}` answers. */
const DETAILS = {
  merged: false,
  mergeable: true,
  mergeable_state: 'clean',
  merged_by: null,
  comments: 0,
  review_comments: 0,
  maintainer_can_modify: false,
  commits: 1,
  additions: 1,
  deletions: 0,
  changed_files: 1,
};

/** @param detail what only `GET /pulls/{pull_number}` answers is added */
export function pullAnswer(state: GitHubState, pull: StoredPull, detail: 'simple' | 'full'): Json {
  const issue = state.issues.get(pull.number);
  const url = apiUrl(state, `/pulls/${pull.number}`);
  const html = webUrl(state, `/pull/${pull.number}`);
  const issueUrl = apiUrl(state, `/issues/${pull.number}`);
  const addresses = {
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${apiUrl(state)}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: apiUrl(state, `/statuses/${pull.headSha}`),
  };
  return {
    ...addresses,
    url,
    id: 3_000_000_000 + pull.number,
    node_id: `PR_${pull.number}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issueUrl,
    number: pull.number,
    state: issue?.state ?? 'open',
    locked: issue?.locked ?? false,
    title: issue?.title ?? '',
    user: userAnswer(state, pull.author),
    body: null,
    created_at: issue?.createdAt ?? timestamp(state),
    updated_at: issue?.updatedAt ?? timestamp(state),
    closed_at: issue?.closedAt ?? null,
    ...NOT_MERGED,
    ...UNTENDED,
    head: sideAnswer(state, { ref: pull.headRef, sha: pull.headSha, repository: pull.headRepository }),
    base: sideAnswer(state, {
      ref: pull.baseRef,
      sha: pull.baseSha,
      repository: `${state.owner}/${state.name}`,
    }),
    _links: linksAnswer({ ...addresses, url, html, issueUrl }),
    author_association: 'CONTRIBUTOR',
    ...(detail === 'full' ? DETAILS : {}),
  };
}

interface Side {
  readonly ref: string;
  readonly sha: string;
  readonly repository: string;
}

function sideAnswer(state: GitHubState, side: Side): Json {
  const [owner = state.owner] = side.repository.split('/');
  const user = userAnswer(state, { login: owner, type: 'User' });
  const repo = repositoryAnswer(state, side.repository);
  return { label: `${owner}:${side.ref}`, ref: side.ref, sha: side.sha, user, repo };
}

function linksAnswer(links: Readonly<Record<string, string>>): Json {
  const to = (name: string) => ({ href: links[name] ?? '' });
  return {
    self: to('url'),
    html: to('html'),
    issue: to('issueUrl'),
    comments: to('comments_url'),
    review_comments: to('review_comments_url'),
    review_comment: to('review_comment_url'),
    commits: to('commits_url'),
    statuses: to('statuses_url'),
  };
}
