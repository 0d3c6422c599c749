/** The tracking issue of runs without a pull request: when it is opened, updated and closed. */

import type { StagePorts } from '../core/ports.ts';
import { apiErrorOf } from '../github/api-error.ts';
import type { GitHubClient } from '../github/connect.ts';
import { withRetries } from '../github/with-retries.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import { noEarlierPost } from '../report/hidden-line.ts';
import { issueTitle, trackingComment } from '../report/page/issue.ts';
import { renderPage } from '../report/page/page.ts';
import { reportToNote } from '../report/since-last-report.ts';
import {
  composeOwnPost,
  conflictOf,
  earlierPostByDisclosure,
  keepsTheirs,
  markerOf,
  type OwnPost,
  ownPostsIn,
  publishOwnPost,
  stampOf,
  type WriteResult,
} from './own-posts.ts';
import { type DecidedRun, modelByDisclosure, type Publication } from './publication.ts';
import { wantedSinks } from './sinks.ts';

/** The state that the issue should have. `as-it-is`: the issue is updated if it is open. */
type WantedState = 'open' | 'as-it-is' | 'closed';

/** Whether the run closes or reopens the issue; `null` if neither. */
type StateChange = 'closed' | 'reopened' | null;

interface TrackedIssue extends OwnPost {
  readonly number: number;
  readonly state: string;
}

/** The label helps people to find the issues. The action itself finds them by marker and author. */
const label = { name: 'scan-gate', color: 'b60205', description: 'Findings of Scan Gate' };

/**
 * Keeps one issue per key. GitHub has no conditional update, so each further try reads the issue again. Two runs that
 * create the issue at the same moment create two. Both stay, and later runs write to the newer one while it is open.
 *
 * | current issue of this action | wanted | what happens |
 * |---|---|---|
 * | none | `open` | an issue is created |
 * | none, or closed | `as-it-is`, `closed` | nothing |
 * | open | `open`, `as-it-is` | the issue is updated |
 * | open | `closed` | the issue is updated and closed, with a comment |
 * | closed | `open` | the issue is updated and reopened, with a comment |
 * | written by a newer run or another job ({@link conflictOf}) | any | nothing |
 *
 * @returns `null` if there is no issue to write
 * @throws what octokit throws
 */
async function upsertIssue(
  github: GitHubClient,
  publication: Publication,
  wanted: WantedState,
  ports: StagePorts,
): Promise<WriteResult | null> {
  const { decided } = publication;
  const { owner, repo } = decided.setup.context;
  const issueBefore = await findOwnIssue(github, decided.setup);
  const { title, body, comment } = renderIssue(publication, issueBefore, changeOf(issueBefore, wanted));
  const conflictWith = (seen: TrackedIssue | null) =>
    seen === null ? null : conflictOf(seen, { ...stampOf(decided), body });
  const write = async (isRepeated: boolean): Promise<WriteResult | null> => {
    const ownIssue = isRepeated ? await findOwnIssue(github, decided.setup) : issueBefore;
    if (ownIssue === null)
      return wanted === 'open' ? createIssue(github, { owner, repo, title, body }) : null;
    const { html_url: url } = ownIssue;
    const kind = conflictWith(ownIssue);
    if (keepsTheirs(kind)) return { kind, url };
    const issue = { owner, repo, issue_number: ownIssue.number };
    // If the issue already has this text, an earlier try has written it, and only the answer was lost.
    if (ownIssue.body !== body) {
      if (wanted !== 'open' && ownIssue.state !== 'open') return null;
      const closing = { state: 'closed', state_reason: 'completed' } as const;
      const state = wanted === 'closed' ? closing : ({ state: 'open' } as const);
      await github.rest.issues.update({ ...issue, title, body, ...state });
    }
    if (comment !== null) {
      // The same holds for the comment.
      const { listComments, createComment } = github.rest.issues;
      const comments = isRepeated ? await github.paginate(listComments, { ...issue, per_page: 100 }) : [];
      if (!comments.some((other) => other.body === comment)) await createComment({ ...issue, body: comment });
    }
    const isShared = kind === 'shared' || conflictWith(issueBefore) === 'shared';
    return { kind: isShared ? 'shared' : 'written', url };
  };
  return withRetries(write, ports);
}

