import { hiddenLine, type Marker, type ReportState, type RunStamp } from '../../src/report/hidden-state.ts';
import type { ScanTie } from '../../src/scan/scan-tie.ts';

/** The state of a failed run of which nothing else is known. */
export const failedState: ReportState = {
  outcome: 'fail',
  sha: null,
  blocking: null,
  fingerprintVersion: null,
  fingerprints: null,
  names: [],
};

/** The hidden line of a run without secrets. */
export function hiddenLineOf(
  marker: Marker,
  state: ReportState | null = null,
  tie: ScanTie | null = null,
  outcome: RunStamp['outcome'] = null,
): string {
  return hiddenLine({ marker, outcome, state, tie }, (text) => text);
}
