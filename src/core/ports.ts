/**
 * What the stages need from the outside world. `main.ts` builds the real ones; tests pass their own.
 */

/** Where people read along. One call is one line or more of the job log; implementations make any text harmless. */
export interface Log {
  /** Only shown when the runner's debug logging is on. */
  debug(message: string): void;
  info(message: string): void;
  notice(message: string): void;
  warning(message: string): void;
  error(message: string): void;
  /** Folds everything that is printed while `body` runs under `title`. */
  group<T>(title: string, body: () => Promise<T>): Promise<T>;
}

/** Time, so that waiting can be tested without waiting. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Takes secrets out of what leaves the action. The runner masks only its log: a comment, a file or an output must not
 * hold a secret that the service or the scanned site sent back.
 */
export interface Redactor {
  /** Remembers `secret` in all its forms. @returns the forms, for the mask of the runner */
  add(secret: string): readonly string[];
  redact(text: string): string;
}

/** The runner around the step: what it gives, and what it takes. */
export interface Runner {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The payload of the event, parsed; `null` where there is none. */
  readonly event: unknown;
  /** `RUNNER_TEMP`: lives as long as the job. */
  readonly tempFolder: string;
  /** The text of an input, trimmed; empty when not given. */
  input(name: string): string;
  /** Hides `text` in the log from now on. */
  mask(text: string): void;
  setOutput(name: string, value: string): void;
  annotate(annotation: { level: 'error' | 'warning' | 'notice'; title: string; message: string }): void;
  /** Appends to the job summary. */
  writeSummary(markdown: string): Promise<void>;
}

/** All the ports of a run. */
export interface World {
  readonly runner: Runner;
  readonly log: Log;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Aborts when the job is cancelled: nothing new is begun. */
  readonly cancelled: AbortSignal;
  /** Aborts some seconds later: what is being published is given up. */
  readonly givenUp: AbortSignal;
}
