/** The errors of the action, and the problems that leave a run without a trustworthy answer. */
import type { GitHubFault } from './github-fault.ts';

/**
 * A wrong setting. The step fails whatever `on-inconclusive` says. The message names every wrong setting at once with what to
 * write instead: plain text, in English whatever `language` is, with names and values to type between backticks.
 */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** The four operations of the service (`docs/service-interface.md`, section 4). */
export type Endpoint = 'start' | 'fetch' | 'list' | 'report';

/** Why a request got no usable answer. `detail` and `location` come from outside and are hostile. */
export type RequestFault =
  /** No connection, or it broke. `code` is the system's error code, such as `ECONNREFUSED`. */
  | { kind: 'network'; code: string }
  | { kind: 'tls'; code: string }
  /** Silence. */
  | { kind: 'timeout'; afterMs: number }
  /** Bytes kept coming, but the answer was not complete in time. */
  | { kind: 'too-slow'; limitMs: number }
  /** An HTTP status other than 200. `detail` is the text of the answer, shortened. */
  | { kind: 'status'; status: number; detail: string; retryAfterMs: number | null }
  | { kind: 'redirect'; location: string }
  | { kind: 'too-large'; limitBytes: number }
  /** JSON with more objects, lists or values than fit into the memory. */
  | { kind: 'too-many-values' }
  | { kind: 'not-json'; detail: string }
  /** JSON of the wrong shape. `where` is a path into it, `expected` describes what belongs there. */
  | { kind: 'wrong-shape'; where: string; expected: string }
  | { kind: 'not-pdf' }
  /** A PDF file in which a secret can be read. */
  | { kind: 'holds-secret' };

/** Why there is no trustworthy answer. Each makes the run `inconclusive`; the report stage describes it in words. */
export type Problem =
  | { kind: 'missing-api-key'; skipped: boolean }
  | { kind: 'target-not-ready'; fault: RequestFault; waitedMs: number }
  | { kind: 'target-left-site'; location: string }
  /** A status that is neither a site nor a passing fault, such as 401 of a login wall. */
  | { kind: 'target-refused'; status: number }
  /** The target was ready before the scan, and no longer when the scan had finished. */
  | { kind: 'target-lost'; fault: RequestFault; askedMs: number }
  /** The event is about a deployment that has not succeeded. */
  | { kind: 'deployment-not-ready'; state: string }
  /**
   * The deployment of the event is in an environment that the input `environment` does not match. `wanted` is `null` if
   * the input is empty: then the deployment is of production.
   */
  | { kind: 'deployment-not-meant'; environment: string; wanted: string | null }
  | { kind: 'deployment-failed'; environment: string; sha: string; logUrl: string }
  /** No deployment of the commit succeeded in time. `pending` names the environments still being deployed. */
  | {
      kind: 'no-deployment';
      sha: string;
      environment: string | null;
      pending: readonly string[];
      waitedMs: number;
    }
  | { kind: 'no-deployment-url'; eventName: string }
  | { kind: 'deployments-unreadable'; fault: GitHubFault }
  | { kind: 'service'; endpoint: Endpoint; fault: RequestFault; attempts: number }
  /** The answer to the start was lost, and the scan is not in the scan list. `listFault`: the list was unreadable. */
  | { kind: 'start-lost'; fault: RequestFault; lookedForMs: number; listFault?: RequestFault }
  /**
   * `percentage` is `null` in the queue. `scan` is given where the scan was never read: `none` was started, the start was
   * sent and it is `unknown` whether one runs, or one runs whose progress is `unread`.
   */
  | { kind: 'timeout'; afterMs: number; percentage: number | null; scan?: 'none' | 'unknown' | 'unread' }
  | { kind: 'no-end-date'; graceMs: number }
  | { kind: 'ended-early'; percentage: number }
  | { kind: 'nothing-checked' }
  /** Fewer checks than `min-checks` asks for. */
  | { kind: 'too-few-checks'; checks: number; minimum: number }
  /** Checks that `preferences` switch on, and that the finished scan names as switched off. */
  | { kind: 'check-switched-off'; checks: readonly string[] }
  | { kind: 'unreadable'; where: string; expected: string }
  /** The summary's total is higher than the number of findings listed and counted by severity. */
  | { kind: 'uncounted-findings'; total: number; found: number }
  /** The policy has host rules, and the scan has no information to check them with. */
  | { kind: 'no-host-information' }
  /** The scan list holds fewer scans of the baseline's target than it says there are, and no finished one. */
  | { kind: 'list-cut'; listed: number; total: number }
  /** The scan to compare with could not be read. `baseline` is the setting as given. */
  | { kind: 'baseline'; baseline: string; problem: Problem }
  /** GitHub did not return the policy file of the default branch. */
  | { kind: 'policy-unreadable'; path: string; fault: GitHubFault }
  | { kind: 'other-scan'; expected: string; got: string }
  /**
   * `scanId` is the scan that continues at the service. If it is `null`, none was started, unless `scan` says that one
   * may have been.
   */
  | { kind: 'cancelled'; signal: string; scanId: string | null; scan?: 'unknown' }
  | { kind: 'internal'; detail: string };

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
  readonly signal: string;
  constructor(signal: string) {
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
  if (error instanceof CancelledError) return { kind: 'cancelled', signal: error.signal, scanId };
  return {
    kind: 'internal',
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
}
