/** The tracking issue of runs without a pull request: when it is opened, updated and closed. */

import type { StagePorts } from '../core/ports.ts';
import { reaches, severities } from '../core/severity.ts';
import type { GitHubClient } from '../github/connect.ts';
import { encodeNote, type Note, noteKeyOf, ourPosts } from '../github/note.ts';
import { isBranchRun } from '../github/pull-request.ts';
import { withRetries } from '../github/with-retries.ts';
import type { JudgedRun } from '../report/model.ts';
import { renderPage } from '../report/page/page.ts';
import { issueTitle } from '../report/sentences/titles.ts';
import type { RunSetup } from '../settings/setup.ts';
import { compareWithPost, noteOf, publishPost, type WriteResult } from './post.ts';
import type { Publication } from './publication.ts';

/** Writes the tracking issue of a run without a pull request. @returns its URL, or `null` */
export async function publishIssue(publication: Publication): Promise<string | null> {
  const { judgedRun, publishedModel } = publication;
  const { setup } = judgedRun;
  const wanted = wantedState(judgedRun);
  if (wanted === null) return null;
  const note = noteOf(judgedRun);
  const body = renderPage(publishedModel, 'issue', { hiddenLine: encodeNote(note) });
  const issue = { wanted, note, title: issueTitle(publishedModel), body };
  return publishPost('issue', publication, (github, ports) => upsertIssue(github, setup, issue, ports));
}

/** The state that the issue should have. `keep-state`: the issue is updated if it is open. */
type WantedState = 'open' | 'keep-state' | 'closed';

/** The state that the issue should have after this run; `null` if the run does not touch it. */
function wantedState({ setup, judgement }: JudgedRun): WantedState | null {
  const { settings, context } = setup;
  if (!settings.policy['track-issue'] || !isBranchRun(context, setup)) return null;
  if (judgement.verdict === 'inconclusive') return null;
  if (judgement.verdict === 'fail') return 'open';
  // Findings that only the baseline keeps from blocking leave the issue open.
  const { known } = judgement.countsByStatus;
  return severities.some((severity) => known[severity] > 0 && reaches(severity, settings.policy['fail-on']))
    ? 'keep-state'
    : 'closed';
}

interface WantedIssue {
  readonly wanted: WantedState;
  readonly note: Note;
  readonly title: string;
  readonly body: string;
}

/**
 * Keeps one issue for each key: finds ours, compares, and writes. Two runs that create it at the same moment create
 * two. Both stay, and later runs write to the newer one while it is open.
 *
 * | our issue | wanted | what happens |
 * |---|---|---|
 * | none | `open` | an issue is created |
 * | none, or closed | `keep-state`, `closed` | nothing |
 * | open | `open`, `keep-state` | the issue is updated |
 * | open | `closed` | the issue is updated and closed |
 * | closed | `open` | the issue is updated and reopened |
 *
 * @returns `null` if there is no issue to write
 * @throws what octokit throws
 */
async function upsertIssue(
  github: GitHubClient,
  setup: RunSetup,
  { wanted, note, title, body }: WantedIssue,
  ports: StagePorts,
): Promise<WriteResult | null> {
  const { owner, repo } = setup.context;
  const author = await setup.loginOf(github);
  const write = async (): Promise<WriteResult | null> => {
    const ours = await findIssue(github, setup, author);
    if (ours === null) {
      if (wanted !== 'open') return null;
      const { data } = await github.rest.issues.create({ owner, repo, title, body });
      return { kind: 'written', url: data.html_url };
    }
    const { html_url: url, number, state } = ours;
    const { mayReplace, kind } = compareWithPost(ours, note, body);
    if (!mayReplace || ours.body === body) return { kind, url };
    if (wanted !== 'open' && state !== 'open') return null;
    const closing = { state: 'closed', state_reason: 'completed' } as const;
    const change = wanted === 'closed' ? closing : ({ state: 'open' } as const);
    await github.rest.issues.update({ owner, repo, issue_number: number, title, body, ...change });
    return { kind, url };
  };
  return withRetries(write, ports);
}

/**
 * Finds our issue by note and author. Prefers an open one. Reads all issues of the author, because the note is in the
 * body, and GitHub's search finds a new issue only after a while.
 */
async function findIssue(github: GitHubClient, { context, commentKey }: RunSetup, author: string) {
  const { owner, repo } = context;
  const all = { owner, repo, state: 'all', creator: author, per_page: 100 } as const;
  const key = noteKeyOf(commentKey);
  const ours = await github.paginate(github.rest.issues.listForRepo, all, ({ data }) =>
    ourPosts(data, key, author),
  );
  const issues = ours.filter((issue) => issue.pull_request === undefined);
  return issues.find(({ state }) => state === 'open') ?? issues[0] ?? null;
}
