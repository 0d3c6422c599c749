/** Finds the scans that are the baseline of each policy, and reads their results. */

import { classified } from '../core/classified-text.ts';
import { type Problem, ProblemError, problemOf, SettingsError, unreadableProblem } from '../core/problem.ts';
import { isSameScan } from '../core/scan-id.ts';
import { type BaselineSetting, baselineText, refuseOwnBaseline } from '../policy/baseline.ts';
import { siteNameInLog } from '../policy/disclosure.ts';
import type { Policy } from '../policy/policy.ts';
import type { WireScanList, WireScanResult } from '../service/wire.ts';
import { fetchWholeResult, keepFingerprintFields } from './baseline-result.ts';
import { refuseListedBaseline } from './refuse-by-list.ts';
import type { ScanContext } from './scan-context.ts';
import { countsIfCut, type ListedScan, readListOrEmpty, scansOfTarget, targetOfScan } from './scan-list.ts';

/** What was fetched of a baseline; src/README.md lists what it is made from, and what is made of it. */
export type FetchedBaseline =
  /** No baseline is set. */
  | { kind: 'none' }
  /** The target of the baseline has no finished scan yet. */
  | { kind: 'first' }
  | {
      kind: 'scan';
      scanId: string;
      result: WireScanResult;
      target: string | null;
      /** Older scans of the target that count too, newest first. */
      olderScans: readonly OlderScan[];
    };

/** `result` is `null` if the scan is not whole. */
export interface OlderScan {
  readonly scanId: string;
  readonly result: WireScanResult | null;
}

/** A policy that judges the scan, and the baseline of that policy. */
export interface PolicyWithBaseline {
  readonly policy: Policy;
  readonly baseline: FetchedBaseline;
}

/** What a baseline is looked for with. */
type BaselineContext = Pick<ScanContext, 'setup' | 'client' | 'target' | 'log' | 'signal'>;

interface BaselineSearch extends BaselineContext, Pick<Policy, 'baselineScans'> {
  readonly baseline: BaselineSetting;
  /** The scan to compare. It is never its own baseline. */
  readonly scanId: string;
}

/**
 * Reads the baseline of each policy. One that both policies have is read once, with as many scans as either asks for.
 *
 * @param scanId the scan to compare
 * @throws ProblemError of kind `baseline` if that fails
 * @throws SettingsError if a baseline is the scan itself
 */
export async function fetchBaselines(
  context: BaselineContext,
  scanId: string,
): Promise<readonly PolicyWithBaseline[]> {
  const { policies } = context.setup;
  const policiesWithBaselines: PolicyWithBaseline[] = [];
  // There are two policies at most, so grouping keeps their order.
  for (const withSameBaseline of Map.groupBy(policies, ({ baseline }) => JSON.stringify(baseline)).values()) {
    const baseline = withSameBaseline[0]?.baseline ?? null;
    const baselineScans = Math.max(...withSameBaseline.map((policy) => policy.baselineScans));
    const fetched: FetchedBaseline =
      baseline === null
        ? { kind: 'none' }
        : await fetchBaseline({ ...context, baseline, baselineScans, scanId });
    policiesWithBaselines.push(
      ...withSameBaseline.map((policy) => ({ policy, baseline: limitOlder(fetched, policy) })),
    );
  }
  return policiesWithBaselines;
}

/** The baseline with as many older scans as the policy asks for. */
function limitOlder(baseline: FetchedBaseline, { baselineScans }: Policy): FetchedBaseline {
  if (baseline.kind !== 'scan') return baseline;
  return { ...baseline, olderScans: baseline.olderScans.slice(0, baselineScans - 1) };
}

/** The policies without their baselines. */
export function withoutBaseline(policies: readonly Policy[]): readonly PolicyWithBaseline[] {
  return policies.map((policy) => ({ policy, baseline: { kind: 'none' } }));
}

/** Finds the baseline. Reads its whole result, and the results of the older scans that count with it. */
async function fetchBaseline(search: BaselineSearch): Promise<FetchedBaseline> {
  const { baseline, log } = search;
  try {
    const scanIds = await findBaselineScanIds(search);
    if (scanIds === null) {
      log.notice(
        `There is no finished scan of the baseline (${shownName(search)}) yet: every finding counts as new.`,
      );
      return { kind: 'first' };
    }
    const { scanId, target } = scanIds;
    const result = await fetchWholeResult(search, scanId);
    const olderScans: OlderScan[] = [];
    // One after the other, so that only one whole result at a time is in the memory.
    for (const id of scanIds.olderScanIds)
      olderScans.push({ scanId: id, result: await fetchResultIfWhole(search, id) });
    const andOlder = olderScans.length === 0 ? '' : ` and ${olderScans.length} older`;
    log.info(
      `Comparing with scan ${scanId}${andOlder}${baseline.kind === 'url' ? ` of ${shownName(search)}` : ''}`,
    );
    return { kind: 'scan', scanId, target, result, olderScans };
  } catch (error) {
    if (error instanceof SettingsError || search.signal.aborted) throw error;
    throw new ProblemError(baselineProblem(baselineText(baseline), problemOf(error)), { cause: error });
  }
}

