/** Publishes a run with a verdict: which sink gets what, and in which order. */

import type { RunPorts } from '../core/ports.ts';
import { withinLimit } from '../core/time-limit.ts';
import { textsIn } from '../report/language/texts.ts';
import { annotationsOf } from '../report/log/annotations.ts';
import { baselineNotices, linkLines, verdictLines } from '../report/log/end-of-log.ts';
import { renderPage } from '../report/page/page.ts';
import { commitStatusTextOf } from '../report/sentences/commit-status-text.ts';
import type { CommitStatus } from './commit-status.ts';
import { failureWarnings, warnOnFailure } from './failure-warnings.ts';
import { makeRunFolder, publishFiles } from './files.ts';
import { type Outputs, setOutputs, verdictOutputs } from './outputs.ts';
import { type DecidedRun, type Publication, publicationOf } from './publication.ts';
import { publishIssue } from './tracking-issue.ts';
import { publishVerdictComment } from './verdict-comment.ts';

/**
 * Renders and publishes the results, and sets the outputs. Nothing here can change the verdict. A sink that fails logs
 * a warning and does not stop the others.
 *
 * @param commitStatus the commit status of this run; `null` if none is wanted
 * @returns the verdict in one line, in `language`
 */
export async function publish(
  decided: DecidedRun,
  commitStatus: CommitStatus | null,
  ports: RunPorts,
): Promise<string> {
  const texts = textsIn[decided.setup.inputs.scan.language];
  const withoutFiles = publicationOf({ ports, decided, texts, folder: await makeRunFolder(ports) });
  const { verdictLine } = withoutFiles;
  // The outputs are set here and at the end, so that later steps get the verdict even if the step is stopped while it
  // publishes.
  const outputsOfVerdict = verdictOutputs(withoutFiles);
  await setOutputs(outputsOfVerdict, ports);

  // The status is set before the files, which take minutes, so that the commit has the verdict even if the step is
  // killed.
  const statusSet = commitStatus?.finish(commitStatusTextOf(withoutFiles.publicModel, texts, verdictLine));
  const files = await publishFiles(withoutFiles);
  const publication = publicationOf(withoutFiles, files.forReports);
  const { publicModel } = publication;
  const [, { commentUrl, commentTextPath }, issueUrl, isSummaryWritten] = await Promise.all([
    statusSet,
    publishVerdictComment(publication),
    publishIssue(publication),
    writeSummary(publication),
  ]);
  for (const notice of baselineNotices(publicModel)) ports.log.notice(notice);
  await writeAnnotations(publication);
  const outputs = {
    ...outputsOfVerdict,
    ...files.outputs,
    'comment-url': commentUrl,
    // This file holds the text of the comment, not of the job summary. The name is promised (`docs/contract.md`).
    'summary-path': commentTextPath,
    'issue-url': issueUrl,
    'duration-seconds': Math.round((ports.clock.now() - decided.setup.stepStartedAt) / 1000),
  } satisfies Outputs;
  await setOutputs(outputs, ports);
  maskPreferences(publication, outputs);
  // Logged last, so that it is what people see when they open the log.
  for (const { text, paint } of verdictLines(publicModel)) ports.log.info(text, paint);
  const links = {
    Report: outputs['report-url'],
    Comment: commentUrl,
    'Tracking issue': issueUrl,
    // The page of the run shows the summary.
    Summary: isSummaryWritten ? publicModel.run.url : null,
    Artifact: publicModel.files.artifact?.url ?? null,
  };
  for (const line of linkLines(links)) ports.log.info(line);
  return verdictLine;
}

/**
 * Masks values of `preferences` in the rest of the log. Until now the redactor removed them from the log. They are
 * masked only when the outputs are known, because GitHub drops an output that holds a masked text.
 */
function maskPreferences({ ports, decided }: Publication, outputs: object): void {
  const texts = Object.values(outputs).map(String);
  for (const form of decided.preferenceForms) {
    // The runner masks each line of a mask by itself, and a line such as `}` is in many texts.
    const isOneLine = !/[\r\n]/.test(form);
    if (isOneLine && !texts.some((text) => text.includes(form))) ports.runner.mask(form);
  }
}

/** @returns false if no summary is wanted, or if it failed */
async function writeSummary({ ports, decided, texts, publicModel }: Publication): Promise<boolean> {
  if (!decided.setup.settings.publishing.summary) return false;
  const write = async () => {
    await ports.runner.writeSummary(ports.redactor.redact(renderPage(publicModel, texts, 'summary')));
    return true;
  };
  const limited = () => withinLimit(write, { signal: ports.givenUp });
  return (await warnOnFailure(ports.log.warning, limited, failureWarnings.summary)) ?? false;
}

async function writeAnnotations({ ports, decided, texts, publicModel }: Publication): Promise<void> {
  if (!decided.setup.settings.publishing.annotations) return;
  const { redact } = ports.redactor;
  const write = async () => {
    for (const { level, title, message } of annotationsOf(publicModel, texts))
      ports.runner.annotate({ level, title: redact(title), message: redact(message) });
  };
  await warnOnFailure(ports.log.warning, write, failureWarnings.annotations);
}
