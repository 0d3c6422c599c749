import { hasProblem, isSkipped } from './gate/verdict.ts';
import { artifactNameOf, keyDigest } from './inputs/key.ts';
import { type Judgement, judge } from './judge.ts';
import type { World } from './ports.ts';
import { adviseOnGitHub, messageOf } from './publish/advice.ts';
import { adviseOnArtifact, type UploadedArtifact, uploadArtifact } from './publish/artifact.ts';
import { publishComment } from './publish/comment.ts';
import { connectGitHub } from './publish/github.ts';
import { formatMarker } from './publish/marker.ts';
import { publishOutputs } from './publish/outputs.ts';
import { fetchPdfReports, type PdfReport } from './publish/pdf-reports.ts';
import { createReportFolder, writeReportFile } from './publish/report-files.ts';
import { publishTo } from './publish/sinks.ts';
import { annotate } from './report/annotations.ts';
import { buildModel } from './report/build-model.ts';
import { renderComment } from './report/comment.ts';
import { renderLogTable } from './report/log.ts';
import type { ReportFiles, ReportModel } from './report/model.ts';
import { verdictOutputs } from './report/output-values.ts';
import { resultDocument } from './report/result-json.ts';
import { renderSummary } from './report/summary.ts';
import { describeProblem, summarize } from './report/verdict-text.ts';
import { loadTexts } from './text/load.ts';
import type { Texts } from './text/texts.ts';

/** How the step ends. */
export interface Conclusion {
  /** How to tell it: an `error` fails the step, `null` is a pass that needs no words. */
  readonly level: 'error' | 'warning' | 'notice' | null;
  /** One line for the person who looks at the step. */
  readonly message: string;
}

/** What the publishing of a run needs. */
interface Stage {
  readonly world: World;
  readonly judgement: Judgement;
  readonly texts: Texts;
  /** Folder of the run's files. */
  readonly folder: string;
  /** Gathers the report, with the files that exist by now. */
  readonly model: (files: ReportFiles) => ReportModel;
}

/**
 * The whole run: inputs → target → scan → gate (all in `judge`) → report → publish. Each sink stands on its own; by now
 * the verdict is decided, and nothing here can change it.
 *
 * @throws SettingsError for wrong inputs, before anything is asked of anybody
 */
export async function run(world: World): Promise<Conclusion> {
  const startedAt = world.clock.now();
  const judgement = await judge(world);
  const texts = await loadTexts(judgement.inputs.scan.language);
  const folder = createReportFolder(world.runner.tempFolder);
  const model = (files: ReportFiles) =>
    buildModel({ ...judgement, files, durationMs: world.clock.now() - startedAt });
  const stage: Stage = { world, judgement, texts, folder, model };

  for (const line of renderLogTable(model(noFiles), texts)) world.log.info(line);
  const pdfs = await fetchReports(stage);
  const resultPath = await writeResult(stage);
  const artifact = await uploadFiles(stage, [...pathsOf(pdfs), ...(resultPath === null ? [] : [resultPath])]);
  const final = model(reportFiles(pdfs, artifact, texts));
  const [{ commentUrl, summaryPath }] = await Promise.all([
    comment(stage, final),
    summary(stage, final),
    annotations(stage, final),
  ]);
  const reason = world.redactor.redact(summarize(final, texts));
  publishOutputs(
    {
      ...verdictOutputs(final, reason),
      'report-path': pathsOf(pdfs)[0] ?? null,
      'result-path': resultPath,
      'summary-path': summaryPath,
      'artifact-id': artifact?.id ?? null,
      'artifact-url': artifact?.url ?? null,
      'comment-url': commentUrl,
    },
    (name, value) => world.runner.setOutput(name, value),
  );
  return conclude(final, reason);
}

const noFiles: ReportFiles = { artifact: null, pdfs: [], missing: [] };

