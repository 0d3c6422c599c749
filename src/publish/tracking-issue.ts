import type { GitHub } from '../github/client.ts';
import {
  isNewer,
  type Marker,
  type PreviousState,
  parseMarker,
  parseState,
} from '../report/previous-state.ts';
import { ownLogin } from './sticky-comment.ts';

export interface TrackingRequest {
  readonly owner: string;
  readonly repo: string;
  readonly marker: Marker;
  /**
   * Makes title and text of the issue, the marker first. Called once, before anything is written.
   *
   * @param previous what the issue says so far; `null` where there is none
   */
  readonly render: (previous: PreviousState | null) => IssueText;
  /**
   * `open` on `fail`: opened, updated or reopened. `update`: an open one is brought up to date. `close`: nothing would
   * block even without the baseline, so an open one is closed with `comment`.
   */
  readonly action: 'open' | 'update' | 'close';
  /** What is said when the issue is closed or reopened. */
  readonly comment: (kind: 'closed' | 'reopened') => string;
}

export interface IssueText {
  readonly title: string;
  readonly body: string;
}

export type TrackingResult =
  | { kind: 'opened' | 'updated' | 'reopened' | 'closed'; url: string }
  | { kind: 'newer-exists'; url: string }
  | { kind: 'not-wanted' };

interface TrackedIssue {
  readonly number: number;
  readonly url: string;
  readonly isOpen: boolean;
  readonly marker: Marker;
  readonly state: PreviousState | null;
}

/** By this label people find the issues; the action itself goes by marker and author. */
const label = { name: 'scan-gate', color: 'b60205', description: 'Findings of Scan Gate' };

/**
 * Keeps one issue per key: the one with our marker, written by us, over all pages; an open one before a closed one.
 *
 * @throws what octokit throws
 */
export async function trackIssue(github: GitHub, request: TrackingRequest): Promise<TrackingResult> {
  const own = await findOwnIssue(github, request);
  if (own === null) return request.action === 'open' ? open(github, request) : { kind: 'not-wanted' };
  if (isNewer(own.marker, request.marker)) return { kind: 'newer-exists', url: own.url };
  if (request.action !== 'open' && !own.isOpen) return { kind: 'not-wanted' };
  return renew(github, request, own);
}

async function findOwnIssue(
  github: GitHub,
  { owner, repo, marker }: TrackingRequest,
): Promise<TrackedIssue | null> {
  const login = await ownLogin(github);
  const found: TrackedIssue[] = [];
  const pages = github.paginate.iterator(github.rest.issues.listForRepo, {
    owner,
    repo,
    state: 'all',
    creator: login,
    per_page: 100,
  });
  for await (const page of pages) {
    for (const issue of page.data) {
      const other = parseMarker(issue.body ?? '');
      const isOurs =
        issue.pull_request === undefined && issue.user?.login === login && other?.key === marker.key;
      if (isOurs && other !== null) {
        found.push({
          number: issue.number,
          url: issue.html_url,
          isOpen: issue.state === 'open',
          marker: other,
          state: parseState(issue.body ?? ''),
        });
      }
    }
  }
  return found.find(({ isOpen }) => isOpen) ?? found[0] ?? null;
}

async function open(github: GitHub, request: TrackingRequest): Promise<TrackingResult> {
  const { owner, repo } = request;
  await ensureLabel(github, request);
  const { data } = await github.rest.issues.create({
    owner,
    repo,
    ...request.render(null),
    labels: [label.name],
    // Octokit would repeat it without looking whether the first one was carried out.
    request: { retries: 0 },
  });
  return { kind: 'opened', url: data.html_url };
}

async function renew(github: GitHub, request: TrackingRequest, own: TrackedIssue): Promise<TrackingResult> {
  const { owner, repo, action } = request;
  const issue = { owner, repo, issue_number: own.number };
  const closes = action === 'close';
  const state = closes ? 'closed' : 'open';
  await github.rest.issues.update({
    ...issue,
    ...request.render(own.state),
    state,
    ...(closes ? { state_reason: 'completed' } : {}),
  });
  if (closes || !own.isOpen) {
    const body = request.comment(closes ? 'closed' : 'reopened');
    await github.rest.issues.createComment({ ...issue, body, request: { retries: 0 } });
  }
  return { kind: closes ? 'closed' : own.isOpen ? 'updated' : 'reopened', url: own.url };
}

/** Creating an issue with a label that does not exist would make it without a colour, or fail without the permission. */
async function ensureLabel(github: GitHub, { owner, repo }: TrackingRequest): Promise<void> {
  try {
    await github.rest.issues.getLabel({ owner, repo, name: label.name });
  } catch (error) {
    const isMissing = error instanceof Error && 'status' in error && error.status === 404;
    if (!isMissing) throw error;
    await github.rest.issues.createLabel({ owner, repo, ...label, request: { retries: 0 } });
  }
}
