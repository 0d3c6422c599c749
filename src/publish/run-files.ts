/** Writes the files of a run (PDF reports, JSON result and SARIF) and has them uploaded. */

import { mkdirSync, mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunPorts } from '../core/ports.ts';
import { wordsIn } from '../core/say.ts';
import { resultDocument } from '../report/files/result.ts';
import { isFitForSarif, renderSarif } from '../report/files/sarif.ts';
import type { MissingPdf, ReportedFiles } from '../report/model.ts';
import { redactAnswer } from '../runner/redactor.ts';
import { artifactNameOf } from '../settings/run-names.ts';
import type { PdfType } from '../settings/value-schemas.ts';
import { uploadFiles } from './artifacts.ts';
import { fetchPdfReports } from './pdf-reports.ts';
import type { Publication } from './publication.ts';
import { runnerWarnings, warnOnFailure } from './warnings.ts';

/** Makes a folder for the files of a run. A failure is a warning, and the run has no files. */
export function makeRunFolder({ log, runner }: RunPorts): Promise<string | null> {
  const make = async () => {
    mkdirSync(runner.tempFolder, { recursive: true });
    return mkdtempSync(join(runner.tempFolder, 'scan-gate-'));
  };
  return warnOnFailure(log, make, runnerWarnings.folder);
}

/**
 * Fetches the PDF reports and writes all other files except the text of the comment. Then uploads them, unless findings
 * are withheld or the run is cancelled. A failure only logs a warning.
 *
 * @param folder for the files; `null` for none
 * @returns `outputs`: the outputs that name the files; `files`: what the reports say about them
 */
export async function publishFiles(publication: Publication, folder: string | null) {
  // The PDF reports take longest: they are requested first and awaited last.
  const writing = folder === null ? Promise.resolve([]) : writePdfReports(publication, folder);
  const writingPdfs = writing.then((reports) => reports.filter((report) => 'path' in report));
  const resultPath = await writeResult(publication, folder);
  const sarifPath = await writeSarif(publication, folder);
  const others = [resultPath, sarifPath].filter((path) => path !== null);
  const { pdfUrls, archive } = await uploadFiles(publication, writingPdfs, others);
  const [reports, pdfs] = [await writing, await writingPdfs];
  const files: ReportedFiles = {
    artifactUrl: archive?.url ?? null,
    hasSarif: sarifPath !== null,
    pdfs: pdfs.map(({ type }, index) => ({ type, url: pdfUrls[index] ?? null })),
    missing: reports.filter((report) => 'why' in report),
  };
  const outputs = {
    'report-path': pdfs[0]?.path ?? null,
    'report-url': pdfUrls[0] ?? null,
    'result-path': resultPath,
    'sarif-path': sarifPath,
    'artifact-id': archive?.id ?? null,
    'artifact-url': archive?.url ?? null,
  };
  return { outputs, files };
}

/** A PDF report on the runner. */
interface PdfFile {
  readonly type: PdfType;
  readonly path: string;
}

/** Fetches the PDF reports, and writes each as soon as it is there. */
function writePdfReports(publication: Publication, folder: string): Promise<(PdfFile | MissingPdf)[]> {
  const { ports, judgedRun, fullModel } = publication;
  const { commentKey, context } = judgedRun.setup;
  const why = wordsIn(fullModel.language)(
    'The file could not be written on the runner.',
    'Não foi possível gravar o arquivo no runner.',
  );
  const writing = fetchPdfReports(publication).map(async (fetching) => {
    const report = await fetching;
    if ('why' in report) return report;
    const { type, bytes } = report;
    // GitHub names the artifact of a single file after the file, so the name is unique in the run.
    const name = `${artifactNameOf(commentKey, context.attempt)}-${type}.pdf`;
    const path = await writeRunFile(ports, folder, name, () => bytes);
    return path === null ? { type, why } : { type, path };
  });
  return Promise.all(writing);
}

/** Writes the JSON result. The model holds no secrets; the raw answer is redacted here. */
async function writeResult(
  { ports, judgedRun, fullModel, reason }: Publication,
  folder: string | null,
): Promise<string | null> {
  // Written in parts, because the findings and the raw answer may have tens of megabytes each.
  return writeRunFile(ports, folder, 'result.json', function* () {
    const { raw: answer } = judgedRun.scan;
    const facts = { reason, raw: answer && redactAnswer(answer, ports.redactor.redact) };
    const { findings, raw, ...rest } = resultDocument(fullModel, facts);
    yield JSON.stringify(rest).slice(0, -1);
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
async function writeSarif(
  { ports, judgedRun, fullModel }: Publication,
  folder: string | null,
): Promise<string | null> {
  if (!isFitForSarif(fullModel)) return null;
  const { commentKey, context } = judgedRun.setup;
  const options = { category: commentKey, ...context };
  return writeRunFile(ports, folder, 'result.sarif', () => renderSarif(fullModel, options));
}

/**
 * Writes a file of the run. A failure is a warning.
 *
 * @param render returns the text or the bytes, or the parts of a long text
 * @returns the path; `null` if the file was not written, or if there is no folder
 */
export async function writeRunFile(
  { log }: RunPorts,
  folder: string | null,
  name: string,
  render: () => string | Uint8Array | Iterable<string>,
): Promise<string | null> {
  if (folder === null) return null;
  const write = async () => {
    const path = join(folder, name);
    await writeFile(path, render(), { mode: 0o600 });
    return path;
  };
  return warnOnFailure(log, write, runnerWarnings.file);
}
