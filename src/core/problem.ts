/**
 * Errors for the people who have to fix them, and the problems that leave a run without a trustworthy answer.
 */

/**
 * A setting that is wrong: the step fails whatever `on-inconclusive` says. The message is English, names every wrong
 * setting at once and what to write instead.
 */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** The four operations of the service (service interface, section 4). */
export type Endpoint = 'start' | 'fetch' | 'list' | 'report';

/** Why one request got no usable answer. Free text (`detail`, `location`) comes from outside and is hostile. */
export type RequestFault =
  /** No connection, or it broke. `code` is the system's word, such as `ECONNREFUSED`. */
  | { kind: 'network'; code: string }
  | { kind: 'tls'; code: string }
  | { kind: 'timeout'; afterMs: number }
  /** An HTTP status other than 200; `detail` is what the answer said, shortened. */
  | { kind: 'status'; status: number; detail: string; retryAfterMs: number | null }
  | { kind: 'redirect'; location: string }
  | { kind: 'too-large'; limitBytes: number }
  /** JSON with more objects, lists or values than fit into the memory. */
  | { kind: 'too-many-values' }
  | { kind: 'not-json'; detail: string }
  /** JSON of the wrong shape: `where` is a path into it, `expected` what should have stood there. */
  | { kind: 'wrong-shape'; where: string; expected: string }
  | { kind: 'not-pdf' };

/** Why there is no trustworthy answer. Each ends the run `inconclusive`; the report stage words it. */
export type Problem =
  | { kind: 'missing-api-key'; skipped: boolean }
  | { kind: 'target-not-ready'; fault: RequestFault; waitedMs: number }
  | { kind: 'target-left-site'; location: string }
  /** The run was caused by a deployment that has not succeeded. */
  | { kind: 'deployment-not-ready'; state: string }
  /** The deployment of the event is not of an environment that `environment` names. */
  | { kind: 'deployment-not-meant'; environment: string; wanted: string }
  | { kind: 'deployment-failed'; environment: string; sha: string; logUrl: string }
  /** No deployment of the commit succeeded in time; `pending` names the environments that may still. */
  | {
      kind: 'no-deployment';
      sha: string;
      environment: string | null;
      pending: readonly string[];
      waitedMs: number;
    }
  | { kind: 'no-deployment-url'; eventName: string }
  | { kind: 'deployments-unreadable'; status: number | null }
  | { kind: 'service'; endpoint: Endpoint; fault: RequestFault; attempts: number }
  /** The answer to the start was lost and the scan list does not hold the scan; `listFault` where it could not be read. */
  | { kind: 'start-lost'; fault: RequestFault; lookedForMs: number; listFault?: RequestFault }
  | { kind: 'timeout'; afterMs: number; percentage: number | null }
  | { kind: 'no-end-date'; graceMs: number }
  | { kind: 'ended-early'; percentage: number }
  | { kind: 'nothing-checked' }
  | { kind: 'unreadable'; where: string; expected: string }
  /** `total` of the summary counts findings that neither the list nor the counts by severity hold. */
  | { kind: 'uncounted-findings'; total: number; found: number }
  /** The policy has host rules, and the scan says nothing of what they judge. */
  | { kind: 'no-host-information' }
  /** The scan to compare with could not be had; `baseline` is the input as given. */
  | { kind: 'baseline'; baseline: string; problem: Problem }
  /** GitHub did not give the policy file; `status` is `null` where it could not be reached. */
  | { kind: 'policy-unreadable'; path: string; ref: string; status: number | null }
  | { kind: 'other-scan'; expected: string; got: string }
  /** `scanId` is the scan that goes on at the service; `null` when none is known. */
  | { kind: 'cancelled'; signal: string; scanId: string | null }
  | { kind: 'internal'; detail: string };

/** Carries a {@link Problem} to where the verdict is decided. Its message is for debug logs only. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(`problem: ${problem.kind}`, options);
    this.problem = problem;
  }
}

/** The reason with which everything under way is aborted when the runner cancels the job. */
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
 * The problem behind `error`, which a stage threw: its own, the cancellation, or one of ours.
 *
 * @param scanId the scan that was under way
 */
export function problemOf(error: unknown, scanId: string | null = null): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof CancelledError) return { kind: 'cancelled', signal: error.signal, scanId };
  return {
    kind: 'internal',
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
}
