/** What a loopback server does wrong, as data: for which requests, how often, and how. */

export type Effect =
  /** Answered with this instead of being carried out. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly json?: unknown;
      readonly text?: string;
    }
  /** The connection is reset; the request is not carried out. */
  | { readonly kind: 'reset' }
  /** Never answered, not carried out. */
  | { readonly kind: 'hang' }
  /** Carried out, and then the connection is reset before the answer. */
  | { readonly kind: 'lose-answer' }
  /** Carried out and answered, but late. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** GitHub only: the comment of the request is deleted first, as if someone had deleted it. */
  | { readonly kind: 'delete-comment' };

export interface Fault {
  /** Any method when left out. */
  readonly method?: string;
  /** Matched against the path with its query, as sent. */
  readonly path: RegExp;
  /** How many matching requests pass first; 0 when left out. */
  readonly after?: number;
  /** How many requests it hits; all of them when left out. */
  readonly times?: number;
  readonly effect: Effect;
}

/** The faults of one server. They can be changed while it runs. The first one that matches a request applies. */
export class Faults {
  readonly #entries: { readonly fault: Fault; seen: number }[] = [];

  constructor(faults: readonly Fault[] = []) {
    for (const fault of faults) this.add(fault);
  }

  add(fault: Fault): void {
    this.#entries.push({ fault, seen: 0 });
  }

  /** Counts the request. @returns what happens to it */
  take(method: string, pathAndQuery: string): Effect | undefined {
    let effect: Effect | undefined;
    for (const entry of this.#entries) {
      const { fault } = entry;
      if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue;
      // `search` ignores `lastIndex`, so a global expression matches every time.
      if (pathAndQuery.search(fault.path) < 0) continue;
      entry.seen += 1;
      const hit = entry.seen - (fault.after ?? 0);
      if (hit >= 1 && hit <= (fault.times ?? Number.POSITIVE_INFINITY)) effect ??= fault.effect;
    }
    return effect;
  }
}
