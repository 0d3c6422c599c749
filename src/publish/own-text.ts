/** What this run says of itself in a comment or an issue, and reads of an earlier run. */
import type { World } from '../core/ports.ts';
import { keyDigest } from '../inputs/run-names.ts';
import type { RunSetup } from '../prepare.ts';
import { type Marker, type Written, withoutDetails } from '../report/hidden-state.ts';
import type { ScanAndOrigin } from '../scan/scan.ts';
import { fullSha, type ScanTie, scanDigest } from '../scan/scan-tie.ts';

/** Whose text it is that this run writes on GitHub. */
export function markerOf({ key, context: { runId, attempt } }: Pick<RunSetup, 'key' | 'context'>): Marker {
  return { key: keyDigest(key), runId, attempt };
}

/** What an earlier run published, without details if findings are only counted: it may have published them. */
export function shownWritten({ disclosure }: Pick<RunSetup, 'disclosure'>, written: Written): Written {
  if (disclosure.mode === 'full') return written;
  const { state, tie } = written;
  return { state: state === null ? null : withoutDetails(state), tie, report: null };
}

/** Redacts `body`, except its hidden line `head`, which is redacted before it is encoded. */
export function redactBody({ redactor }: World, head: string, body: string): string {
  return head + redactor.redact(body.slice(head.length));
}

/**
 * Ties the scan of a run to its pull request's commit, so that a re-run can take it up. `null` without a pull request, and
 * for a given scan, which may be of any commit.
 *
 * @param refused {@link ScanTie.refused}
 */
export function tieOf(
  { pullRequest, context }: Pick<RunSetup, 'pullRequest' | 'context'>,
  { scanId, origin }: ScanAndOrigin,
  refused = false,
): ScanTie | null {
  const sha = pullRequest.kind === 'known' ? fullSha(pullRequest.headSha) : null;
  if (sha === null || scanId === null || origin === 'attached') return null;
  return { sha, runId: context.runId, scan: scanDigest(scanId), refused };
}
