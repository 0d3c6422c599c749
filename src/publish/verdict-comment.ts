/** The pull request comment with the verdict. */

import { hasProblem } from '../gate/verdict.ts';
import { type EarlierPost, noEarlierPost } from '../report/hidden-line.ts';
import { renderPage } from '../report/page/page.ts';
import { withLastReport } from '../report/page/sections/last-report.ts';
import { lastReportToKeep, reportToNote } from '../report/since-last-report.ts';
import { notedScanOf } from '../scan/noted-scan.ts';
import { writeRunFile } from './files.ts';
import { composeOwnPost, earlierPostByDisclosure, publishOwnPost, stampOf } from './own-posts.ts';
import type { DecidedRun, Publication } from './publication.ts';
import { conversationOf, wantedSinks } from './sinks.ts';
import { upsertComment, type WantedComment } from './sticky-comment.ts';

/** Writes the comment on the pull request, and the same text as a file. */
export async function publishVerdictComment(
  publication: Publication,
): Promise<{ commentUrl: string | null; commentTextPath: string | null }> {
  const { texts, ports, decided } = publication;
  const { setup, scanEnd } = decided;
  let body: string | null = null;
  const render = (earlier: EarlierPost) => {
    const before = earlierPostByDisclosure(setup, earlier);
    const model = { ...publication.publicModel, lastReport: before.report };
    const notedScan = notedScanOf(setup, scanEnd, mayBeReused(decided)) ?? before.notedScan;
    const hidden = { ...stampOf(decided), report: reportToNote(model), notedScan };
    body = composeOwnPost(hidden, ports, (hiddenLine) => {
      const text = renderPage(model, texts, 'comment', { hiddenLine });
      return lastReportToKeep(model) === null ? text : withLastReport(text, before, texts);
    });
    return body;
  };
  const commentUrl = await writeComment(publication, render);
  const text = () => body ?? render(noEarlierPost);
  const commentTextPath = await writeRunFile(publication, 'report.md', text);
  return { commentUrl, commentTextPath };
}

/**
 * True if another run may reuse the scan. False if the target was lost or the run was cancelled after the scan had
 * finished, because the other run would not notice.
 */
function mayBeReused({ scanEnd, decision: { assessment } }: DecidedRun): boolean {
  const isLost = hasProblem(assessment, 'target-lost') || hasProblem(assessment, 'cancelled');
  return !(scanEnd.state === 'whole' && isLost);
}

/** @returns the URL of the comment, even if a newer run wrote it; `null` if none is wanted */
async function writeComment(
  publication: Publication,
  render: WantedComment['render'],
): Promise<string | null> {
  const { decided } = publication;
  const { setup, progressEnded } = decided;
  const conversation = conversationOf(setup);
  const wanted = wantedSinks(setup).comment;
  if (conversation === null || wanted === 'never') return null;
  const stamp = stampOf(decided);
  const mayCreate = wanted === 'always' || stamp.outcome !== 'pass';
  const wantedComment = { conversation, stamp, loginOf: setup.loginOf, render, mayCreate };
  return publishOwnPost('comment', publication, async (github, ports) => {
    await progressEnded;
    return upsertComment(github, wantedComment, ports);
  });
}
