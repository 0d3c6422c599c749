import { tmpdir } from 'node:os';
import { isSkipped } from './gate/verdict.ts';
import { commentLimitMs } from './github/client.ts';
import { artifactNameOf, keyDigest } from './inputs/key.ts';
import type { Judgement } from './judge.ts';
import type { World } from './ports.ts';
import {
  adviseOnCancelledReport,
  adviseOnFile,
  adviseOnFolder,
  adviseOnGitHub,
  adviseOnOutputs,
  adviseOnSummary,
  messageOf,
} from './publish/advice.ts';
import {
  adviseOnArtifact,
  type UploadedArtifact,
  uploadArtifact,
  uploadLimitMs,
} from './publish/artifact.ts';
import { bounded } from './publish/bounded.ts';
import { publishComment } from './publish/comment.ts';
import { type Conclusion, conclude } from './publish/conclusion.ts';
import { formatMarker } from './publish/marker.ts';
import { nothingPublished, type Outputs, publishOutputs } from './publish/outputs.ts';
import { fetchPdfReports, type PdfReport, pathsOf } from './publish/pdf-reports.ts';
import { createReportFolder, writeReportFile, writeReportPieces } from './publish/report-files.ts';
import { publishTo } from './publish/sinks.ts';
import { annotate } from './report/annotations.ts';
import { buildModel } from './report/build-model.ts';
import { renderComment } from './report/comment.ts';
import { jsonPieces } from './report/json-pieces.ts';
import { renderLogTable } from './report/log.ts';
import type { ReportFiles, ReportModel } from './report/model.ts';
import { verdictOutputs } from './report/output-values.ts';
import { resultDocument } from './report/result-json.ts';
import { renderSummary } from './report/summary.ts';
import { describeProblem, summarize } from './report/verdict-text.ts';
import { loadTexts } from './text/load.ts';
import type { Texts } from './text/texts.ts';

/** What the publishing of a run needs. */
interface Stage {
  readonly world: World;
  readonly judgement: Judgement;
  readonly texts: Texts;
  /** Folder of the run's files; `null` where none can be made. */
  readonly folder: string | null;
  /** Gathers the report, with the files that exist by now. */
  readonly model: (files: ReportFiles) => ReportModel;
}

/**
 * The second half of a run: report → publish → outputs. Each sink stands on its own; by now the verdict is decided, and
 * nothing here can change it.
 *
 * @param startedAt when the run began, in milliseconds since the Unix epoch
 */
export async function publish(world: World, judgement: Judgement, startedAt: number): Promise<Conclusion> {
  const texts = await loadTexts(judgement.inputs.scan.language);
  const model = (files: ReportFiles) =>
    buildModel({ ...judgement, files, durationMs: world.clock.now() - startedAt });
  const decided = model(noFiles);
  const reason = world.redactor.redact(summarize(decided, texts));
  // Set twice, since whatever ends the step while it publishes must not take the verdict with it.
  await outputs(world, { ...nothingPublished, ...verdictOutputs(decided, reason) });
  const stage: Stage = { world, judgement, texts, folder: await makeFolder(world), model };

  for (const line of renderLogTable(decided, texts)) world.log.info(line);
  const pdfs = await fetchReports(stage);
  const resultPath = await writeResult(stage);
  const artifact = await uploadFiles(stage, [...pathsOf(pdfs), ...(resultPath === null ? [] : [resultPath])]);
  const final = model(reportFiles(pdfs, artifact, texts));
  const [{ commentUrl, summaryPath }] = await Promise.all([
    comment(stage, final),
    summary(stage, final),
    annotations(stage, final),
  ]);
  await outputs(world, {
    ...verdictOutputs(final, reason),
    'report-path': pathsOf(pdfs)[0] ?? null,
    'result-path': resultPath,
    'summary-path': summaryPath,
    'artifact-id': artifact?.id ?? null,
    'artifact-url': artifact?.url ?? null,
    'comment-url': commentUrl,
  });
  const { assessment, policy } = final;
  return conclude(assessment, policy.onInconclusive, { reason, cancelled: world.cancelled.aborted });
}

const noFiles: ReportFiles = { artifact: null, pdfs: [], missing: [] };

async function outputs({ log, runner }: World, values: Outputs): Promise<void> {
  await publishTo(
    log,
    async () => publishOutputs(values, (name, value) => runner.setOutput(name, value)),
    adviseOnOutputs,
  );
}

/** Report files are worth another folder than the runner's own. */
function makeFolder({ log, runner }: World): Promise<string | null> {
  return publishTo(log, async () => createReportFolder([runner.tempFolder, tmpdir()]), adviseOnFolder);
}

