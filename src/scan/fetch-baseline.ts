import type { StageContext } from '../core/ports.ts';
import { type Problem, ProblemError, problemOf, SettingsError } from '../core/problem.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';
import type { Target } from '../inputs/target-url.ts';
import { refuseOwnBaseline } from '../policy/parse-baseline.ts';
import type { Baseline } from '../policy/policy.ts';
import type { ScanAnswer } from '../service/answers.ts';
import type { FetchOptions, ServiceClient } from '../service/client.ts';
import type { WireScanResult, WireTargetEntry } from '../service/schema.ts';
import { isSameScan, otherScanProblem } from './scan-id.ts';
import { cutOf, cutWords, scansOfTarget, targetOfScan } from './scan-list.ts';

/** The scan to compare findings with. */
export type BaselineScan =
  /** No baseline is set. */
  | { kind: 'none' }
  /** The target of the baseline has no finished scan yet. */
  | { kind: 'first' }
  | { kind: 'scan'; scanId: string; result: WireScanResult; target: string | null };

export interface BaselineRequest extends Pick<StageContext, 'log' | 'signal'> {
  readonly client: ServiceClient;
  readonly baseline: Baseline | null;
  /** The scan to compare. It is never its own baseline. */
  readonly scanId: string;
  /** `null` for an attached scan without `url`. */
  readonly target: Target | null;
  readonly pullRequest: PullRequestStatus;
  readonly fetchOptions: FetchOptions;
}

/**
 * Finds the baseline and reads its whole result.
 *
 * @throws ProblemError of kind `baseline` if that fails
 * @throws SettingsError if it is the scan itself
 */
export async function readBaseline(request: BaselineRequest): Promise<BaselineScan> {
  const { baseline, log } = request;
  if (baseline === null) return { kind: 'none' };
  const { name, logName } = namesOf(baseline);
  try {
    const found = await findBaseline(request, baseline);
    if (found === null) {
      log.notice(`There is no finished scan of the baseline (${logName}) yet: every finding counts as new.`);
      return { kind: 'first' };
    }
    const result = await fetchWhole(request, found.scanId);
    log.info(`Comparing with scan ${found.scanId}${baseline.kind === 'url' ? ` of ${logName}` : ''}`);
    return { kind: 'scan', ...found, result };
  } catch (error) {
    if (error instanceof SettingsError || request.signal.aborted) throw error;
    throw new ProblemError({ kind: 'baseline', baseline: name, problem: problemOf(error) }, { cause: error });
  }
}

/** The baseline for people to read, and for the log: without user info and query. */
function namesOf(baseline: Baseline): { name: string; logName: string } {
  switch (baseline.kind) {
    case 'url':
      return { name: baseline.url.shown, logName: baseline.url.logName };
    case 'scan':
      return { name: baseline.scanId, logName: baseline.scanId };
    case 'previous':
      return { name: 'previous', logName: 'previous' };
  }
}

type Found = { scanId: string; target: string | null } | null;

async function findBaseline(request: BaselineRequest, baseline: Baseline): Promise<Found> {
  switch (baseline.kind) {
    case 'scan':
      return findGiven(request, baseline.scanId);
    case 'url': {
      const list = await request.client.list(request.signal);
      const target = targetOf(request, list);
      refuseOwnBaseline(baseline, target, request.pullRequest);
      const found = findNewest(list, baseline.url.given, request.scanId);
      const isOwn = target !== null && scansOfTarget(list, target).some(({ id }) => id === found?.scanId);
      // The list may hold the target and the baseline as one, for example without their paths.
      if (isOwn) refuseOwnBaseline(baseline, baseline.url.given, request.pullRequest);
      return known(request, list, { target: baseline.url.given, found });
    }
    case 'previous': {
      const list = await request.client.list(request.signal);
      const target = targetOf(request, list);
      return known(request, list, { target, found: findPrevious(list, target, request.scanId) });
    }
  }
}

async function findGiven(request: BaselineRequest, scanId: string): Promise<Found> {
  if (isSameScan(scanId, request.scanId)) {
    throw new SettingsError(
      `\`baseline\` is scan ${scanId} itself, so nothing could ever be new. Give an earlier scan, or another target.`,
    );
  }
  return { scanId, target: await lookUpTarget(request, scanId) };
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

function targetOf({ target, scanId }: BaselineRequest, list: readonly WireTargetEntry[]): string | null {
  return target === null ? targetOfScan(list, scanId) : target.given;
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
  log.notice(`${cutWords(cut, logName)} The newest of them is compared with.`);
  return found;
}

function findNewest(list: readonly WireTargetEntry[], target: string, ownId: string): Found {
  const newest = scansOfTarget(list, target).find(({ id, finished }) => finished && !isSameScan(id, ownId));
  return newest === undefined ? null : { scanId: newest.id, target };
}

function findPrevious(list: readonly WireTargetEntry[], target: string | null, ownId: string): Found {
  if (target === null) {
    const expected = `an entry with scan ${ownId}`;
    throw new ProblemError({ kind: 'unreadable', where: 'list_scans', expected });
  }
  const scans = scansOfTarget(list, target);
  const own = scans.find(({ id }) => isSameScan(id, ownId));
  const before = own?.startedAt ?? Number.POSITIVE_INFINITY;
  const previous = scans.find((scan) => scan.finished && scan !== own && (scan.startedAt ?? 0) <= before);
  return previous === undefined ? null : { scanId: previous.id, target };
}

/** A baseline must be as trustworthy as the scan itself. */
async function fetchWhole(
  { client, fetchOptions, signal }: BaselineRequest,
  scanId: string,
): Promise<WireScanResult> {
  const options = { ...fetchOptions, includeSubdomains: false, includeLeaks: false };
  const answer = await client.fetch(scanId, options, signal);
  if (answer.state === 'queued') throw new ProblemError({ kind: 'ended-early', percentage: 0 });
  const problem = problemWith(answer, scanId);
  if (problem !== null) throw new ProblemError(problem);
  return answer.result;
}

function problemWith(
  { progress: { percentage, endedAt }, result }: ScanAnswer & { state: 'started' },
  scanId: string,
): Problem | null {
  const isFinished = percentage >= 100 && endedAt !== null;
  return otherScanProblem(result, scanId) ?? (isFinished ? null : { kind: 'ended-early', percentage });
}
