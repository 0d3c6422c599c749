/** The files of a run: PDF reports, JSON result and SARIF on the runner, and the artifact made of them. */

import { closeSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bounded } from '../core/bounded.ts';
import { type Problem, problemOf } from '../core/problem.ts';
import { version } from '../core/version.ts';
import type { ReportType } from '../core/words.ts';
import { artifactNameOf } from '../inputs/comment-key.ts';
import type { Settings } from '../policy/settings.ts';
import type { ReportFiles } from '../report/model.ts';
import { resultDocument } from '../report/result-json/document.ts';
import { resultJson } from '../report/result-json/write.ts';
import { hasSarif, renderSarif } from '../report/sarif/sarif.ts';
import { withholdProblem } from '../report/withhold.ts';
import { describeProblem } from '../report/wording.ts';
import type { ServiceClient } from '../service/client.ts';
import { adviseOnArtifact, type UploadedArtifact, uploadArtifact, uploadLimitMs } from './artifact.ts';
import { adviseOnCancelledReport, adviseOnFile, warnOnFailure } from './failure-advice.ts';
import type { Stage } from './publish.ts';

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
  return warnOnFailure(
    world.log,
    // What came from outside was cleaned when it came in; a search in the finished JSON could break it.
    async () =>
      writeReportPieces(folder, 'result.json', resultJson(resultDocument(full(), judgement.outcome.raw))),
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
  return warnOnFailure(world.log, write, adviseOnFile);
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
  return warnOnFailure(world.log, upload, (error) => adviseOnArtifact(error, files));
}

export interface PdfRequest {
  readonly client: ServiceClient;
  readonly scanId: string;
  /** As shown to people; `null` when unknown. */
  readonly target: string | null;
  readonly settings: Settings;
  readonly folder: string;
  /** Day of the scan, in milliseconds since the Unix epoch. */
  readonly date: number;
  readonly signal: AbortSignal;
}

/** A report that was asked for: its file, or why there is none. */
export type PdfReport =
  | { type: ReportType; fileName: string; path: string }
  | { type: ReportType; problem: Problem };

/** Fetches all reports side by side. One that cannot be had leaves the others and the verdict alone. */
export function fetchPdfReports(request: PdfRequest): Promise<PdfReport[]> {
  return Promise.all(request.settings.reports.types.map((type) => fetchPdfReport(request, type)));
}

async function fetchPdfReport(
  { client, scanId, target, settings, folder, date, signal }: PdfRequest,
  type: ReportType,
): Promise<PdfReport> {
  const { language, logo, color } = settings.reports;
  const fileName = pdfFileName(target, type, date);
  const path = join(folder, fileName);
  try {
    await client.report(
      { type, scanId, targetUrl: target, language, logo: logo?.href ?? null, color },
      path,
      signal,
    );
    return { type, fileName, path };
  } catch (error) {
    return { type, problem: problemOf(error) };
  }
}

/** Where the reports are that could be had. */
export function pathsOf(pdfs: readonly PdfReport[]): string[] {
  return pdfs.flatMap((pdf) => ('path' in pdf ? [pdf.path] : []));
}

/**
 * A folder of its own for the files of one step, in the first of `parents` that takes one.
 *
 * @throws Error with the cause for each of them, when none does
 */
export function createReportFolder(parents: readonly string[]): string {
  const causes: string[] = [];
  for (const parent of new Set(parents)) {
    try {
      mkdirSync(parent, { recursive: true });
      return mkdtempSync(join(parent, 'scan-gate-'));
    } catch (error) {
      causes.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(causes.join('; '));
}

/** Writes `text` as `name` in `folder`. @returns the path */
export function writeReportFile(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

/** Writes `pieces`, one after the other, as `name` in `folder`. @returns the path */
export function writeReportPieces(
  folder: string,
  name: string,
  pieces: Iterable<string | Uint8Array>,
): string {
  const path = join(folder, name);
  const file = openSync(path, 'w', 0o600);
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
  return path;
}

/**
 * The name of a PDF report: target, type and date, in characters that every file system and artifact takes.
 *
 * @param target as shown to people, or `null`
 * @param date in milliseconds since the Unix epoch
 */
export function pdfFileName(target: string | null, type: string, date: number): string {
  const host = (target ?? 'scan')
    .replace(/^https?:\/\//, '')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80);
  return `${host || 'scan'}-${type}-${new Date(date).toISOString().slice(0, 10)}.pdf`;
}
