/** The reasons not to trust the result of a finished scan. */

import { isCount } from '../core/fields.ts';
import { type Problem, type UnreadableField, unreadableProblem } from '../core/problem.ts';
import { sumCounts } from '../core/severity.ts';
import type { Policy } from '../policy/policy.ts';
import { firstUnreadableScore } from './findings.ts';
import { doubtsAboutHost } from './host-rules.ts';
import type { ParsedScan } from './parse-scan.ts';
import { doubtsAboutPreferences } from './preference-differences.ts';
import type { JudgedFinding } from './verdict.ts';

/** All doubts about a scan. Only a whole scan has doubts: a running scan may still find what is missing. */
export function doubtsAboutScan(
  scan: ParsedScan,
  findings: readonly JudgedFinding[],
  policy: Policy,
): readonly Problem[] {
  if (scan.state !== 'whole') return [];
  const { result, listed, summaryCounts, checkCount } = scan;
  const total = result.issuesSummaryTotal ?? null;
  const unreadable = [
    listed.unreadable,
    firstUnreadableDecidingScore(findings, policy),
    summaryCounts.unreadable,
    checkCount === null ? { path: 'totalChecked', expected: 'the number of checks performed' } : null,
    // A total that is not a number could hide findings that nothing else counts.
    total === null || isCount(total)
      ? null
      : { path: 'issuesSummaryTotal', expected: 'the number of findings' },
  ];
  const doubts = unreadable.filter((part) => part !== null).map(unreadableProblem);
  const minChecks = policy.minChecks ?? 0;
  if (checkCount === 0) doubts.push({ kind: 'nothing-checked' });
  else if (checkCount !== null && checkCount < minChecks)
    doubts.push({ kind: 'too-few-checks', checks: checkCount, minimum: minChecks });
  // A finding under several types counts once for each.
  const found = sumCounts(summaryCounts.counts) + listed.repeatedUnderTypes.length;
  if (isCount(total) && total > found) doubts.push({ kind: 'uncounted-findings', total, found });
  return [
    ...doubts,
    ...doubtsAboutHost(result.information, scan.hostFacts, policy),
    ...scan.doubts,
    ...doubtsAboutPreferences(scan.preferences, result.preferences),
  ];
}

/**
 * The first score that cannot be read although the verdict depends on it. A score matters if `fail-on-cvss` is set and
 * the finding is not known, or if the severity of the finding is unknown. The score of an ignored finding never
 * matters.
 */
function firstUnreadableDecidingScore(
  findings: readonly JudgedFinding[],
  { failOnCvss }: Policy,
): UnreadableField | null {
  const deciding = findings.filter(
    ({ finding, status }) =>
      status !== 'ignored' &&
      (finding.unknownSeverity !== null || (failOnCvss !== null && status !== 'known')),
  );
  return firstUnreadableScore(deciding.map(({ finding }) => finding));
}
