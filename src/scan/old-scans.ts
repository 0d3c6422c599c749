import type { StageContext } from '../core/ports.ts';
import { type Problem, ProblemError, problemOf } from '../core/problem.ts';
import { utcDay } from '../core/read-time.ts';
import type { Target } from '../inputs/target-url.ts';
import type { WireScanResult, WireTargetEntry } from '../service/schema.ts';
import { isSameScan } from './scan-id.ts';
import { cutOf, scansOfTarget, targetOfScan } from './scan-list.ts';
import { type EarlierScans, fetchWhole, onlyNames } from './whole-scan.ts';

/** An earlier scan of the target, for one duration of `fix-within`. */
export type OldScan =
  /** No scan is that old. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'scan';
      readonly scanId: string;
      /** In milliseconds since the Unix epoch, by the service's clock. */
      readonly startedAt: number;
      readonly result: WireScanResult;
      readonly target: string;
    }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** By duration, in milliseconds. */
export type OldScans = ReadonlyMap<number, OldScan>;

export interface OldScansRequest extends EarlierScans, Pick<StageContext, 'log' | 'clock'> {
  /** Every duration of `fix-within`, in milliseconds. */
  readonly durations: readonly number[];
  /** The scan to judge. */
  readonly scanId: string;
  /** `null` for an attached scan without `url`. */
  readonly target: Target | null;
  /** True if the findings of a result can be read. */
  readonly isReadable: (result: WireScanResult) => boolean | Promise<boolean>;
}

/** How many scans are tried for a whole one. */
const maxTries = 3;

/**
 * Finds for each duration the target's newest finished scan that is at least so old and whole. What cannot be read is the
 * `problem` of a duration.
 *
 * @throws the reason of `signal` when that aborts
 */
export async function readOldScans(request: OldScansRequest): Promise<OldScans> {
  const { durations, client, signal } = request;
  const read = new Map<string, Promise<WireScanResult>>();
  const old = new Map<number, OldScan>();
  let list: readonly WireTargetEntry[] | Problem;
  try {
    list = await client.list(signal);
  } catch (error) {
    signal.throwIfAborted();
    list = problemOf(error);
  }
  // One after the other, so that only one whole result at a time is in the memory.
  for (const withinMs of new Set(durations)) {
    const found = 'kind' in list ? problemScan(list) : await findOld(request, { list, withinMs, read });
    old.set(withinMs, found);
    if (found.kind === 'scan')
      request.log.info(request.log.texts.comparingForFixWithin(found.scanId, utcDay(found.startedAt)));
  }
  return old;
}

function problemScan(problem: Problem): OldScan {
  return { kind: 'problem', problem };
}

interface Search {
  readonly list: readonly WireTargetEntry[];
  readonly withinMs: number;
  /** What was read for other durations, by scan id. */
  readonly read: Map<string, Promise<WireScanResult>>;
}

async function findOld(request: OldScansRequest, { list, withinMs, read }: Search): Promise<OldScan> {
  const { scanId: ownId, clock, signal } = request;
  const target = request.target?.given ?? targetOfScan(list, ownId);
  if (target === null)
    return problemScan({ kind: 'unreadable', where: 'list_scans', expected: `an entry with scan ${ownId}` });
  const scans = scansOfTarget(list, target);
  const own = scans.find(({ id }) => isSameScan(id, ownId));
  const latest = Math.min(clock.now() - withinMs, own?.startedAt ?? Number.POSITIVE_INFINITY);
  const oldEnough = scans.flatMap(({ id, finished, startedAt }) =>
    finished && startedAt !== null && startedAt >= 0 && startedAt <= latest && !isSameScan(id, ownId)
      ? [{ id, startedAt }]
      : [],
  );
  if (oldEnough.length === 0) {
    const cut = cutOf(list, target);
    return cut === null ? { kind: 'none' } : problemScan({ kind: 'list-cut', ...cut });
  }
  let problem: Problem | null = null;
  for (const { id, startedAt } of oldEnough.slice(0, maxTries)) {
    try {
      const reading = read.get(id) ?? readNames(request, id);
      read.set(id, reading);
      return { kind: 'scan', scanId: id, startedAt, result: await reading, target };
    } catch (error) {
      signal.throwIfAborted();
      problem ??= problemOf(error);
    }
  }
  return problem === null ? { kind: 'none' } : problemScan(problem);
}

/** @throws ProblemError unless the scan is whole */
async function readNames(request: OldScansRequest, scanId: string): Promise<WireScanResult> {
  const result = onlyNames(await fetchWhole(request, scanId));
  if (await request.isReadable(result)) return result;
  throw new ProblemError({
    kind: 'unreadable',
    where: 'issues',
    expected: 'findings that can be understood',
  });
}