function changeOf(own: TrackedIssue | null, wanted: WantedState): StateChange {
  if (own?.state === 'open' && wanted === 'closed') return 'closed';
  return own?.state === 'closed' && wanted === 'open' ? 'reopened' : null;
}

/** The title and the text of the issue, and the comment on it if it is closed or reopened. */
function renderIssue(publication: Publication, issueBefore: TrackedIssue | null, change: StateChange) {
  const { ports, decided, texts, fullModel } = publication;
  const { redact } = ports.redactor;
  // The issue has its own disclosure, because it stays where anybody can find it.
  const disclosed = modelByDisclosure({ ...fullModel, disclosure: decided.setup.issueDisclosure });
  const model = {
    ...disclosed,
    lastReport: earlierPostByDisclosure(disclosed, issueBefore ?? noEarlierPost).report,
  };
  const hidden = { ...stampOf(decided), report: reportToNote(model), notedScan: null };
  return {
    title: redact(issueTitle(model, texts)),
    body: composeOwnPost(hidden, ports, (hiddenLine) => renderPage(model, texts, 'issue', { hiddenLine })),
    comment: change === null ? null : redact(trackingComment(change, model, texts)),
  };
}

/**
 * Finds the issue of this action by marker and author. Prefers an open issue to a closed one. Reads all issues of the
 * author, because the marker is in the body, and GitHub's search finds a new issue only after a while.
 */
async function findOwnIssue(github: GitHubClient, setup: RunSetup): Promise<TrackedIssue | null> {
  const { owner, repo } = setup.context;
  const author = await setup.loginOf(github);
  const { key } = markerOf(setup);
  const all = { owner, repo, state: 'all', creator: author, per_page: 100 } as const;
  const own = await github.paginate(github.rest.issues.listForRepo, all, ({ data }) =>
    ownPostsIn(data, key, author),
  );
  const ownIssues = own.filter((issue) => issue.pull_request === undefined);
  return ownIssues.find(({ state }) => state === 'open') ?? ownIssues[0] ?? null;
}

async function createIssue(
  github: GitHubClient,
  issue: Readonly<Record<'owner' | 'repo' | 'title' | 'body', string>>,
): Promise<WriteResult> {
  const { owner, repo } = issue;
  // The label is created first: otherwise, creating the issue would create the label without a colour, or fail. GitHub
  // answers 422 if the label is there, also if another job has created it just now.
  await github.rest.issues.createLabel({ owner, repo, ...label }).catch((error: unknown) => {
    if (apiErrorOf(error)?.status !== 422) throw error;
  });
  const { data } = await github.rest.issues.create({ ...issue, labels: [label.name] });
  return { kind: 'written', url: data.html_url };
}

/** The state that the tracking issue should have after this run; `null` if the run does not touch it. */
function wantedState({ setup, decision }: DecidedRun): WantedState | null {
  const { assessment, passesWithoutBaseline } = decision;
  if (!wantedSinks(setup).issue) return null;
  const { outcome } = assessment.verdict;
  if (outcome === 'inconclusive') return null;
  if (outcome === 'fail') return 'open';
  // Findings that only the baseline keeps from blocking leave the issue open.
  return passesWithoutBaseline ? 'closed' : 'as-it-is';
}

/** Writes the tracking issue of a run without a pull request. @returns its URL, or `null` */
export async function publishIssue(publication: Publication): Promise<string | null> {
  const wanted = wantedState(publication.decided);
  if (wanted === null) return null;
  return publishOwnPost('issue', publication, (github, ports) =>
    upsertIssue(github, publication, wanted, ports),
  );
}
