/** The files of a run: PDF reports, JSON result and SARIF on the runner, and the artifacts that hold them. */

import { createHash } from 'node:crypto';
import {
  appendFileSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redactor, World } from '../core/ports.ts';
import { version } from '../core/version.ts';
import { evidenceOf } from '../report/files/evidence.ts';
import { type ResultDocument, resultDocument } from '../report/files/result/document.ts';
import { isFitForSarif, renderSarif } from '../report/files/sarif/sarif.ts';
import type { ReportFiles } from '../report/model.ts';
import { describeProblem } from '../report/sentences/problem-sentences.ts';
import { adviseOnFile, adviseOnFolder, warnOnFailure } from './failures.ts';
import { fetchPdfReports, type PdfReport } from './pdf-reports.ts';
import type { Publication } from './publication.ts';
import { type PublishedPdf, type UploadedArtifact, uploadFiles } from './upload-artifact.ts';

/** The files on the runner; `null` for those that were not written. */
interface WrittenFiles {
  readonly pdfs: readonly PdfReport[];
  readonly resultPath: string | null;
  readonly sarifPath: string | null;
  readonly evidencePath: string | null;
}

interface PublishedFiles extends WrittenFiles {
  readonly pdfs: readonly PublishedPdf[];
  readonly artifact: UploadedArtifact | null;
}

/** Makes a folder for the files of a run. A failure is a warning, and the run has no files. */
export function makeReportFolder({ log, runner }: World): Promise<string | null> {
  const make = async () => {
    mkdirSync(runner.tempFolder, { recursive: true });
    return mkdtempSync(join(runner.tempFolder, 'scan-gate-'));
  };
  return warnOnFailure(log, make, adviseOnFolder);
}

/**
 * Fetches the PDF reports and writes all other files but the comment. A failure only logs a warning.
 *
 * @param reason the verdict in one line, for the JSON result
 */
export async function fetchAndWriteFiles(publication: Publication, reason: string): Promise<WrittenFiles> {
  // The PDF reports take longest: they are requested first and awaited last.
  const fetching = fetchPdfReports(publication);
  const resultPath = await writeResult(publication, reason);
  const sarifPath = await writeSarif(publication);
  const evidencePath = await writeEvidence(publication, resultPath);
  return { pdfs: await fetching, resultPath, sarifPath, evidencePath };
}

/** Uploads the files, unless findings are withheld or the run is cancelled. A failure only logs a warning. */
export async function publishFiles(publication: Publication, files: WrittenFiles): Promise<PublishedFiles> {
  const { pdfs, resultPath, sarifPath } = files;
  const { world, run } = publication;
  if (run.disclosure.mode === 'counts' || world.cancelled.aborted)
    return { ...files, pdfs: pdfs.map((pdf) => ({ ...pdf, url: null })), artifact: null };
  const others = [resultPath, sarifPath].filter((path) => path !== null);
  // The artifact client logs each of its steps.
  const upload = () => uploadFiles(publication, { pdfs, others });
  const uploaded = await world.log.group('Uploading the artifacts', upload);
  const { artifact } = uploaded;
  if (artifact !== null && resultPath !== null)
    await tryToWrite(publication, async () => nameArtifact(resultPath, artifact.url));
  return { ...files, ...uploaded };
}

/** What the reports say about the files. */
export function reportFiles(
  { pdfs, artifact }: Pick<PublishedFiles, 'pdfs' | 'artifact'>,
  { texts }: Publication,
): ReportFiles {
  return {
    artifact,
    pdfs: pdfs.flatMap((pdf) => ('path' in pdf ? [{ type: pdf.type, url: pdf.url }] : [])),
    missing: pdfs.flatMap((pdf) =>
      'problem' in pdf ? [{ type: pdf.type, why: describeProblem(pdf.problem, texts).what }] : [],
    ),
  };
}

/**
 * Writes a file of the run. A failure is a warning.
 *
 * @returns what `write` returns; `null` if it failed, or if there is no folder
 */
export async function tryToWrite<T>(
  { world, folder }: Publication,
  write: (folder: string) => Promise<T>,
): Promise<T | null> {
  return folder === null ? null : warnOnFailure(world.log, () => write(folder), adviseOnFile);
}

async function writeResult(publication: Publication, reason: string): Promise<string | null> {
  const { world, run, fullModel } = publication;
  return tryToWrite(publication, async (folder) => {
    const document = resultDocument(fullModel, { reason, raw: run.scanEnd.raw });
    return writeResultFile(folder, document, world.redactor);
  });
}

/** The last field of the JSON result. */
const noAddress = '"artifactUrl":null}';

/**
 * Writes the JSON result. Findings and raw answer have no secrets any more: those were removed when the answer came.
 *
 * @returns the path
 */
export async function writeResultFile(
  folder: string,
  { findings, raw, artifactUrl: _, ...rest }: ResultDocument,
  redactor: Redactor,
): Promise<string> {
  const start = redactedJson(rest, redactor).slice(0, -1);
  const path = writeReportFile(folder, 'result.json', `${start},"findings":`);
  appendFileSync(path, JSON.stringify(findings));
  // The raw answer is written by itself, when the memory of the findings can be freed: each may have a hundred megabytes.
  await nextTurn();
  for (const text of [',"raw":', JSON.stringify(raw), `,${noAddress}`]) appendFileSync(path, text);
  return path;
}

/** `value` as JSON without secrets in its texts. A replacement in the JSON itself could break it. */
function redactedJson(value: object, { redact }: Redactor, space = 0): string {
  const withoutSecrets = (_key: string, field: unknown) =>
    typeof field === 'string' ? redact(field) : field;
  return JSON.stringify(value, withoutSecrets, space);
}

/** Adds the address of the artifact to the JSON result on the runner. The copy in the artifact cannot have it. */
export function nameArtifact(resultPath: string, url: string): void {
  truncateSync(resultPath, statSync(resultPath).size - noAddress.length);
  appendFileSync(resultPath, `"artifactUrl":${JSON.stringify(url)}}`);
}

/** Written on a pass too, to close alerts. Not written for an incomplete scan, which would close too many. */
async function writeSarif(publication: Publication): Promise<string | null> {
  const { run, texts, fullModel } = publication;
  if (!isFitForSarif(fullModel)) return null;
  const { owner, repo, workflowRef, actionUrl } = run.context;
  const options = {
    category: run.key,
    toolVersion: version,
    informationUri: actionUrl ?? undefined,
    workflowRef,
    repository: `${owner}/${repo}`,
  };
  return tryToWrite(publication, async (folder) =>
    writeReportFile(folder, 'result.sarif', renderSarif(fullModel, texts, options)),
  );
}

/** The digest is of the JSON result as the artifact keeps it, without the address of the artifact. */
async function writeEvidence(publication: Publication, resultPath: string | null): Promise<string | null> {
  const { world, model } = publication;
  return tryToWrite(publication, async (folder) => {
    const sha256 = resultPath === null ? null : await sha256Of(resultPath);
    const resultFile = sha256 === null ? null : { name: 'result.json', sha256 };
    const text = redactedJson(evidenceOf(model, resultFile), world.redactor, 2);
    return writeReportFile(folder, 'evidence.json', `${text}\n`);
  });
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes `text` as `name` in `folder`. @returns the path */
export function writeReportFile(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { encoding: 'utf8', mode: 0o600 });
  return path;
}