/** `fail` fails the step; `inconclusive` does unless `on-inconclusive: warn`, which wrong settings and a cancel do not heed. */
function conclude({ assessment, policy }: ReportModel, message: string): Conclusion {
  const { outcome } = assessment.verdict;
  if (outcome === 'pass') return { level: null, message };
  if (outcome === 'fail') return { level: 'error', message };
  if (isSkipped(assessment)) return { level: 'notice', message };
  const strict = hasProblem(assessment, 'missing-api-key') || hasProblem(assessment, 'cancelled');
  return { level: policy.onInconclusive === 'warn' && !strict ? 'warning' : 'error', message };
}

/** The PDF reports, of a finished scan only: the service writes none of another. */
async function fetchReports({ world, judgement, folder, texts }: Stage): Promise<PdfReport[]> {
  const { client, outcome, inputs } = judgement;
  if (client === null || outcome.scanId === null || outcome.problem !== null || world.cancelled.aborted)
    return [];
  const signal = world.cancelled;
  const pdfs = await fetchPdfReports({
    client,
    scanId: outcome.scanId,
    inputs,
    folder,
    date: world.clock.now(),
    signal,
  });
  for (const pdf of pdfs) {
    if ('problem' in pdf) {
      const { what, remedy } = describeProblem(pdf.problem, texts);
      world.log.warning(`${pdf.type} is missing, the verdict stands. ${what} ${remedy}`);
    }
  }
  return pdfs;
}

function pathsOf(pdfs: readonly PdfReport[]): string[] {
  return pdfs.flatMap((pdf) => ('path' in pdf ? [pdf.path] : []));
}

async function writeResult({ world, judgement, folder, model }: Stage): Promise<string | null> {
  const text = () =>
    world.redactor.redact(JSON.stringify(resultDocument(model(noFiles), judgement.outcome.result), null, 2));
  return publishTo(
    world.log,
    async () => writeReportFile(folder, 'result.json', `${text()}\n`),
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
  const upload = () => world.log.group('Uploading the artifact', () => uploadArtifact(request));
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
  const marker = { key: keyDigest(key), runId: context.runId, attempt: context.attempt };
  const body = world.redactor.redact(renderComment(model, texts, { marker: formatMarker(marker) }));
  const summaryPath = await publishTo(
    world.log,
    async () => writeReportFile(folder, 'report.md', body),
    adviseOnFile,
  );
  const commentUrl = await publishTo(
    world.log,
    async () => {
      const { token, comment: when } = judgement.inputs.reports;
      const { pullRequest, owner, repo, apiUrl } = context;
      // A run without secrets has no token that may comment either.
      if (pullRequest === null || when === 'never' || isSkipped(model.assessment)) return null;
      if (token === '') {
        world.log.notice('There is no pull request comment, because `github-token` is empty.');
        return null;
      }
      const github = await connectGitHub({ token, apiUrl, log: world.log, signal: world.givenUp });
      const create = when === 'always' || model.assessment.verdict.outcome !== 'pass';
      const result = await publishComment(github, {
        place: { owner, repo, number: pullRequest.number },
        marker,
        body,
        create,
      });
      if (result.kind === 'newer-exists')
        world.log.notice(`The comment is left as a newer run wrote it: ${result.url}`);
      return 'url' in result ? result.url : null;
    },
    (error) => adviseOnGitHub(error, 'The pull request comment', 'pull-requests: write'),
  );
  return { commentUrl, summaryPath };
}

async function summary({ world, judgement, texts }: Stage, model: ReportModel): Promise<void> {
  if (!judgement.inputs.reports.summary) return;
  const markdown = () => world.redactor.redact(renderSummary(model, texts));
  await publishTo(
    world.log,
    () => world.runner.writeSummary(markdown()),
    (error) => `The job summary was not written: ${messageOf(error)}. The verdict stands.`,
  );
}

async function annotations({ world, judgement, texts }: Stage, model: ReportModel): Promise<void> {
  if (!judgement.inputs.reports.annotations) return;
  for (const annotation of annotate(model, texts)) world.runner.annotate(annotation);
}

function adviseOnFile(error: unknown): string {
  return `A report file was not written: ${messageOf(error)}. Check the free space of the runner's temporary folder; the verdict stands.`;
}
