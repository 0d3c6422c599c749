import type { StageContext } from '../core/ports.ts';
import { type Problem, ProblemError, type RequestFault, SettingsError } from '../core/problem.ts';
import { cannotHaveBegun } from '../core/request-fault.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { type Target, targetIdentity } from '../inputs/target-url.ts';
import type { ServiceClient } from '../service/client.ts';
import { DeadlineError, problemWithin, withDeadline } from './deadline.ts';
import { type ListedScan, preferencesAgree, scansOfTarget, targetOfScan } from './scan-list.ts';

export interface Obtaining extends StageContext {
  readonly client: ServiceClient;
  readonly inputs: Inputs;
  /** `null` only if `scan-id` is given. */
  readonly target: Target | null;
  /** When the target was deployed, in milliseconds since the Unix epoch. Older scans are not reused. */
  readonly readyAt: number | null;
  /** `GITHUB_RUN_ATTEMPT`: above 1 on a re-run. */
  readonly attempt: number;
}

/** How the run got its scan. `recovered`: the answer to the start was late or lost. */
export type ScanOrigin = 'started' | 'attached' | 'reused' | 'resumed' | 'recovered';

/** A scan to wait for, or why there is none. */
export type Obtained =
  | { scanId: string; origin: ScanOrigin; problem: null }
  | { scanId: null; origin: ScanOrigin; problem: Problem };

/**
 * Obtains exactly one scan: the given one, a reusable one, the one that an earlier attempt left running, or a new one.
 *
 * @throws SettingsError if `scan-id` belongs to another target than `url`
 */
export async function obtainScan(obtaining: Obtaining): Promise<Obtained> {
  const { inputs, attempt } = obtaining;
  const { scanId, reuseWithinMs } = inputs.scan;
  try {
    if (scanId !== null) {
      await refuseOtherTarget(obtaining, scanId);
      return { scanId, origin: 'attached', problem: null };
    }
    const existing = attempt > 1 || reuseWithinMs > 0 ? await findExisting(obtaining) : null;
    return existing ?? (await start(obtaining));
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return { scanId: null, origin: 'started', problem: problemWithin(inputs.scan.timeoutMs, error, null) };
  }
}

/** Checks in the scan list that `scan-id` belongs to `url`, if both are given. */
async function refuseOtherTarget(
  { client, target: url, log, signal }: Obtaining,
  scanId: string,
): Promise<void> {
  if (url === null) return;
  const target = targetOfScan(await client.list(signal), scanId);
  if (target === null) {
    log.notice(
      `The scan list does not hold scan ${scanId}, so it is not known whether it is of ${url.logName}.`,
    );
  } else if (targetIdentity(target) !== targetIdentity(url.given)) {
    throw new SettingsError(
      `Scan ${scanId} is of another target than \`url\` (${url.logName}). Correct \`scan-id\`, or leave one of the two out.`,
    );
  }
}

/** Finds a scan to reuse, which may be finished, else one to resume. */
async function findExisting(obtaining: Obtaining): Promise<Obtained | null> {
  const { client, inputs, attempt, clock, log, signal } = obtaining;
  const { reuseWithinMs } = inputs.scan;
  const candidates = scansOfTarget(await client.list(signal), targetOf(obtaining).given).filter((scan) =>
    preferencesAgree(inputs.scan.preferences?.value ?? {}, scan.preferences, 'differs'),
  );
  const oldest = Math.max(clock.now() - reuseWithinMs, obtaining.readyAt ?? 0);
  const reused = candidates.find(
    ({ startedAt }) => reuseWithinMs > 0 && startedAt !== null && startedAt >= oldest,
  );
  if (reused !== undefined) {
    log.info(`Reusing scan ${reused.id}, ${reused.finished ? 'finished' : 'running'} (\`reuse-within\`)`);
    return { scanId: reused.id, origin: 'reused', problem: null };
  }
  const running = attempt > 1 ? candidates.find(({ finished }) => !finished) : undefined;
  if (running === undefined) return null;
  log.info(`Taking up scan ${running.id}, which an earlier attempt of this run left running`);
  return { scanId: running.id, origin: 'resumed', problem: null };
}

