import { outside } from '../core/outside.ts';
import type { StageContext } from '../core/ports.ts';
import { misread, type Problem, ProblemError, problemOf, SettingsError } from '../core/problem.ts';
import { isSameScan } from '../core/scan-id.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';
import type { Target } from '../inputs/target-url.ts';
import { type Baseline, baselineText, refuseOwnBaseline } from '../policy/baseline.ts';
import type { WireScanResult, WireTargetEntry } from '../service/wire.ts';
import { refuseListedBaseline } from './refusals.ts';
import { cutOf, cutSentence, scansOfTarget, targetOfScan } from './scan-list.ts';
import { type EarlierScans, fetchWhole, onlyNames } from './whole-scan.ts';

/** The scan to compare findings with. */
export type BaselineScan =
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
      older: readonly OlderScan[];
    };

/** `result` is `null` if the scan is not whole. */
export interface OlderScan {
  readonly scanId: string;
  readonly result: WireScanResult | null;
}

export interface BaselineRequest extends EarlierScans, Pick<StageContext, 'log'> {
  readonly baseline: Baseline | null;
  /** How many scans of a URL count, at least 1. */
  readonly baselineScans: number;
  /** The scan to compare. It is never its own baseline. */
  readonly scanId: string;
  /** `null` for an attached scan without `url`. */
  readonly target: Target | null;
  readonly pullRequest: PullRequestStatus;
}

/**
 * Finds the baseline and reads its whole result, and those of the older scans that count with it.
 *
 * @throws ProblemError of kind `baseline` if that fails
 * @throws SettingsError if it is the scan itself
 */
export async function readBaseline(request: BaselineRequest): Promise<BaselineScan> {
  const { baseline, log } = request;
  if (baseline === null) return { kind: 'none' };
  const name = baselineText(baseline);
  const logName = baseline.kind === 'url' ? baseline.url.logName : name;
  try {
    const found = await findBaseline(request, baseline);
    if (found === null) {
      log.notice(`There is no finished scan of the baseline (${logName}) yet: every finding counts as new.`);
      return { kind: 'first' };
    }
    const { scanId, target } = found;
    const result = await fetchWhole(request, scanId);
    const older = await readOlder(request, found.older ?? []);
    const andOlder = older.length === 0 ? '' : ` and ${older.length} older`;
    log.info(`Comparing with scan ${scanId}${andOlder}${baseline.kind === 'url' ? ` of ${logName}` : ''}`);
    return { kind: 'scan', scanId, target, result, older };
  } catch (error) {
    if (error instanceof SettingsError || request.signal.aborted) throw error;
    const problem: Problem = {
      kind: 'baseline',
      baseline: outside('address', name),
      problem: problemOf(error),
    };
    throw new ProblemError(problem, { cause: error });
  }
}

/** One after the other, so that only one whole result at a time is in the memory. */
async function readOlder(request: BaselineRequest, ids: readonly string[]): Promise<OlderScan[]> {
  const older: OlderScan[] = [];
  for (const scanId of ids) older.push({ scanId, result: await readIfWhole(request, scanId) });
  return older;
}

/** @returns `null` if the scan is not whole, or cannot be read */
async function readIfWhole(request: BaselineRequest, scanId: string): Promise<WireScanResult | null> {
  try {
    return onlyNames(await fetchWhole(request, scanId));
  } catch (error) {
    if (request.signal.aborted) throw error;
    request.log.debug(`Scan ${scanId} of the baseline is not whole: ${problemOf(error).kind}`);
    return null;
  }
}

type Found = { scanId: string; target: string | null; older?: readonly string[] } | null;

async function findBaseline(request: BaselineRequest, baseline: Baseline): Promise<Found> {
  switch (baseline.kind) {
    case 'scan':
      // A scan that was taken up is known only now.
      refuseOwnBaseline(baseline, { ...request, target: null });
      return { scanId: baseline.scanId, target: await lookUpTarget(request, baseline.scanId) };
    case 'url': {
      const list = await request.client.list(request.signal);
      refuseListedBaseline(list, baseline, request);
      const { given } = baseline.url;
      return known(request, list, { target: given, found: findNewest(list, given, request) });
    }
    case 'previous': {
      const list = await request.client.list(request.signal);
      const target = request.target?.given ?? targetOfScan(list, request.scanId);
      return known(request, list, { target, found: findPrevious(list, target, request.scanId) });
    }
  }
}

/** The target of a scan. `null` if the list does not have it: then more findings count as new. */
async function lookUpTarget({ client, signal }: BaselineRequest, scanId: string): Promise<string | null> {
  try {
    return targetOfScan(await client.list(signal), scanId);
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/**
 * `found`, where the list is whole. Nothing is concluded from what a cut list does not hold.
 *
 * @throws ProblemError of kind `list-cut` if nothing was found in a cut list
 */
function known(
  { baseline, log }: BaselineRequest,
  list: readonly WireTargetEntry[],
  { target, found }: { target: string | null; found: Found },
): Found {
  const cut = target === null ? null : cutOf(list, target);
  if (cut === null) return found;
  if (found === null) throw new ProblemError({ kind: 'list-cut', ...cut });
  const logName = baseline?.kind === 'url' ? baseline.url.logName : 'the target';
  log.notice(`${cutSentence(cut, logName)} The newest of them is compared with.`);
  return found;
}

function findNewest(
  list: readonly WireTargetEntry[],
  target: string,
  { scanId: ownId, baselineScans }: BaselineRequest,
): Found {
  const [scanId, ...older] = scansOfTarget(list, target)
    .filter(({ id, finished }) => finished && !isSameScan(id, ownId))
    .slice(0, baselineScans)
    .map(({ id }) => id);
  return scanId === undefined ? null : { scanId, target, older };
}

function findPrevious(list: readonly WireTargetEntry[], target: string | null, ownId: string): Found {
  if (target === null) {
    const expected = `an entry with scan ${ownId}`;
    throw new ProblemError({ kind: 'unreadable', ...misread({ where: 'list_scans', expected }) });
  }
  const scans = scansOfTarget(list, target);
  const own = scans.find(({ id }) => isSameScan(id, ownId));
  const before = own?.startedAt ?? Number.POSITIVE_INFINITY;
  const previous = scans.find((scan) => scan.finished && scan !== own && (scan.startedAt ?? 0) <= before);
  return previous === undefined ? null : { scanId: previous.id, target };
}
