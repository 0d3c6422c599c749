/** Fetches the PDF reports that the service makes. */

import { describeProblem, problemOf } from '../core/problem.ts';
import type { MissingPdf } from '../report/model.ts';
import { withoutSecretsInFacts } from '../report/without-secrets.ts';
import { problemInLog } from '../settings/disclosure.ts';
import type { PdfType } from '../settings/value-schemas.ts';
import type { Publication } from './publication.ts';

/** A PDF report that was asked for, or why it is missing. */
type PdfReport = { readonly type: PdfType; readonly bytes: Uint8Array } | MissingPdf;

/**
 * Fetches all PDF reports that were asked for, at the same time. The service has them only for a finished scan. A
 * failure is a warning, and changes neither the other reports nor the verdict.
 */
export function fetchPdfReports({ ports, judgedRun, fullModel }: Publication): Promise<PdfReport>[] {
  const { service, scan, setup } = judgedRun;
  const { policy } = setup.settings;
  const { scanId } = scan;
  const signal = ports.cancelSignal;
  if (scanId === null || scan.problem !== null || signal.aborted) return [];
  const request = {
    scan_id: scanId,
    target_url: scan.target?.shownAddress ?? null,
    language: policy['report-language'],
    logo: policy['report-logo']?.href,
    color_theme_hex: policy['report-color'] ?? undefined,
  };
  const fetchOne = async (type: PdfType): Promise<PdfReport> => {
    try {
      return { type, bytes: await service.fetchPdfReport({ ...request, report_type: type }, signal) };
    } catch (error) {
      const problem = withoutSecretsInFacts(problemOf(error), ports.redactor.redact);
      const { what, remedy } = problemInLog(setup.resolvedDisclosure, problem);
      ports.log.warning(`${type} is missing, the verdict stands. ${what} ${remedy}`);
      return { type, why: describeProblem(problem, fullModel.language).what };
    }
  };
  return policy.reports.map(fetchOne);
}
