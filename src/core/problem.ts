/**
 * The errors of the action, and the problems that leave a run without a trustworthy answer. Each text has a class,
 * which says who may read it (`classified-text.ts`): anybody may read ids and our own words. A field of type `string`
 * does not compile where problems are shown.
 */

import { type ClassifiedText, classified } from './classified-text.ts';
import type { GitHubFault } from './github-fault.ts';

/**
 * A wrong setting. The step fails whatever `on-inconclusive` says. The message names every wrong setting at once, and
 * says what to write instead. It is plain text, in English whatever `language` is. Names and values to type are between
 * backticks.
 */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** The value of `promise`, or the SettingsError that it rejects with. @throws any other error */
export async function orSettingsError<T>(promise: Promise<T>): Promise<T | SettingsError> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

/** The four operations of the service (`docs/internals/service-interface.md`, section 4). */
export type ServiceOperation = 'start' | 'fetch' | 'list' | 'report';

/** A text that anybody may read. */
type PublicText = ClassifiedText<'public'>;

/** Why a request got no usable answer. */
export type RequestFault =
  /** No connection, or it broke. `code` is the system's error code, such as `ECONNREFUSED`. */
  | { kind: 'network'; code: PublicText }
  | { kind: 'tls'; code: PublicText }
  /** No answer in time: silence for `afterMs`, or a question to the target that took so long. */
  | { kind: 'timeout'; afterMs: number }
  /** Bytes kept coming, but the answer was not complete in time. */
  | { kind: 'too-slow'; limitMs: number }
  /** An HTTP status outside 2xx. `detail` is the text of the answer, shortened. */
  | { kind: 'status'; status: number; detail: ClassifiedText<'detail'>; retryAfterMs: number | null }
  | { kind: 'redirect'; location: ClassifiedText<'address'> }
  | { kind: 'too-large'; limitBytes: number }
  /** JSON with more objects, lists or values than fit into the memory. */
  | { kind: 'too-many-values' }
  | { kind: 'not-json'; detail: ClassifiedText<'detail'> }
  /** JSON of the wrong shape. `expected` describes what belongs there, in our words. */
  | { kind: 'wrong-shape'; path: ClassifiedText<'path'>; expected: PublicText }
  | { kind: 'not-pdf' }
  /** A PDF file in which a secret can be read. */
  | { kind: 'holds-secret' };

/**
 * Why there is no trustworthy answer. Every problem makes the run `inconclusive`. The report stage puts it in words.
 */
