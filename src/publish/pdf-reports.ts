import { join } from 'node:path';
import type { ReportType } from '../core/choices.ts';
import { withheld } from '../core/outside.ts';
import { type Problem, problemOf } from '../core/problem.ts';
import { isoDay } from '../core/time.ts';
import { en } from '../report/language/en/en.ts';
import { describeProblem } from '../report/sentences/problem-sentences.ts';
import { isWhole } from '../scan/scan.ts';
import type { Publication } from './run-result.ts';

/** A requested report: its file, or why there is none. */
export type PdfReport =
  | { type: ReportType; fileName: string; path: string }
  | { type: ReportType; problem: Problem };

/**
 * Fetches all requested reports in parallel. The service only has them for a finished scan. A failure is a warning, and affects
 * neither the others nor the verdict.
 */
export async function fetchPdfReports({ world, result, folder }: Publication): Promise<PdfReport[]> {
  const { client, endedScan, settings, disclosure } = result;
  const { scanId } = endedScan;
  const signal = world.cancelled;
  if (client === null || scanId === null || folder === null) return [];
  if (!isWhole(endedScan) || signal.aborted) return [];
  const { reportTypes, reportLanguage: language, reportLogo, reportColor: color } = settings.reports;
  const targetUrl = result.target?.shown ?? null;
  const logo = reportLogo?.href ?? null;
  const fetchOne = async (type: ReportType): Promise<PdfReport> => {
    const fileName = pdfFileName(targetUrl, type, world.clock.now());
    const path = join(folder, fileName);
    try {
      await client.report({ type, scanId, targetUrl, language, logo, color }, path, signal);
      return { type, fileName, path };
    } catch (error) {
      const problem = problemOf(error);
      const shown = disclosure.mode === 'counts' ? withheld(problem) : problem;
      world.log.warning(missing(type, shown, scanId));
      return { type, problem };
    }
  };
  return Promise.all(reportTypes.map(fetchOne));
}

/** What to say of a report that could not be fetched. */
function missing(type: ReportType, problem: Problem, scanId: string): string {
  if (problem.kind === 'cancelled')
    return `${type} is missing, because the run was cancelled; the verdict stands. Run the job with \`scan-id: ${scanId}\` to have it.`;
  const { what, remedy } = describeProblem(problem, en);
  return `${type} is missing, the verdict stands. ${what} ${remedy}`;
}

/** Paths of the reports that were fetched. */
export function pathsOf(pdfs: readonly PdfReport[]): string[] {
  return pdfs.flatMap((pdf) => ('path' in pdf ? [pdf.path] : []));
}

/**
 * File name of a PDF report: target, type and date, in characters that are allowed in all file systems and artifacts.
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
  return `${host || 'scan'}-${type}-${isoDay(date)}.pdf`;
}
