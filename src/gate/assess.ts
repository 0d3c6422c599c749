import type { Problem } from '../errors.ts';
import type { FailOn } from '../inputs/inputs.ts';
import type { WireScanResult } from '../service/schema.ts';
import {
  compareSeverity,
  noFindings,
  reaches,
  type SeverityCounts,
  severities,
  sumCounts,
} from '../severity.ts';
import type { Finding } from './finding.ts';
import { isTotal, readCounts, uncountedTotal } from './read-counts.ts';
import { readFindings, type Unreadable } from './read-findings.ts';
import type { Assessment, JudgedFinding, Reason, Verdict } from './verdict.ts';

export interface GateInput {
  /** Whole when `problem` is `null`, else partial or absent. */
  readonly result: WireScanResult | null;
  readonly problem: Problem | null;
  readonly policy: { readonly failOn: FailOn };
}

/**
 * Decides the verdict. Pure; everything is evaluated before anything is decided.
 *
 * A scan that did not finish is `inconclusive` whatever it has found so far. Of a finished one, findings that block make
 * it `fail`, even where another part could not be understood; without any, every part that decides must be understood.
 */
export function assess({ result, problem, policy }: GateInput): Assessment {
  const { findings, unreadable: badFindings } =
    result === null ? { findings: [], unreadable: null } : readFindings(result.issues);
  const summary =
    result === null
      ? { unlisted: noFindings, counts: noFindings, unreadable: null }
      : readCounts(result.issuesSummary, findings);
  const judged = sortFindings(findings).map((finding) => judge(finding, policy.failOn));
  const listedBlocking = judged.filter(({ status }) => status === 'blocking').length;
  const unlistedBlocking = blockingIn(summary.unlisted, policy.failOn);
  const problems =
    problem === null && result !== null
      ? doubtsAbout(result, [badFindings, summary.unreadable], summary.counts)
      : [];
  return {
    verdict: decide({ problem, problems, listedBlocking, unlistedBlocking, failOn: policy.failOn }),
    findings: judged,
    counts: summary.counts,
    blocking: listedBlocking + unlistedBlocking,
    unlisted: summary.unlisted,
  };
}

interface Evidence {
  /** Why the scan did not finish. */
  readonly problem: Problem | null;
  /** What keeps a finished scan from being trusted. */
  readonly problems: readonly Problem[];
  readonly listedBlocking: number;
  readonly unlistedBlocking: number;
  readonly failOn: FailOn;
}

function decide({ problem, problems, listedBlocking, unlistedBlocking, failOn }: Evidence): Verdict {
  if (problem !== null) return { outcome: 'inconclusive', reasons: [{ kind: 'problem', problem }] };
  const doubts: Reason[] = problems.map((doubt) => ({ kind: 'problem', problem: doubt }));
  const blocks: Reason[] = [];
  if (failOn !== 'never' && listedBlocking > 0)
    blocks.push({ kind: 'blocking-findings', threshold: failOn, count: listedBlocking });
  if (failOn !== 'never' && unlistedBlocking > 0)
    blocks.push({ kind: 'unlisted-findings', threshold: failOn, count: unlistedBlocking });
  if (blocks.length > 0) return { outcome: 'fail', reasons: [...blocks, ...doubts] };
  if (doubts.length > 0) return { outcome: 'inconclusive', reasons: doubts };
  return { outcome: 'pass', reasons: [{ kind: 'nothing-blocks', threshold: failOn }] };
}

/** What keeps a finished result from being trusted: nothing checked, or a deciding part that is not understood. */
function doubtsAbout(
  result: WireScanResult,
  unreadable: readonly (Unreadable | null)[],
  counts: SeverityCounts,
): Problem[] {
  const doubts: Problem[] = unreadable
    .filter((place) => place !== null)
    .map((place) => ({ kind: 'unreadable', ...place }));
  const checks = checksOf(result);
  if (checks === null)
    doubts.push({ kind: 'unreadable', where: 'totalChecked', expected: 'the number of checks performed' });
  if (checks === 0) doubts.push({ kind: 'nothing-checked' });
  if (!isTotal(result.issuesSummaryTotal))
    doubts.push({ kind: 'unreadable', where: 'issuesSummaryTotal', expected: 'the number of findings' });
  const total = uncountedTotal(result.issuesSummaryTotal, counts);
  if (total !== null) doubts.push({ kind: 'uncounted-findings', total, found: sumCounts(counts) });
  return doubts;
}

/** The number of checks performed: `totalChecked`, or the field of the same meaning in `information` where it is absent. */
export function checksOf(result: WireScanResult): number | null {
  const checks = result.totalChecked ?? result.information?.total_checked;
  return typeof checks === 'number' && Number.isSafeInteger(checks) && checks >= 0 ? checks : null;
}

function judge(finding: Finding, failOn: FailOn): JudgedFinding {
  return { finding, status: reaches(finding.severity, failOn) ? 'blocking' : 'passing' };
}

function blockingIn(counts: SeverityCounts, failOn: FailOn): number {
  return severities
    .filter((severity) => reaches(severity, failOn))
    .reduce((sum, severity) => sum + counts[severity], 0);
}

/** Most severe first, then by score; equal ones stay in the order of the service. */
function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) => compareSeverity(a.severity, b.severity) || (b.cvss?.score ?? -1) - (a.cvss?.score ?? -1),
  );
}