export type Problem =
  | { kind: 'missing-api-key'; skipped: boolean }
  | { kind: 'target-not-ready'; fault: RequestFault; waitedMs: number }
  | { kind: 'target-left-site'; location: ClassifiedText<'address'> }
  /** A status that shows neither the site nor a temporary fault, such as 401 of a login wall. */
  | { kind: 'target-refused'; status: number }
  /** The target was ready before the scan, but no longer when the scan had finished. */
  | { kind: 'target-lost'; fault: RequestFault; askedMs: number }
  /** The event is about a deployment that has not succeeded. */
  | { kind: 'deployment-not-ready'; state: PublicText }
  /**
   * The deployment of the event is in an environment that the input `environment` does not match. `wanted` is `null` if
   * the input is empty: then the environment is production.
   */
  | { kind: 'deployment-not-meant'; environment: PublicText; wanted: PublicText | null }
  | {
      kind: 'deployment-failed';
      environment: PublicText;
      sha: PublicText;
      logUrl: ClassifiedText<'addressDetail'>;
    }
  /** No deployment of the commit succeeded in time. `pending` names the environments still being deployed. */
  | {
      kind: 'no-deployment';
      sha: PublicText;
      environment: PublicText | null;
      pending: readonly PublicText[];
      waitedMs: number;
    }
  | { kind: 'no-deployment-url'; eventName: PublicText }
  | { kind: 'deployments-unreadable'; fault: GitHubFault }
  /** `tries`: how often the request was tried. */
  | { kind: 'service'; operation: ServiceOperation; fault: RequestFault; tries: number }
  /**
   * The answer to the start was lost, and the scan is not in the scan list. `listFault`: why that list was unreadable.
   */
  | { kind: 'start-lost'; fault: RequestFault; lookedForMs: number; listFault: RequestFault | null }
  /**
   * `percentage` is `null` in the queue. `scan` is absent if progress was read. Otherwise it says why none was read.
   * `none`: no scan was started; `unknown`: a start was sent, and may have begun a scan; `unread`: a scan runs, and
   * could not be read.
   */
  | { kind: 'timeout'; afterMs: number; percentage: number | null; scan?: 'none' | 'unknown' | 'unread' }
  | { kind: 'no-end-date'; graceMs: number }
  | { kind: 'ended-early'; percentage: number }
  | { kind: 'nothing-checked' }
  /** Fewer checks than `min-checks` asks for. */
  | { kind: 'too-few-checks'; checks: number; minimum: number }
  /**
   * Checks that `preferences` switch on, but that the finished scan names as switched off. Anybody may read names that
   * the interface defines, and no others.
   */
  | { kind: 'check-switched-off'; checks: readonly ClassifiedText<'public' | 'private'>[] }
  | { kind: 'unreadable'; path: ClassifiedText<'path'>; expected: PublicText }
  /** The summary's total is higher than the number of findings listed and counted by severity. */
  | { kind: 'uncounted-findings'; total: number; found: number }
  /** The policy has host rules, and the scan has no information to check them with. */
  | { kind: 'no-host-information' }
  /** The scan list holds fewer scans of the baseline's target than its own count says, and no finished one. */
  | { kind: 'list-cut'; listed: number; total: number }
  /** The scan to compare with could not be read. `baseline` is the setting as given. */
  | { kind: 'baseline'; baseline: ClassifiedText<'address'>; problem: Problem }
  /** GitHub did not return the policy file of the default branch. */
  | { kind: 'policy-unreadable'; path: PublicText; fault: GitHubFault }
  | { kind: 'other-scan'; expected: PublicText; got: ClassifiedText<'private'> }
  /**
   * `scanId`: the scan that continues at the service, or `null`. `scan` is set if a start was sent and may have begun a
   * scan.
   */
  | { kind: 'cancelled'; signal: NodeJS.Signals; scanId: PublicText | null; scan?: 'unknown' }
  | { kind: 'internal'; detail: ClassifiedText<'detail'> };

/** Carries a {@link Problem} to the gate. The message is for debug logs only. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(`problem: ${problem.kind}`, options);
    this.problem = problem;
  }
}

/** The reason of every abort when the runner cancels the job. */
export class CancelledError extends Error {
  override name = 'CancelledError';
  /** Name of the signal, such as `SIGINT`. */
  readonly signal: NodeJS.Signals;
  constructor(signal: NodeJS.Signals) {
    super(`cancelled by ${signal}`);
    this.signal = signal;
  }
}

/**
 * The problem behind an error that a stage threw.
 *
 * @param scanId the scan in progress, for a cancellation
 */
export function problemOf(error: unknown, scanId: string | null = null): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof CancelledError) {
    const publicScanId = scanId === null ? null : classified('public', scanId);
    return { kind: 'cancelled', signal: error.signal, scanId: publicScanId };
  }
  return { kind: 'internal', detail: classified('detail', String(error)) };
}

/** The part of an answer that was not understood. */
export interface UnreadableField {
  /** Path into the answer. */
  readonly path: string;
  /** What belongs there, in our words. */
  readonly expected: string;
}

export function classifiedField({ path, expected }: UnreadableField) {
  return { path: classified('path', path), expected: classified('public', expected) };
}

/** The problem that a part of an answer was not understood. */
export function unreadableProblem(part: UnreadableField): Problem {
  return { kind: 'unreadable', ...classifiedField(part) };
}
