import type { Log } from '../core/ports.ts';
import { type Problem, ProblemError, problemOf, SettingsError } from '../core/problem.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';
import type { Target } from '../inputs/target-url.ts';
import { refuseOwnBaseline } from '../policy/parse-baseline.ts';
import type { Baseline } from '../policy/policy.ts';
import type { FetchOptions, ServiceClient } from '../service/client.ts';
import type { WireScanResult, WireTargetEntry } from '../service/schema.ts';
import { type ListedScan, scansOfTarget, targetOfScan } from './scan-list.ts';

/** The scan that findings are compared with. */
export type BaselineScan =
  /** None was asked for. */
  | { kind: 'none' }
  /** The target of the baseline has no finished scan yet. */
  | { kind: 'first' }
  | { kind: 'scan'; scanId: string; result: WireScanResult; target: string | null };

export interface BaselineRequest {
  readonly client: ServiceClient;
  readonly baseline: Baseline | null;
  /** The scan that is compared; never its own baseline. */
  readonly scanId: string;
  /** `null` for an attached scan without `url`. */
  readonly target: Target | null;
  readonly pullRequest: PullRequestStatus;
  readonly fetchOptions: FetchOptions;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Reads the baseline whole.
 *
 * @throws ProblemError of kind `baseline` when it cannot be had
 * @throws SettingsError when it is the scan itself
 */
export async function readBaseline(request: BaselineRequest): Promise<BaselineScan> {
  const { baseline, log } = request;
  if (baseline === null) return { kind: 'none' };
  try {
    const found = await findBaseline(request, baseline);
    if (found === null) {
      log.notice(
        `There is no finished scan of the baseline (${logNameOf(baseline)}) yet: every finding counts as new.`,
      );
      return { kind: 'first' };
    }
    const result = await fetchWhole(request, found.scanId);
    log.info(
      `Comparing with scan ${found.scanId}${baseline.kind === 'url' ? ` of ${logNameOf(baseline)}` : ''}`,
    );
    return { kind: 'scan', ...found, result };
  } catch (error) {
    if (error instanceof SettingsError || request.signal.aborted) throw error;
    throw new ProblemError(
      { kind: 'baseline', baseline: nameOf(baseline), problem: problemOf(error) },
      { cause: error },
    );
  }
}

type Found = { scanId: string; target: string | null } | null;

async function findBaseline(request: BaselineRequest, baseline: Baseline): Promise<Found> {
  if (baseline.kind === 'scan') {
    if (sameId(baseline.scanId, request.scanId)) {
      throw new SettingsError(
        `\`baseline\` is scan ${baseline.scanId} itself, so nothing could ever be new. Give an earlier scan, or another target.`,
      );
    }
    return { scanId: baseline.scanId, target: await lookUpTarget(request, baseline.scanId) };
  }
  const list = await request.client.list(request.signal);
  if (baseline.kind === 'url' && request.target === null)
    refuseOwnBaseline(baseline, targetOf(request, list), request.pullRequest);
  const target = baseline.kind === 'url' ? baseline.url.given : targetOf(request, list);
  if (target === null)
    throw new ProblemError({
      kind: 'unreadable',
      where: 'list_scans',
      expected: `an entry with scan ${request.scanId}`,
    });
  const scans = scansOfTarget(list, target);
  const own = scans.find(({ id }) => sameId(id, request.scanId));
  const isEarlier = ({ startedAt }: ListedScan) =>
    baseline.kind === 'url' || (startedAt ?? 0) <= (own?.startedAt ?? Number.POSITIVE_INFINITY);
  const newest = scans.find((scan) => scan.finished && scan !== own && isEarlier(scan));
  return newest === undefined ? null : { scanId: newest.id, target };
}

/** The target of a scan, for its host; `null` where the list does not tell, which only makes more findings new. */
async function lookUpTarget({ client, signal }: BaselineRequest, scanId: string): Promise<string | null> {
  try {
    return targetOfScan(await client.list(signal), scanId);
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function targetOf({ target, scanId }: BaselineRequest, list: readonly WireTargetEntry[]): string | null {
  return target === null ? targetOfScan(list, scanId) : target.given;
}

/** A baseline must be as trustworthy as the scan itself. */
async function fetchWhole(
  { client, fetchOptions, signal }: BaselineRequest,
  scanId: string,
): Promise<WireScanResult> {
  const answer = await client.fetch(
    scanId,
    { ...fetchOptions, includeSubdomains: false, includeLeaks: false },
    signal,
  );
  const problem = answer.state === 'queued' ? notFinished(0) : problemWith(answer, scanId);
  if (problem !== null) throw new ProblemError(problem);
  if (answer.state === 'queued') throw new Error('a queued scan has no result');
  return answer.result;
}

function problemWith(
  { progress, result }: { progress: { percentage: number; endedAt: number | null }; result: WireScanResult },
  scanId: string,
): Problem | null {
  const id = result.identificator;
  if (typeof id === 'string' && id !== '' && !sameId(id, scanId))
    return { kind: 'other-scan', expected: scanId, got: id };
  return progress.percentage >= 100 && progress.endedAt !== null ? null : notFinished(progress.percentage);
}

function notFinished(percentage: number): Problem {
  return { kind: 'ended-early', percentage };
}

/** The baseline for people: without user info and query. */
function nameOf(baseline: Baseline): string {
  if (baseline.kind === 'url') return baseline.url.shown;
  return baseline.kind === 'scan' ? baseline.scanId : 'previous';
}

function logNameOf(baseline: Baseline): string {
  return baseline.kind === 'url' ? baseline.url.logName : nameOf(baseline);
}
