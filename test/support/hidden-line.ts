import { encodeHiddenLine, type LastReport, type PostStamp } from '../../src/report/hidden-line.ts';
import type { NotedScan } from '../../src/scan/noted-scan.ts';

/** The report of a failed run of which nothing else is known. */
export const failedReport: LastReport = {
  outcome: 'fail',
  sha: null,
  blocking: 0,
  fingerprintVersion: 'v1',
  fingerprints: null,
  names: [],
};

/** The hidden line of a run without secrets. */
export function hiddenLineOf(
  marker: PostStamp['marker'],
  report: LastReport | null = null,
  notedScan: NotedScan | null = null,
  outcome: PostStamp['outcome'] = null,
): string {
  return encodeHiddenLine({ marker, outcome, report, notedScan }, (text) => text);
}
