/** What the stages need from the outside world. `main.ts` and `step.ts` build the real ports; tests pass their own. */

/** The job log, in English. Implementations make any text harmless before they print it. */
export interface Log {
  /** Shown only when the runner's debug logging is on. */
  debug(message: string): void;
  info(message: string): void;
  notice(message: string): void;
  warning(message: string): void;
  error(message: string): void;
  /**
   * Prints what a report says. Secrets were removed from its values before. If they were removed from the sentence,
   * a secret such as `blocking` would take out our own words too.
   */
  printWithoutRedacting(level: 'info' | 'notice' | 'warning' | 'error', message: string): void;
  /** Prints everything that `body` logs in a collapsed group with this title. */
  group<T>(title: string, body: () => Promise<T>): Promise<T>;
}

/** The time and its timers, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects with the reason of `signal` as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Aborts with `signal`, or with a `DeadlineError` after `ms` milliseconds. Disposing of it ends the timer. */
  timeLimit(signal: AbortSignal, ms: number): { readonly signal: AbortSignal } & Disposable;
}

/**
 * Takes secrets out of texts from outside, before they leave the action: a comment, a file or an output must not hold a
 * secret that the service or the scanned site sent back.
 */
export interface Redactor {
  /** Remembers `secret`, if it is long enough to be one. */
  add(secret: string): void;
  /** `text` with `***` in place of each secret, also if it is escaped or encoded (`runner/spellings.ts`). */
  redact(text: string): string;
}

export interface Runner {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The parsed payload of the event; `null` if there is none. */
  readonly event: unknown;
  /** `RUNNER_TEMP`: kept until the job ends. */
  readonly tempFolder: string;
  /** The trimmed text of an input; empty when not given. */
  input(name: string): string;
  /** Hides `text` in the log from now on. */
  mask(text: string): void;
  setOutput(name: string, value: string): void;
  annotate(annotation: { level: 'error' | 'warning' | 'notice'; title: string; message: string }): void;
  /** Appends to the job summary. */
  writeSummary(markdown: string): Promise<void>;
}

/** What every stage needs: the time, the log, and a signal to stop. */
export interface StagePorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the run is cancelled or the stage runs out of time. */
  readonly signal: AbortSignal;
}

export interface RunPorts {
  readonly runner: Runner;
  readonly log: Log;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Aborts with a CancelledError when the job is cancelled: nothing new is started. */
  readonly cancelSignal: AbortSignal;
  /** Aborts a few seconds after {@link cancelSignal}: publishing stops too. */
  readonly giveUpSignal: AbortSignal;
}

/** The ports of a stage that a cancel ends. */
export function portsUntilCancelled({ clock, log, cancelSignal }: RunPorts): StagePorts {
  return { clock, log, signal: cancelSignal };
}
