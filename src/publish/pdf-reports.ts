/** Fetches the PDF reports that the service makes. */

import { join } from 'node:path';
import type { PdfType } from '../core/choices.ts';
import { withPublicTexts } from '../core/classified-text.ts';
import { type Problem, problemOf } from '../core/problem.ts';
import { shortDigest } from '../core/text.ts';
import { isoDay } from '../core/time.ts';
import { en } from '../report/language/texts.ts';
import { describeProblem } from '../report/sentences/problem-sentences.ts';
import type { DecidedRun, Publication } from './publication.ts';

/** A PDF report on the runner. */
export interface PdfFile {
  readonly type: PdfType;
  readonly path: string;
  /** The page of its artifact; `null` if it has none. */
  readonly url: string | null;
}

/** A requested PDF report: its file, or why there is none. */
export type PdfReport = PdfFile | { readonly type: PdfType; readonly why: string };

/**
 * Fetches all requested PDF reports in parallel. The service has them only for a finished scan. A failure is a warning,
 * and affects neither the other reports nor the verdict.
 */
export async function fetchPdfReports({ ports, decided, folder, texts }: Publication): Promise<PdfReport[]> {
  const { client, scanEnd } = decided;
  const { settings, disclosure } = decided.setup;
  const { scanId } = scanEnd;
  const signal = ports.cancelled;
  if (scanId === null || folder === null || scanEnd.state !== 'whole' || signal.aborted) return [];
  const { pdfChoices, pdfLanguage: language, pdfLogo, pdfColor: color } = settings.publishing;
  const types = pdfChoices.filter((choice) => choice !== 'on-failure');
  const onlyOnFailure = types.length < pdfChoices.length;
  if (onlyOnFailure && decided.decision.assessment.verdict.outcome !== 'fail') return [];
  const targetUrl = decided.target?.shownAddress ?? null;
  const logo = pdfLogo?.href ?? null;
  const fetchOne = async (type: PdfType): Promise<PdfReport> => {
    const path = join(folder, pdfFileName(decided, type, ports.clock.now()));
    try {
      await client.pdfReport({ type, scanId, targetUrl, language, logo, color }, path, signal);
      return { type, path, url: null };
    } catch (error) {
      const problem = problemOf(error);
      const disclosed = disclosure.mode === 'counts' ? withPublicTexts(problem) : problem;
      ports.log.warning(missingPdfWarning(type, disclosed, scanId));
      return { type, why: describeProblem(problem, texts).what };
    }
  };
  return Promise.all(types.map(fetchOne));
}

function missingPdfWarning(type: PdfType, problem: Problem, scanId: string): string {
  if (problem.kind === 'cancelled')
    return `${type} is missing, because the run was cancelled; the verdict stands. Run the job with \`scan-id: ${scanId}\` to have it.`;
  const { what, remedy } = describeProblem(problem, en);
  return `${type} is missing, the verdict stands. ${what} ${remedy}`;
}

/**
 * File name of a PDF report: target, type and date, in characters that are allowed in all file systems and artifacts.
 * The artifact has the same name, so the comment key and the attempt make the name unique in a workflow run.
 *
 * @param date in milliseconds since the Unix epoch
 */
function pdfFileName(
  { target, setup: { commentKey, context } }: Pick<DecidedRun, 'target' | 'setup'>,
  type: PdfType,
  date: number,
): string {
  const host = (target?.shownAddress ?? 'scan')
    .replace(/^https?:\/\//, '')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80);
  const again = context.attempt > 1 ? `-${context.attempt}` : '';
  return `${host || 'scan'}-${type}-${isoDay(date)}-${shortDigest(commentKey, 8)}${again}.pdf`;
}