/** The PDF reports, of a finished scan only: the service writes none of another. */
async function fetchReports({ world, judgement, folder, texts }: Stage): Promise<PdfReport[]> {
  const { client, outcome, settings } = judgement;
  const signal = world.cancelled;
  if (client === null || outcome.scanId === null || outcome.problem !== null || folder === null) return [];
  if (outcome.partial || signal.aborted) return [];
  const pdfs = await fetchPdfReports({
    client,
    scanId: outcome.scanId,
    target: judgement.target?.shown ?? null,
    settings,
    folder,
    date: world.clock.now(),
    signal,
  });
  for (const pdf of pdfs) {
    if ('problem' in pdf && pdf.problem.kind === 'cancelled') {
      world.log.warning(adviseOnCancelledReport(pdf.type, outcome.scanId));
    } else if ('problem' in pdf) {
      const { what, remedy } = describeProblem(pdf.problem, texts);
      world.log.warning(`${pdf.type} is missing, the verdict stands. ${what} ${remedy}`);
    }
  }
  return pdfs;
}

async function writeResult({ world, judgement, folder, model }: Stage): Promise<string | null> {
  if (folder === null) return null;
  return publishTo(
    world.log,
    // What came from outside was cleaned when it came in; a search in the finished JSON could break it.
    async () =>
      writeReportPieces(
        folder,
        'result.json',
        jsonPieces(resultDocument(model(noFiles), judgement.outcome.result)),
      ),
    adviseOnFile,
  );
}

async function uploadFiles(
  { world, judgement }: Stage,
  files: readonly string[],
): Promise<UploadedArtifact | null> {
  const { inputs, context, key } = judgement;
  if (files.length === 0 || world.cancelled.aborted) return null;
  const { serverUrl, owner, repo, runId } = context;
  const request = {
    name: inputs.reports.artifactName ?? artifactNameOf(key),
    files,
    retentionDays: inputs.reports.retentionDays,
    urlOf: (id: number) => `${serverUrl}/${owner}/${repo}/actions/runs/${runId}/artifacts/${id}`,
  };
  // The artifact client tells each of its steps.
  const bounds = { signal: world.cancelled, limitMs: uploadLimitMs };
  const upload = () =>
    world.log.group('Uploading the artifact', () => bounded(() => uploadArtifact(request), bounds));
  return publishTo(world.log, upload, (error) => adviseOnArtifact(error, files));
}

function reportFiles(
  pdfs: readonly PdfReport[],
  artifact: UploadedArtifact | null,
  texts: Texts,
): ReportFiles {
  return {
    artifact,
    pdfs: pdfs.flatMap((pdf) => ('path' in pdf ? [{ type: pdf.type, fileName: pdf.fileName }] : [])),
    missing: pdfs.flatMap((pdf) =>
      'problem' in pdf ? [{ type: pdf.type, why: describeProblem(pdf.problem, texts).what }] : [],
    ),
  };
}

/** The comment on the pull request, and the same text as a file. */
async function comment({ world, judgement, texts, folder }: Stage, model: ReportModel) {
  const { context, key } = judgement;
  const { log } = world;
  const marker = { key: keyDigest(key), runId: context.runId, attempt: context.attempt };
  const firstLine = formatMarker(marker);
  // The marker is ours to the letter: a secret made of digits must not take a part of the run id out of it.
  const body = () =>
    firstLine +
    world.redactor.redact(renderComment(model, texts, { marker: firstLine }).slice(firstLine.length));
  const summaryPath =
    folder === null
      ? null
      : await publishTo(log, async () => writeReportFile(folder, 'report.md', body()), adviseOnFile);
  const commentUrl = await publishTo(
    log,
    async () => {
      const { token } = judgement.inputs.reports;
      const { comment: when } = judgement.settings.reports;
      const { owner, repo } = context;
      const { pullRequest } = judgement;
      // A run without secrets has no token that may comment either.
      if (pullRequest === null || when === 'never' || isSkipped(model.assessment)) return null;
      if (token === '') {
        log.notice('There is no pull request comment, because `github-token` is empty.');
        return null;
      }
      const request = {
        place: { owner, repo, number: pullRequest.number },
        marker,
        body: body(),
        create: when === 'always' || model.assessment.verdict.outcome !== 'pass',
        pause: (ms: number) => world.clock.sleep(ms, world.givenUp),
      };
      const publish = async () => publishComment(await judgement.github(), request);
      const result = await bounded(publish, { signal: world.givenUp, limitMs: commentLimitMs });
      if (result.kind === 'newer-exists')
        log.notice(`The comment is left as a newer run wrote it: ${result.url}`);
      return 'url' in result ? result.url : null;
    },
    (error) => adviseOnGitHub(error, 'The pull request comment', 'pull-requests: write'),
  );
  return { commentUrl, summaryPath };
}

async function summary({ world, judgement, texts }: Stage, model: ReportModel): Promise<void> {
  if (!judgement.settings.reports.summary) return;
  const markdown = () => world.redactor.redact(renderSummary(model, texts));
  const write = () => bounded(() => world.runner.writeSummary(markdown()), { signal: world.givenUp });
  await publishTo(world.log, write, adviseOnSummary);
}

async function annotations({ world, judgement, texts }: Stage, model: ReportModel): Promise<void> {
  if (!judgement.settings.reports.annotations) return;
  const write = async () => {
    for (const annotation of annotate(model, texts)) world.runner.annotate(annotation);
  };
  await publishTo(world.log, write, (error) => `The annotations were not written: ${messageOf(error)}.`);
}
