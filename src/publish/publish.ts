/** Publishes a run with a verdict: which destination gets what, and in which order. */

import type { RunPorts } from '../core/ports.ts';
import { untilAborted } from '../core/time-limit.ts';
import { annotationsOf, linkLines, logEnd } from '../report/log-lines.ts';
import type { JudgedRun } from '../report/model.ts';
import { renderPage } from '../report/page/page.ts';
import { prefetchLogin, publishComment } from './comment.ts';
import { type CommitStatus, commitStatusTextOf } from './commit-status.ts';
import { publishIssue } from './issue.ts';
import { type Outputs, setOutputs, verdictOutputs } from './outputs.ts';
import { type Publication, publicationOf, withFiles } from './publication.ts';
import { makeRunFolder, publishFiles } from './run-files.ts';
import { runnerWarnings, warnOnFailure } from './warnings.ts';

/**
 * Renders and publishes the results, and sets the outputs. Nothing here can change the verdict. A destination that
 * fails logs a warning and does not stop the others.
 *
 * @param commitStatus the commit status of this run; `null` if none is wanted
 * @returns the verdict in one line, in `language`
 */
export async function publish(
  judgedRun: JudgedRun,
  commitStatus: CommitStatus | null,
  ports: RunPorts,
): Promise<string> {
  const beforeFiles = publicationOf(judgedRun, ports);
  const { reason } = beforeFiles;
  // The outputs are set here and at the end, so that later steps get the verdict even if the step is stopped while it
  // publishes.
  const outputsOfVerdict = verdictOutputs(beforeFiles);
  await setOutputs(outputsOfVerdict, ports);
  // The status is set before the files, which take minutes, so that the commit has the verdict even if the step is
  // killed.
  const statusSet = commitStatus?.setVerdict(commitStatusTextOf(beforeFiles.publishedModel, reason));
  prefetchLogin(beforeFiles);
  const folder = await makeRunFolder(ports);
  const { outputs: fileOutputs, files } = await publishFiles(beforeFiles, folder);
  const publication = withFiles(beforeFiles, files);
  const [, { commentUrl, commentPath }, issueUrl] = await Promise.all([
    statusSet,
    publishComment(publication, folder),
    publishIssue(publication),
    writeSummary(publication),
  ]);
  for (const annotation of annotationsOf(publication.publishedModel)) ports.runner.annotate(annotation);
  const outputs = {
    ...outputsOfVerdict,
    ...fileOutputs,
    'comment-url': commentUrl,
    'comment-path': commentPath,
    'issue-url': issueUrl,
    'duration-seconds': Math.round((ports.clock.now() - judgedRun.setup.stepStartedAt) / 1000),
  } satisfies Outputs;
  await setOutputs(outputs, ports);
  const links = linkLines({
    Report: outputs['report-url'],
    Comment: commentUrl,
    'Tracking issue': issueUrl,
    Artifact: outputs['artifact-url'],
  });
  // Logged at the end, which people see when they open the log.
  for (const line of [...logEnd(publication.publishedModel), ...links])
    ports.log.printWithoutRedacting('info', line);
  return reason;
}

async function writeSummary({ ports, publishedModel }: Publication): Promise<void> {
  const write = () => ports.runner.writeSummary(renderPage(publishedModel, 'summary'));
  const limited = () => untilAborted(write, ports.giveUpSignal);
  await warnOnFailure(ports.log, limited, runnerWarnings.summary);
}