async function start(obtaining: Obtaining): Promise<Obtained> {
  const { client, inputs, clock, log, signal } = obtaining;
  const target = targetOf(obtaining);
  const sentAt = clock.now();
  try {
    const request = { url: target.given, preferences: inputs.scan.preferences?.value ?? null };
    const scanId = await client.start(request, signal);
    log.info(`Started scan ${scanId} of ${target.logName}`);
    return { scanId, origin: 'started', problem: null };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'service') throw error;
    const { fault } = error.problem;
    return mayHaveBegun(fault)
      ? lookUp(obtaining, fault, sentAt)
      : { scanId: null, origin: 'started', problem: error.problem };
  }
}

/** True if the service may have started the scan although no usable answer came. */
function mayHaveBegun(fault: RequestFault): boolean {
  switch (fault.kind) {
    case 'redirect':
      return false;
    case 'status':
      return fault.status === 408 || (fault.status >= 500 && fault.status !== 503);
    case 'network':
    case 'tls':
      return !cannotHaveBegun(fault);
    case 'timeout':
    case 'too-large':
    case 'too-many-values':
    case 'not-json':
    case 'wrong-shape':
    case 'not-pdf':
      return true;
  }
}

/** How long to look for a scan whose start got no answer (`docs/contract.md`, promise 3). */
const lookUpMs = 60_000;
const lookUpPausesMs = [1_000, 2_000, 4_000];
const lastLookUpPauseMs = 8_000;

/** Looks for the scan that a start without an answer may have begun. */
async function lookUp(obtaining: Obtaining, fault: RequestFault, sentAt: number): Promise<Obtained> {
  const { clock, log } = obtaining;
  log.warning(
    `The answer to the start of the scan was lost (${fault.kind}). Looking for the scan in the scan list; none is started a second time.`,
  );
  const givenUpAt = clock.now() + lookUpMs;
  using limit = withDeadline(obtaining.signal, lookUpMs);
  const { signal } = limit;
  let listFault: RequestFault | null = { kind: 'timeout', afterMs: lookUpMs };
  try {
    for (let tries = 0; ; tries += 1) {
      const look = await findLost({ ...obtaining, signal }, sentAt);
      if (look.found !== null) {
        log.info(`Found scan ${look.found.id} in the scan list`);
        return { scanId: look.found.id, origin: 'recovered', problem: null };
      }
      listFault = look.fault;
      const leftMs = givenUpAt - clock.now();
      if (leftMs <= 0) break;
      await clock.sleep(Math.min(leftMs, lookUpPausesMs[tries] ?? lastLookUpPauseMs), signal);
    }
  } catch (error) {
    if (obtaining.signal.aborted || !(error instanceof DeadlineError)) throw error;
  }
  const unread = listFault === null ? {} : { listFault };
  return {
    scanId: null,
    origin: 'started',
    problem: { kind: 'start-lost', fault, lookedForMs: lookUpMs, ...unread },
  };
}

/** The clocks of runner and service may differ, and the list has whole seconds only. */
const clockSkewMs = 60_000;

/** Looks into the scan list once. `fault` is why it could not be read; `null` if it does not have the scan. */
async function findLost(
  obtaining: Obtaining,
  sentAt: number,
): Promise<{ found: ListedScan | null; fault: RequestFault | null }> {
  const { client, inputs, signal } = obtaining;
  const isOurs = ({ startedAt, finished, preferences }: ListedScan) =>
    (startedAt === null ? !finished : startedAt >= sentAt - clockSkewMs) &&
    preferencesAgree(inputs.scan.preferences?.value ?? {}, preferences, 'agrees');
  try {
    const list = await client.list(signal);
    return { found: scansOfTarget(list, targetOf(obtaining).given).find(isOurs) ?? null, fault: null };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'service')
      return { found: null, fault: error.problem.fault };
    throw error;
  }
}

function targetOf({ target }: Obtaining): Target {
  if (target === null) throw new Error('a scan cannot be started without a target');
  return target;
}
