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
import { upsertComment } from './sticky-comment.ts';

/**
 * Writes the comment on the pull request, and the same text as a file.
 *
 * @returns `commentUrl`: also if a newer run wrote it; `null` if none is wanted
 */
export async function publishVerdictComment(
  publication: Publication,
): Promise<{ commentUrl: string | null; commentTextPath: string | null }> {
  const { texts, ports, decided } = publication;
  const { setup, scanEnd, progressEnded } = decided;
  const stamp = stampOf(decided);
  let body: string | null = null;
  const render = (earlier: EarlierPost) => {
    const before = earlierPostByDisclosure(setup, earlier);
    const model = { ...publication.publicModel, lastReport: before.report };
    const notedScan = notedScanOf(setup, scanEnd, mayBeReused(decided)) ?? before.notedScan;
    const hidden = { ...stamp, report: reportToNote(model), notedScan };
    body = composeOwnPost(hidden, ports, (hiddenLine) => {
      const text = renderPage(model, texts, 'comment', { hiddenLine });
      return lastReportToKeep(model) === null ? text : withLastReport(text, before, texts);
    });
    return body;
  };
  const conversation = conversationOf(setup);
  const wanted = wantedSinks(setup).comment;
  let commentUrl: string | null = null;
  if (conversation !== null && wanted !== 'never') {
    const mayCreate = wanted === 'always' || stamp.outcome !== 'pass';
    const comment = { conversation, stamp, loginOf: setup.loginOf, render, mayCreate };
    commentUrl = await publishOwnPost('comment', publication, async (github, githubPorts) => {
      await progressEnded;
      return upsertComment(github, comment, githubPorts);
    });
  }
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
