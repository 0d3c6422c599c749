import { bounded } from '../core/bounded.ts';
import { statusOf } from '../github/api-error.ts';
import type { GitHub } from '../github/client.ts';
import { commentLimitMs } from '../github/client.ts';
import { renderTrackingIssue, trackingComment } from '../report/comment/tracking-issue.ts';
import type { ReportFiles } from '../report/model.ts';
import {
  hiddenLines,
  isNewer,
  type Marker,
  type PreviousState,
  parseMarker,
  parseState,
} from '../report/previous-state.ts';
import { adviseOnGitHub, trackingSink, warnOnFailure } from './failure-advice.ts';
import { markerOf, type PublishContext, redactBody, shownModel, stateOf } from './publish-context.ts';
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
async function trackIssue(github: GitHub, request: TrackingRequest): Promise<TrackingResult> {
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
    if (statusOf(error) !== 404) throw error;
    await github.rest.issues.createLabel({ owner, repo, ...label, request: { retries: 0 } });
  }
}

/** What the verdict means for the tracking issue; `null` leaves it alone. */
function trackingAction({ result }: PublishContext): TrackingRequest['action'] | null {
  const { assessment, passesAlone, settings, pullRequest } = result;
  const { outcome } = assessment.verdict;
  if (!settings.reports.trackIssue || pullRequest.kind !== 'none') return null;
  if (outcome === 'inconclusive') return null;
  if (outcome === 'fail') return 'open';
  return passesAlone ? 'close' : 'update';
}

/** Keeps the tracking issue of a run without a pull request. @returns its address, or `null` */
export async function publishIssue(context: PublishContext, files: ReportFiles): Promise<string | null> {
  const { world, result, texts } = context;
  const action = trackingAction(context);
  if (action === null) return null;
  if (result.inputs.github.token === '') {
    world.log.notice('There is no tracking issue, because `github-token` is empty.');
    return null;
  }
  const { owner, repo } = result.context;
  const marker = markerOf(result);
  const request: TrackingRequest = {
    owner,
    repo,
    marker,
    action,
    render: (previous) => {
      const model = shownModel(context, files, previous);
      const head = hiddenLines(marker, stateOf(model));
      const { title, body } = renderTrackingIssue(model, texts, { marker: head });
      return { title: world.redactor.redact(title), body: redactBody(world, head, body) };
    },
    comment: (kind) => world.redactor.redact(trackingComment(kind, shownModel(context, files), texts)),
  };
  const track = async () => {
    const write = async () => trackIssue(await result.github(), request);
    const written = await bounded(write, { signal: world.givenUp, limitMs: commentLimitMs });
    if (written.kind === 'newer-exists')
      world.log.notice(`The tracking issue is left as a newer run wrote it: ${written.url}`);
    return 'url' in written ? written.url : null;
  };
  return warnOnFailure(world.log, track, (error) => adviseOnGitHub(error, trackingSink));
}
