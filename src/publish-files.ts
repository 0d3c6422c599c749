/** The files of a run: PDF reports, JSON result and SARIF on the runner, and the artifact made of them. */
import { artifactNameOf } from './inputs/key.ts';
import { adviseOnCancelledReport, adviseOnFile } from './publish/advice.ts';
import {
  adviseOnArtifact,
  type UploadedArtifact,
  uploadArtifact,
  uploadLimitMs,
} from './publish/artifact.ts';
import { bounded } from './publish/bounded.ts';
import { fetchPdfReports, type PdfReport, pathsOf } from './publish/pdf-reports.ts';
import { writeReportFile, writeReportPieces } from './publish/report-files.ts';
import { publishTo } from './publish/sinks.ts';
import { jsonPieces } from './report/json-pieces.ts';
import type { ReportFiles } from './report/model.ts';
import { resultDocument } from './report/result-json.ts';
import { hasSarif, renderSarif } from './report/sarif.ts';
import { describeProblem } from './report/verdict-text.ts';
import { withholdProblem } from './report/withhold.ts';
import type { Stage } from './stage.ts';
import { version } from './version.ts';

/** Where the files are; `null` and empty for what there is not. */
export interface PublishedFiles {
  readonly pdfs: readonly PdfReport[];
  readonly resultPath: string | null;
  readonly sarifPath: string | null;
  readonly artifact: UploadedArtifact | null;
}

/** Writes all files, and uploads them unless findings are only counted. Whatever fails is told, and stops nothing. */
export async function publishFiles(stage: Stage): Promise<PublishedFiles> {
  const pdfs = await fetchReports(stage);
  const resultPath = await writeResult(stage);
  const sarifPath = await writeSarif(stage);
  const written = [...pathsOf(pdfs), resultPath, sarifPath].filter((path) => path !== null);
  const isOpen = stage.judgement.disclosure.mode === 'full';
  const artifact = isOpen ? await uploadFiles(stage, written) : null;
  return { pdfs, resultPath, sarifPath, artifact };
}

/** What the reports say of the files. */
export function reportFiles({ pdfs, artifact }: PublishedFiles, { texts }: Stage): ReportFiles {
  return {
    artifact,
    pdfs: pdfs.flatMap((pdf) => ('path' in pdf ? [{ type: pdf.type, fileName: pdf.fileName }] : [])),
    missing: pdfs.flatMap((pdf) =>
      'problem' in pdf ? [{ type: pdf.type, why: describeProblem(pdf.problem, texts).what }] : [],
    ),
  };
}

/** The PDF reports, of a finished scan only: the service writes none of another. */
async function fetchReports({ world, judgement, folder, texts }: Stage): Promise<PdfReport[]> {
  const { client, outcome, settings, disclosure } = judgement;
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
    if (!('problem' in pdf)) continue;
    if (pdf.problem.kind === 'cancelled') {
      world.log.warning(adviseOnCancelledReport(pdf.type, outcome.scanId));
      continue;
    }
    const problem = disclosure.mode === 'counts' ? withholdProblem(pdf.problem) : pdf.problem;
    const { what, remedy } = describeProblem(problem, texts);
    world.log.warning(`${pdf.type} is missing, the verdict stands. ${what} ${remedy}`);
  }
  return pdfs;
}

async function writeResult({ world, judgement, folder, full }: Stage): Promise<string | null> {
  if (folder === null) return null;
  return publishTo(
    world.log,
    // What came from outside was cleaned when it came in; a search in the finished JSON could break it.
    async () =>
      writeReportPieces(folder, 'result.json', jsonPieces(resultDocument(full(), judgement.outcome.raw))),
    adviseOnFile,
  );
}

/** Written on a pass too, so that alerts close; not at all for a scan that is not whole, so that none closes wrongly. */
async function writeSarif({ world, judgement, folder, full, texts }: Stage): Promise<string | null> {
  const model = full();
  if (folder === null || !hasSarif(model)) return null;
  const { env } = world.runner;
  const { owner, repo, serverUrl } = judgement.context;
  const home = env['GITHUB_ACTION_REPOSITORY'] ?? '';
  const options = {
    category: judgement.key,
    toolVersion: version,
    informationUri: home === '' ? null : `${serverUrl}/${home}`,
    workflowRef: env['GITHUB_WORKFLOW_REF'] ?? null,
    repository: `${owner}/${repo}`,
  };
  const write = async () => writeReportFile(folder, 'result.sarif', renderSarif(model, texts, options));
  return publishTo(world.log, write, adviseOnFile);
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
    serverUrl,
    urlOf: (id: number) => `${serverUrl}/${owner}/${repo}/actions/runs/${runId}/artifacts/${id}`,
  };
  // The artifact client tells each of its steps.
  const bounds = { signal: world.cancelled, limitMs: uploadLimitMs };
  const upload = () =>
    world.log.group('Uploading the artifact', () => bounded(() => uploadArtifact(request), bounds));
  return publishTo(world.log, upload, (error) => adviseOnArtifact(error, files));
}
