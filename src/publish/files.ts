/** Writes the files of a run (PDF reports, JSON result, SARIF and evidence) and uploads artifacts. */

import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redactor, RunPorts } from '../core/ports.ts';
import { evidenceOf } from '../report/files/evidence.ts';
import { resultDocument } from '../report/files/result/document.ts';
import { isFitForSarif, renderSarif } from '../report/files/sarif/sarif.ts';
import type { ReportedFiles } from '../report/model.ts';
import { failureWarnings, warnOnFailure } from './failure-warnings.ts';
import { fetchPdfReports } from './pdf-reports.ts';
import type { Publication } from './publication.ts';
import { uploadFiles } from './upload-artifact.ts';

/** Makes a folder for the files of a run. A failure is a warning, and the run has no files. */
export function makeRunFolder({ log, runner }: RunPorts): Promise<string | null> {
  const make = async () => {
    mkdirSync(runner.tempFolder, { recursive: true });
    return mkdtempSync(join(runner.tempFolder, 'scan-gate-'));
  };
  return warnOnFailure(log.warning, make, failureWarnings.folder);
}

/**
 * Fetches the PDF reports and writes all other files except the text of the comment. Then uploads them, unless findings
 * are withheld or the run is cancelled. A failure only logs a warning.
 *
 * @returns `outputs`: the outputs that name the files; `forReports`: what the reports say about them
 */
export async function publishFiles(publication: Publication) {
  // The PDF reports take longest: they are requested first and awaited last.
  const fetching = fetchPdfReports(publication);
  const resultPath = await writeResult(publication, null);
  const sarifPath = await writeSarif(publication);
  const evidencePath = await writeEvidence(publication, resultPath);
  const pdfReports = await fetching;
  // The evidence is not uploaded, because its attestation keeps it. The text of the comment links to the artifacts, so
  // it is written later.
  const archivedPaths = [resultPath, sarifPath].filter((path) => path !== null);
  const fetchedPdfs = pdfReports.filter((pdf) => 'path' in pdf);
  const { pdfs, artifact } = await uploadFiles(publication, fetchedPdfs, archivedPaths);
  // The result on the runner gets the address of the artifact, which the copy in the artifact cannot have.
  if (artifact !== null && resultPath !== null) await writeResult(publication, artifact.url);
  const formats = archivedPaths.map((path) => (path === sarifPath ? 'SARIF' : 'JSON'));
  const forReports: ReportedFiles = {
    artifact: artifact === null ? null : { url: artifact.url, formats },
    pdfs: pdfs.map(({ type, url }) => ({ type, url })),
    missing: pdfReports.filter((pdf) => 'why' in pdf),
  };
  const outputs = {
    'report-path': pdfs[0]?.path ?? null,
    'report-url': pdfs[0]?.url ?? null,
    'result-path': resultPath,
    'sarif-path': sarifPath,
    'evidence-path': evidencePath,
    'artifact-id': artifact?.id ?? null,
    'artifact-url': artifact?.url ?? null,
  };
  return { outputs, forReports };
}

/** Writes the JSON result. The secrets in the findings and the raw answer were removed before. */
async function writeResult(publication: Publication, artifactUrl: string | null): Promise<string | null> {
  const { ports, decided, fullModel, verdictLine } = publication;
  // Written in parts, because the findings and the raw answer may have a hundred megabytes each.
  return writeRunFile(publication, 'result.json', function* () {
    const facts = { reason: verdictLine, artifactUrl, raw: decided.scanEnd.raw };
    const { findings, raw, ...rest } = resultDocument(fullModel, facts);
    yield redactedJson(rest, ports.redactor).slice(0, -1);
    yield ',"findings":';
    yield JSON.stringify(findings);
    yield ',"raw":';
    yield JSON.stringify(raw);
    yield '}';
  });
}

/**
 * Writes the SARIF file, also on a pass, to close alerts. Writes none for an incomplete scan, because it would close
 * too many.
 */
async function writeSarif(publication: Publication): Promise<string | null> {
  const { decided, texts, fullModel } = publication;
  if (!isFitForSarif(fullModel)) return null;
  const { commentKey, context } = decided.setup;
  const options = { category: commentKey, ...context };
  return writeRunFile(publication, 'result.sarif', () => renderSarif(fullModel, texts, options));
}

/**
 * Writes the evidence, with the digest of the JSON result as the artifact has it, without the address of the artifact.
 */
async function writeEvidence(publication: Publication, resultPath: string | null): Promise<string | null> {
  const { ports, publicModel } = publication;
  return writeRunFile(publication, 'evidence.json', () => {
    const sha256 = resultPath === null ? null : hash('sha256', readFileSync(resultPath));
    return `${redactedJson(evidenceOf(publicModel, sha256), ports.redactor, 2)}\n`;
  });
}

/** `value` as JSON, with secrets removed from each text. To remove them from the finished JSON could break it. */
function redactedJson(value: object, { redact }: Redactor, space = 0): string {
  const withoutSecrets = (_key: string, field: unknown) =>
    typeof field === 'string' ? redact(field) : field;
  return JSON.stringify(value, withoutSecrets, space);
}

/**
 * Writes a file of the run. A failure is a warning. The file gets its name at the end: if a second text does not fit on
 * the disk, the first stays whole.
 *
 * @param render returns the text, or the parts of a long text
 * @returns the path; `null` if the file was not written, or if there is no folder
 */
export async function writeRunFile(
  { ports, folder }: Pick<Publication, 'ports' | 'folder'>,
  name: string,
  render: () => string | Iterable<string>,
): Promise<string | null> {
  if (folder === null) return null;
  const write = async () => {
    const path = join(folder, name);
    await writeFile(`${path}.unfinished`, render(), { mode: 0o600 });
    await rename(`${path}.unfinished`, path);
    return path;
  };
  return warnOnFailure(ports.log.warning, write, failureWarnings.file);
}
