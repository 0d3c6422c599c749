/** What keeps the result of a finished scan from being trusted. */

import { isCount } from '../core/fields.ts';
import { type Problem, type UnreadablePart, unreadableProblem } from '../core/problem.ts';
import type { Policy } from '../policy/policy.ts';
import type { WireScanResult } from '../service/wire.ts';
import { firstUnreadableScore } from './findings.ts';
import type { JudgedFindings } from './judge-findings.ts';

/**
 * The first score that decides and cannot be read. A score decides with `fail-on-cvss`, and in place of an unknown
 * severity, but not for an ignored finding.
 */
export function unreadableDecidingScore(
  { findings }: JudgedFindings,
  { failOnCvss }: Policy,
): UnreadablePart | null {
  const deciding = findings.filter(
    ({ finding, status }) =>
      status !== 'ignored' &&
      (finding.unknownSeverity !== null || (failOnCvss !== null && status !== 'known')),
  );
  return firstUnreadableScore(deciding.map(({ finding }) => finding));
}

/**
 * Nothing or too little checked, or a deciding part that is not understood.
 *
 * @param unreadable the deciding parts; `null` for one that was read
 * @param checks {@link checksOf} the result
 * @param found how many findings are listed or counted, every entry of those under several types included
 */
export function doubtsAboutResult(
  result: WireScanResult,
  unreadable: readonly (UnreadablePart | null)[],
  { checks, found, minChecks }: { checks: number | null; found: number; minChecks: number | null },
): Problem[] {
  const total = result.issuesSummaryTotal ?? null;
  const parts = [...unreadable];
  if (checks === null) parts.push({ where: 'totalChecked', expected: 'the number of checks performed' });
  // A total that is no count could hide findings that nothing else counts.
  if (total !== null && !isCount(total))
    parts.push({ where: 'issuesSummaryTotal', expected: 'the number of findings' });
  const doubts = parts.filter((part) => part !== null).map(unreadableProblem);
  if (checks === 0) doubts.push({ kind: 'nothing-checked' });
  else if (checks !== null && minChecks !== null && checks < minChecks)
    doubts.push({ kind: 'too-few-checks', checks, minimum: minChecks });
  if (isCount(total) && total > found) doubts.push({ kind: 'uncounted-findings', total, found });
  return doubts;
}

/**
 * The number of checks performed: the lower of `totalChecked` and the field of the same meaning in `information`.
 * `null` if neither is there, or one of them is no count.
 */
export function checksOf(result: WireScanResult): number | null {
  const given = [result.totalChecked, result.information?.total_checked].filter(
    (checks) => checks !== undefined && checks !== null,
  );
  return given.length > 0 && given.every(isCount) ? Math.min(...given) : null;
}
