import type { Log } from '../core/ports.ts';
import { waitFor } from '../core/time-limit.ts';
import { nullIfMissing } from '../github/api-error.ts';
import { type GitHub, ownLogin, writeLimitMs } from '../github/connect.ts';
import { withRetries } from '../github/with-retries.ts';
import { stateOf } from '../report/changes.ts';
import {
  type EarlierText,
  hiddenLine,
  noEarlierText,
  type OwnText,
  readOwnText,
  type TextOfRun,
} from '../report/hidden-state.ts';
import type { ReportFiles } from '../report/model.ts';
import { renderTrackingIssue, trackingComment } from '../report/page/issue.ts';
import { authorship, isOtherJobs, redactBody, sharedKeyWarning, whyKept } from './authorship.ts';
import { adviseOnGitHub, trackingSink, warnOnFailure } from './failures.ts';
import { disclosedModel, type Publication } from './run-result.ts';

interface TrackingRequest {
  readonly owner: string;
  readonly repo: string;
  readonly by: TextOfRun;
  /**
   * Renders title and text of the issue, starting with the marker, once: later calls return the same.
   *
   * @param earlier what the current issue says
   */
  readonly render: (earlier: EarlierText) => { readonly title: string; readonly body: string };
  /** How the issue is to be; `as-it-is`: updated if it is open. */
  readonly wanted: 'open' | 'as-it-is' | 'closed';
  /** The comment on an issue that is closed or reopened. */
  readonly comment: (kind: 'closed' | 'reopened') => string;
}

interface TrackedIssue {
  readonly number: number;
  readonly url: string;
  readonly isOpen: boolean;
  readonly body: string;
  readonly text: OwnText;
}

/** Helps people to find the issues. The action itself uses marker and author. */
const label = { name: 'scan-gate', color: 'b60205', description: 'Findings of Scan Gate' };

/**
 * Keeps one issue per key.
 *
 * @returns its address; `null` if there is none to write
 * @throws what octokit throws
 */
async function trackIssue(github: GitHub, request: TrackingRequest, log: Log): Promise<string | null> {
  const own = await findOwnIssue(github, request);
  if (own === null) return request.wanted === 'open' ? open(github, request) : null;
  const place = { owner: request.owner, repo: request.repo, issue_number: own.number };
  const say = (kind: 'closed' | 'reopened') =>
    github.rest.issues.createComment({ ...place, body: request.comment(kind) });
  const { title, body } = request.render(own.text);
  // This run has written the issue already: the answer to that was lost, or the comment after it failed.
  if (own.body === body) {
    if (request.wanted === 'closed') await say('closed');
    return own.url;
  }
  const kept = whyKept(own.text, request.by);
  if (kept === 'newer-run') log.notice(`The tracking issue is left as a newer run wrote it: ${own.url}`);
  if (isOtherJobs(own.text, request.by)) log.warning(sharedKeyWarning('tracking issue'));
  if (kept !== null) return own.url;
  if (request.wanted !== 'open' && !own.isOpen) return null;
  const closing = { state: 'closed', state_reason: 'completed' } as const;
  const state = request.wanted === 'closed' ? closing : ({ state: 'open' } as const);
  await github.rest.issues.update({ ...place, title, body, ...state });
  if (request.wanted === 'closed') await say('closed');
  else if (!own.isOpen) await say('reopened');
  return own.url;
}

/** Finds the issue with our marker and our author. Prefers an open one to a closed one. */
async function findOwnIssue(
  github: GitHub,
  { owner, repo, by }: TrackingRequest,
): Promise<TrackedIssue | null> {
  const login = await ownLogin(github);
  const found: TrackedIssue[] = [];
  const all = { owner, repo, state: 'all', creator: login, per_page: 100 } as const;
  for await (const page of github.paginate.iterator(github.rest.issues.listForRepo, all)) {
    for (const { number, html_url: url, state, body, user, pull_request } of page.data) {
      const text = readOwnText(body ?? '');
      const isOurs = pull_request === undefined && user?.login === login;
      if (isOurs && text?.marker.key === by.marker.key)
        found.push({ number, url, isOpen: state === 'open', body: body ?? '', text });
    }
  }
  return found.find(({ isOpen }) => isOpen) ?? found[0] ?? null;
}

async function open(github: GitHub, request: TrackingRequest): Promise<string> {
  const { owner, repo } = request;
  await ensureLabel(github, request);
  const issue = { owner, repo, ...request.render(noEarlierText), labels: [label.name] };
  const { data } = await github.rest.issues.create(issue);
  return data.html_url;
}

/** Creates the label if it does not exist: an issue would create it without a colour, or fail. */
async function ensureLabel(github: GitHub, { owner, repo }: TrackingRequest): Promise<void> {
  const existing = await nullIfMissing(github.rest.issues.getLabel({ owner, repo, name: label.name }));
  if (existing === null) await github.rest.issues.createLabel({ owner, repo, ...label });
}

/** How the tracking issue is to be after this run; `null` if the run says nothing of it. */
function wantedIssue({ result }: Publication): TrackingRequest['wanted'] | null {
  const { assessment, passesAlone, settings, pullRequest } = result;
  if (!settings.reports.trackIssue || pullRequest.kind !== 'none') return null;
  switch (assessment.verdict.outcome) {
    case 'fail':
      return 'open';
    case 'pass':
      // Findings that only the baseline keeps from blocking leave the issue open.
      return passesAlone ? 'closed' : 'as-it-is';
    case 'inconclusive':
      return null;
  }
}

/** Writes the tracking issue of a run without a pull request. @returns its URL, or `null` */
export async function publishIssue(given: Publication, files: ReportFiles): Promise<string | null> {
  const { world, texts } = given;
  // The issue stays for anybody to find, so it has a disclosure of its own.
  const result = { ...given.result, disclosure: given.result.issueDisclosure };
  const publication = { ...given, result };
  const wanted = wantedIssue(publication);
  if (wanted === null) return null;
  if (result.inputs.github.token === '') {
    world.log.notice('There is no tracking issue, because `github-token` is empty.');
    return null;
  }
  const { owner, repo } = result.context;
  const by = authorship(result);
  let rendered: ReturnType<TrackingRequest['render']> | null = null;
  const request: TrackingRequest = {
    owner,
    repo,
    by,
    wanted,
    render: (earlier) => {
      if (rendered !== null) return rendered;
      const model = disclosedModel(publication, files, earlier);
      const head = hiddenLine({ ...by, state: stateOf(model), tie: null }, world.redactor.redact);
      const { title, body } = renderTrackingIssue(model, texts, head);
      rendered = { title: world.redactor.redact(title), body: redactBody(world, head, body) };
      return rendered;
    },
    comment: (kind) =>
      world.redactor.redact(trackingComment(kind, disclosedModel(publication, files), texts)),
  };
  const stage = { ...world, signal: world.givenUp };
  const write = async () => {
    const github = await result.github();
    return withRetries(() => trackIssue(github, request, world.log), stage);
  };
  const track = () => waitFor(write, { signal: world.givenUp, limitMs: writeLimitMs });
  return warnOnFailure(world.log, track, (error) => adviseOnGitHub(error, trackingSink));
}
