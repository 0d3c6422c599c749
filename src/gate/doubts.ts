/** The reasons not to trust the result of a finished scan. */

import { isCount } from '../core/fields.ts';
import { type Problem, type UnreadableField, unreadableProblem } from '../core/problem.ts';
import type { Policy } from '../policy/policy.ts';
import type { WireScanResult } from '../service/wire.ts';
import { firstUnreadableScore } from './findings.ts';
import type { FindingsJudgement } from './judge-findings.ts';

/**
 * The first score that cannot be read although the verdict depends on it. A score matters if `fail-on-cvss` is set and
 * the finding is not known, or if the severity of the finding is unknown. The score of an ignored finding never
 * matters.
 */
export function firstUnreadableDecidingScore(
  { findings }: FindingsJudgement,
  { failOnCvss }: Policy,
): UnreadableField | null {
  const deciding = findings.filter(
    ({ finding, status }) =>
      status !== 'ignored' &&
      (finding.unknownSeverity !== null || (failOnCvss !== null && status !== 'known')),
  );
  return firstUnreadableScore(deciding.map(({ finding }) => finding));
}

/**
 * The doubts about a result: nothing or too little was checked, or a part that decides was not understood.
 *
 * @param unreadable the deciding parts; `null` for one that was read
 * @param checkCount {@link countChecks} the result
 * @param findingCount how many findings are listed or counted; a finding under several types counts once for each
 */
export function doubtsAboutResult(
  result: WireScanResult,
  unreadable: readonly (UnreadableField | null)[],
  {
    checkCount,
    findingCount,
    minChecks,
  }: { checkCount: number | null; findingCount: number; minChecks: number | null },
): Problem[] {
  const total = result.issuesSummaryTotal ?? null;
  const unreadableParts = [...unreadable];
  if (checkCount === null)
    unreadableParts.push({ path: 'totalChecked', expected: 'the number of checks performed' });
  // A total that is not a number could hide findings that nothing else counts.
  if (total !== null && !isCount(total))
    unreadableParts.push({ path: 'issuesSummaryTotal', expected: 'the number of findings' });
  const doubts = unreadableParts.filter((part) => part !== null).map(unreadableProblem);
  if (checkCount === 0) doubts.push({ kind: 'nothing-checked' });
  else if (checkCount !== null && minChecks !== null && checkCount < minChecks)
    doubts.push({ kind: 'too-few-checks', checks: checkCount, minimum: minChecks });
  if (isCount(total) && total > findingCount)
    doubts.push({ kind: 'uncounted-findings', total, found: findingCount });
  return doubts;
}

/**
 * The number of checks performed: the lower of `totalChecked` and the field of the same meaning in `information`.
 * `null` if both are missing, or if one of them is not a valid count.
 */
export function countChecks(result: WireScanResult): number | null {
  const counts = [result.totalChecked, result.information?.total_checked].filter(
    (checks) => checks !== undefined && checks !== null,
  );
  return counts.length > 0 && counts.every(isCount) ? Math.min(...counts) : null;
}