/** The problem that a baseline cannot be read. @param name as it is given, or the id of its scan */
export function baselineProblem(name: string, problem: Problem): Problem {
  return { kind: 'baseline', baseline: classified('address', name), problem };
}

/** The baseline for the log. */
function shownName({ baseline, setup }: BaselineSearch): string {
  const text = baselineText(baseline);
  return baseline.kind === 'url' ? siteNameInLog(setup.disclosure, text, 'another target') : text;
}

/** @returns `null` if the scan is not whole, or cannot be read */
async function fetchResultIfWhole(search: BaselineSearch, scanId: string): Promise<WireScanResult | null> {
  try {
    return keepFingerprintFields(await fetchWholeResult(search, scanId));
  } catch (error) {
    if (search.signal.aborted) throw error;
    search.log.debug(`Scan ${scanId} of the baseline is not whole: ${problemOf(error).kind}`);
    return null;
  }
}

/** The scans of the list that are the baseline. */
interface BaselineScanIds {
  readonly scanId: string;
  readonly target: string | null;
  /** Newest first. */
  readonly olderScanIds: readonly string[];
}

/** @returns `null` if the target of the baseline has no finished scan yet */
async function findBaselineScanIds(search: BaselineSearch): Promise<BaselineScanIds | null> {
  const { baseline, setup, client, signal, scanId: ownId } = search;
  const { pullRequest } = setup;
  if (baseline.kind === 'scan') {
    const { scanId } = baseline;
    // Before `obtainScan`, the id of the scan is not known ("A baseline must not be the scan itself" in src/README.md).
    refuseOwnBaseline(baseline, { target: null, scanId: ownId, pullRequest });
    // Without its target, more findings count as new.
    const target = targetOfScan(await readListOrEmpty(client, signal), scanId);
    return { scanId, target, olderScanIds: [] };
  }
  const list = await client.list(signal);
  if (baseline.kind === 'url') {
    refuseListedBaseline(list, baseline, { target: search.target, scanId: ownId, pullRequest });
    return findNewestScans(search, list, baseline.target.fullAddress);
  }
  const target = search.target?.fullAddress ?? targetOfScan(list, ownId);
  if (target === null) {
    const expected = `an entry with scan ${ownId}`;
    throw new ProblemError(unreadableProblem({ path: 'list_scans', expected }));
  }
  return findNewestScans(search, list, target);
}

/**
 * Finds the newest finished scans of `target`; for `previous`, the newest one before the scan itself. A scan that is
 * missing in a cut list may exist, so nothing is concluded from its absence.
 *
 * @throws ProblemError of kind `list-cut` if nothing was found in a cut list
 */
function findNewestScans(search: BaselineSearch, list: WireScanList, target: string): BaselineScanIds | null {
  const { baseline, baselineScans, scanId: ownId, log } = search;
  const isPrevious = baseline.kind === 'previous';
  const scans = scansOfTarget(list, target);
  const isOwn = ({ id }: { readonly id: string }) => isSameScan(id, ownId);
  const ownStart = scans.find(isOwn)?.startedAt ?? Number.POSITIVE_INFINITY;
  // A scan without a date may be a later one.
  const isEarlier = ({ startedAt }: ListedScan) => startedAt !== null && startedAt <= ownStart;
  const [scanId, ...olderScanIds] = scans
    .filter((scan) => scan.isAtFullProgress && !isOwn(scan) && (!isPrevious || isEarlier(scan)))
    .slice(0, isPrevious ? 1 : baselineScans)
    .map(({ id }) => id);
  const cut = countsIfCut(list, target);
  if (scanId === undefined) {
    if (cut !== null) throw new ProblemError({ kind: 'list-cut', ...cut });
    return null;
  }
  if (cut !== null)
    log.notice(
      `The scan list was cut: it names ${cut.listed} of ${cut.total} scans of ${isPrevious ? 'the target' : shownName(search)}. The newest of them is compared with.`,
    );
  return { scanId, target, olderScanIds };
}
