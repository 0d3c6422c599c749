/** The files of a run: PDF reports, JSON result and SARIF on the runner, and the artifacts that hold them. */

import { hash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redactor } from '../core/ports.ts';
import { evidenceOf } from '../report/files/evidence.ts';
import { type ResultDocument, resultDocument } from '../report/files/result/document.ts';
import { isFitForSarif, renderSarif } from '../report/files/sarif/sarif.ts';
import type { ReportFiles } from '../report/model.ts';
import { describeProblem } from '../report/sentences/problem-sentences.ts';
import { messageOf, warnOnFailure } from './failures.ts';
import { fetchPdfReports, type PdfReport } from './pdf-reports.ts';
import type { Publication } from './publication.ts';
import { type PublishedPdf, type UploadedArtifact, uploadFiles } from './upload-artifact.ts';

/** The files on the runner; `null` for those that were not written. */
export interface WrittenFiles {
  readonly pdfs: readonly PdfReport[];
  readonly resultPath: string | null;
  readonly sarifPath: string | null;
}

export interface PublishedFiles extends WrittenFiles {
  readonly pdfs: readonly PublishedPdf[];
  readonly evidencePath: string | null;
  readonly artifact: UploadedArtifact | null;
}

/**
 * Fetches the PDF reports and writes the files that go into the artifact. A failure only logs a warning.
 *
 * @param reason the verdict in one line, for the JSON result
 */
export async function fetchAndWriteFiles(publication: Publication, reason: string): Promise<WrittenFiles> {
  // The PDF reports take longest: they are requested first and awaited last.
  const fetching = fetchPdfReports(publication);
  const resultPath = await writeResult(publication, { reason, artifactUrl: null });
  const sarifPath = await writeSarif(publication);
  return { pdfs: await fetching, resultPath, sarifPath };
}

/**
 * Uploads the files unless findings are withheld or the run is cancelled, and writes the evidence. Then the JSON result on the
 * runner gets the address of the artifact, which the copy in the artifact cannot have. A failure only logs a warning.
 *
 * @param reason the verdict in one line, for the JSON result
 */
export async function publishFiles(
  publication: Publication,
  files: WrittenFiles,
  reason: string,
): Promise<PublishedFiles> {
  const { pdfs: written, resultPath, sarifPath } = files;
  const { world, run } = publication;
  const others = [resultPath, sarifPath].filter((path) => path !== null);
  const mayUpload = run.disclosure.mode === 'full' && !world.cancelled.aborted;
  // The artifact client logs each of its steps.
  const upload = () => uploadFiles(publication, { pdfs: written, others });
  const uploading = () => world.log.group('Uploading the artifacts', upload);
  const nothing = { pdfs: written.map((pdf) => ({ ...pdf, url: null })), artifact: null };
  const [{ pdfs, artifact }, evidencePath] = await Promise.all([
    mayUpload ? uploading() : nothing,
    writeEvidence(publication, resultPath),
  ]);
  if (artifact !== null && resultPath !== null)
    await writeResult(publication, { reason, artifactUrl: artifact.url });
  return { ...files, pdfs, evidencePath, artifact };
}

/** What the reports say about the files. */
export function reportFiles({ pdfs, artifact }: PublishedFiles, { texts }: Publication): ReportFiles {
  return {
    artifact,
    pdfs: pdfs.flatMap((pdf) => ('path' in pdf ? [{ type: pdf.type, url: pdf.url }] : [])),
    missing: pdfs.flatMap((pdf) =>
      'problem' in pdf ? [{ type: pdf.type, why: describeProblem(pdf.problem, texts).what }] : [],
    ),
  };
}

async function writeResult(
  { world, run, folder, fullModel }: Publication,
  facts: { readonly reason: string; readonly artifactUrl: string | null },
): Promise<string | null> {
  if (folder === null) return null;
  const write = async () => {
    const document = resultDocument(fullModel, { ...facts, raw: run.scanEnd.raw });
    return writeResultFile(folder, document, world.redactor);
  };
  return warnOnFailure(world.log, write, fileFailed);
}

/** What to say when a file cannot be written. */
export function fileFailed(error: unknown): string {
  return `A report file was not written: ${messageOf(error)}. Check the free space of the runner's temporary folder; the verdict stands.`;
}

/**
 * Writes the JSON result. Findings and raw answer have no secrets any more: those were removed when the answer came.
 *
 * @returns the path
 */
export async function writeResultFile(
  folder: string,
  { findings, raw, ...rest }: ResultDocument,
  redactor: Redactor,
): Promise<string> {
  const start = redactedJson(rest, redactor).slice(0, -1);
  const path = writeReportFile(folder, 'result.json', `${start},"findings":`);
  appendFileSync(path, JSON.stringify(findings));
  // The raw answer is written by itself, when the memory of the findings can be freed: each may have a hundred megabytes.
  await nextTurn();
  for (const text of [',"raw":', JSON.stringify(raw), '}']) appendFileSync(path, text);
  return path;
}

/** `value` as JSON without secrets in its texts. A replacement in the JSON itself could break it. */
function redactedJson(value: object, { redact }: Redactor, space = 0): string {
  const withoutSecrets = (_key: string, field: unknown) =>
    typeof field === 'string' ? redact(field) : field;
  return JSON.stringify(value, withoutSecrets, space);
}

/** Written on a pass too, to close alerts. Not written for an incomplete scan, which would close too many. */
async function writeSarif(publication: Publication): Promise<string | null> {
  const { world, run, folder, texts, fullModel } = publication;
  if (folder === null || !isFitForSarif(fullModel)) return null;
  const options = { category: run.key, ...run.context };
  const write = async () => writeReportFile(folder, 'result.sarif', renderSarif(fullModel, texts, options));
  return warnOnFailure(world.log, write, fileFailed);
}

/** The digest is of the JSON result as the artifact keeps it, without the address of the artifact. */
async function writeEvidence(publication: Publication, resultPath: string | null): Promise<string | null> {
  const { world, folder, model } = publication;
  if (folder === null) return null;
  const write = async () => {
    const sha256 = resultPath === null ? null : hash('sha256', readFileSync(resultPath));
    const text = redactedJson(evidenceOf(model, sha256), world.redactor, 2);
    return writeReportFile(folder, 'evidence.json', `${text}\n`);
  };
  return warnOnFailure(world.log, write, fileFailed);
}

export function createReportFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, 'scan-gate-'));
}

/** Writes `text` as `name` in `folder`. @returns the path */
export function writeReportFile(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { encoding: 'utf8', mode: 0o600 });
  return path;
}
