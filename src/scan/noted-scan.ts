/** What our comment notes of a scan, so that a later run can find the scan again. */

import { shortDigest } from '../core/text.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { ScanOrigin } from './scan-origin.ts';

/** What a hidden line of our pull request comment says about a scan, so that a later run finds it in the scan list. */
export interface NotedScan {
  /** The commit that was gated: 40 or 64 hexadecimal digits. */
  readonly sha: string;
  readonly runId: number;
  /** Digest of the scan id: it selects among listed scans, and does not disclose the id. */
  readonly digest: string;
  /**
   * True if another run may reuse the scan. False while the run works, and if it refused the scan for a reason that the
   * result of the scan does not show.
   */
  readonly reusable: boolean;
}

/** The digest of a scan id, for {@link NotedScan.digest}. Letter case does not count. */
export function scanDigest(scanId: string): string {
  return shortDigest(scanId.toLowerCase());
}

/** The commit in the form of {@link NotedScan.sha}; `null` for a shortened one. */
export function fullSha(sha: string): string | null {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(sha) ? sha.toLowerCase() : null;
}

/**
 * Notes the scan of a run with its pull request's commit, so that a re-run can take up the scan. `null` without a pull
 * request, and for an attached scan, which may be of any commit.
 *
 * @param reusable {@link NotedScan.reusable}
 */
export function notedScanOf(
  { pullRequest, context }: Pick<RunSetup, 'pullRequest' | 'context'>,
  { scanId, origin }: { readonly scanId: string | null; readonly origin: ScanOrigin },
  reusable: boolean,
): NotedScan | null {
  const sha = pullRequest.kind === 'found' ? fullSha(pullRequest.headSha) : null;
  if (sha === null || scanId === null || origin === 'attached') return null;
  return { sha, runId: context.runId, digest: scanDigest(scanId), reusable };
}
