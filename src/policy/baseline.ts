/** What a baseline may be, and when it is refused because it is the scan itself. */

import { SettingsError } from '../core/problem.ts';
import { isSameScan, scanIdPattern } from '../core/scan-id.ts';
import type { PullRequestLookup } from '../github/pull-request.ts';
import { parseTarget, type Target, targetIdentity } from '../inputs/target-url.ts';

/** The scan that findings are compared with. */
export type BaselineSetting =
  | { kind: 'url'; target: Target }
  | { kind: 'previous' }
  | { kind: 'scan'; scanId: string };

/** A value with `.`, `:` or `/` is a URL. `previous` is a keyword. Anything else is a scan id. `null`: none of them. */
export function parseBaseline(text: string): BaselineSetting | null {
  if (text === 'previous') return { kind: 'previous' };
  if (!/[.:/]/.test(text)) return scanIdPattern.test(text) ? { kind: 'scan', scanId: text } : null;
  const target = parseTarget(text);
  return target && { kind: 'url', target };
}

/** A baseline as it is given, without user info and query. */
export function baselineText(baseline: BaselineSetting): string {
  if (baseline.kind === 'url') return baseline.target.shownAddress;
  return baseline.kind === 'scan' ? baseline.scanId : 'previous';
}

/** The scan that is compared with a baseline. The baseline must be another scan. */
export interface ComparedScan {
  /** The target of the scan as given, or as the service lists it; `null` when it is not known. */
  readonly target: string | null;
  /** `null` when it is not known yet. */
  readonly scanId: string | null;
  readonly pullRequest: PullRequestLookup;
}

/**
 * Refuses the scan itself as its baseline. If the run has a pull request, or may have one, also refuses an earlier scan
 * of the same target: the second push would pass everything (`docs/contract.md`, `baseline`). Such a run also may not
 * have a URL as baseline if its target is not known.
 *
 * @throws SettingsError
 */
export function refuseOwnBaseline(
  baseline: BaselineSetting,
  { target, scanId, pullRequest }: ComparedScan,
): void {
  if (baseline.kind === 'scan') {
    if (scanId === null || !isSameScan(baseline.scanId, scanId)) return;
    throw new SettingsError(
      `\`baseline\` is scan ${baseline.scanId} itself, so nothing could ever be new. Give an earlier scan, or another target.`,
    );
  }
  const mistake = pullRequest.kind === 'none' ? null : mistakeIn(baseline, target);
  if (mistake === null) return;
  const relation = pullRequest.kind === 'found' ? 'with' : 'that may have';
  const remedy =
    baseline.kind === 'url' && target === null
      ? 'Give `url`, so that the two can be compared.'
      : 'Set it to the URL of the site that the pull request is merged into, such as production, or to a scan id.';
  throw new SettingsError(
    `\`baseline\` ${mistake}, on a run ${relation} a pull request: the second push would pass everything the first one brought in. ${remedy}`,
  );
}

function mistakeIn(
  baseline: Exclude<BaselineSetting, { kind: 'scan' }>,
  target: string | null,
): string | null {
  if (baseline.kind === 'previous') return 'is `previous`';
  if (target === null) return 'may be the target itself';
  // Addresses that differ only in the query may be one site, and refusing a baseline is better than a wrong pass.
  const [ownTarget, baselineTarget] = [target, baseline.target.fullAddress].map((url) =>
    targetIdentity(url, { withQuery: false }),
  );
  return ownTarget === baselineTarget ? 'is the target itself' : null;
}
