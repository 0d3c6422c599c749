/** Fetches the PDF reports that the service makes. */

import { join } from 'node:path';
import { describeProblem, problemOf } from '../core/problem.ts';
import { withoutSecretsInFacts } from '../report/without-secrets.ts';
import { problemInLog } from '../settings/disclosure.ts';
import { artifactNameOf } from '../settings/run-names.ts';
import type { PdfType } from '../settings/value-schemas.ts';
import type { Publication } from './publication.ts';

/** A PDF report on the runner. */
export interface PdfFile {
  readonly type: PdfType;
  readonly path: string;
}

/** A PDF report that was asked for: its file, or why there is none, in the language of the run. */
export type PdfReport = PdfFile | { readonly type: PdfType; readonly why: string };

/**
 * Fetches all PDF reports that were asked for, at the same time. The service has them only for a finished scan. A
 * failure is a warning, and changes neither the other reports nor the verdict.
 *
 * @param folder for the files; `null` for none
 */
export async function fetchPdfReports(
  { ports, judgedRun, fullModel }: Publication,
  folder: string | null,
): Promise<PdfReport[]> {
  const { client, scan, setup } = judgedRun;
  const { policy } = setup.settings;
  const { scanId } = scan;
  const signal = ports.cancelled;
  if (scanId === null || folder === null || scan.problem !== null || signal.aborted) return [];
  const request = {
    scan_id: scanId,
    target_url: scan.target?.shownAddress ?? null,
    language: policy['report-language'],
    logo: policy['report-logo']?.href,
    color_theme_hex: policy['report-color'] ?? undefined,
  };
  const fetchOne = async (type: PdfType): Promise<PdfReport> => {
    // GitHub names the artifact of a single file after the file, so the name is unique in the run.
    const path = join(folder, `${artifactNameOf(setup.commentKey, setup.context.attempt)}-${type}.pdf`);
    try {
      await client.savePdfReport({ ...request, report_type: type }, path, signal);
      return { type, path };
    } catch (error) {
      const problem = withoutSecretsInFacts(problemOf(error), ports.redactor.redact);
      const { what, remedy } = problemInLog(setup.resolvedDisclosure, problem);
      ports.log.warning(`${type} is missing, the verdict stands. ${what} ${remedy}`);
      return { type, why: describeProblem(problem, fullModel.language).what };
    }
  };
  return Promise.all(policy.reports.map(fetchOne));
}
