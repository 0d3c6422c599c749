import { join } from 'node:path';
import type { ReportType } from '../core/choices.ts';
import { type Problem, problemOf } from '../core/problem.ts';
import { isoDay } from '../core/time.ts';
import type { Settings } from '../policy/settings-in-force.ts';
import type { ServiceClient } from '../service/client.ts';

export interface PdfRequest {
  readonly client: ServiceClient;
  readonly scanId: string;
  /** As shown to people; `null` if unknown. */
  readonly target: string | null;
  readonly settings: Settings;
  readonly folder: string;
  /** Day of the scan, in milliseconds since the Unix epoch. */
  readonly date: number;
  readonly signal: AbortSignal;
}

/** A requested report: its file, or why there is none. */
export type PdfReport =
  | { type: ReportType; fileName: string; path: string }
  | { type: ReportType; problem: Problem };

/** Fetches all requested reports in parallel. A failure affects neither the others nor the verdict. */
export function fetchPdfReports(request: PdfRequest): Promise<PdfReport[]> {
  return Promise.all(request.settings.reports.reportTypes.map((type) => fetchPdfReport(request, type)));
}

async function fetchPdfReport(
  { client, scanId, target, settings, folder, date, signal }: PdfRequest,
  type: ReportType,
): Promise<PdfReport> {
  const { reportLanguage: language, reportLogo: logo, reportColor: color } = settings.reports;
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
