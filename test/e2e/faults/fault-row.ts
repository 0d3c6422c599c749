/** What the fault table is made of. The tests and `TABLE.md` are made from it. */
import type { Fault, FaultRule } from '../../../sandbox/faults.ts';
import type { SandboxOptions } from '../../../sandbox/server.ts';
import type { RunnerEvent } from '../../support/events.ts';
import type { Break } from './front.ts';

/** The operations of the service, and the site that is scanned. */
export type Place = 'start' | 'fetch' | 'list' | 'report' | 'target';

/** Something that breaks on the way to the service, before the first request to `at`. */
export interface Breakage {
  readonly how: Break;
  readonly at: readonly Exclude<Place, 'target'>[];
  /** True: it is repaired as soon as the action has met it. */
  readonly repaired: boolean;
}

/** What the action meets when it asks the target. The scan itself meets the hardened site. */
export type TargetPlan =
  | { readonly kind: 'break'; readonly how: Break; readonly repaired: boolean }
  /** `isAfterScan`: the first request, which is before the scan, is answered well. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly times?: number;
      readonly isAfterScan?: true;
    }
  | { readonly kind: 'reset' | 'hang'; readonly times?: number }
  /** `within` leads to another page, `round` to itself. */
  | { readonly kind: 'redirect'; readonly to: 'https' | 'www' | 'within' | 'elsewhere' | 'round' };

/** One run of the action: what it gets and what goes wrong. Rows may share one. */
export interface Plan {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly sandbox?: Omit<SandboxOptions, 'clock'>;
  readonly rules?: readonly FaultRule[];
  readonly breakage?: Breakage;
  readonly target?: TargetPlan;
  /** `GITHUB_RUN_ATTEMPT`. */
  readonly attempt?: number;
  /** Default: a pull request, of which GitHub cannot be asked. */
  readonly event?: RunnerEvent;
}

/** One line of the table: a fault, where and how long it happens, and what the user gets. */
export interface FaultRow {
  readonly fault: string;
  readonly place: Place;
  /** `always` if it makes no difference how long it lasts. */
  readonly lasts: 'briefly' | 'on' | 'always';
  readonly plan: Plan;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly scans: 0 | 1;
  /** Parts of the reason or, if the run passes, of a warning. They name the place, the cause and the remedy. */
  readonly says: readonly string[];
  /** In the docs, in place of what it says. */
  readonly note?: string;
}

/** A fault at any operation of the service. */
export interface WireFault {
  readonly title: string;
  readonly cause: Fault | Break;
  /** What the message names as the cause. */
  readonly says: string;
  /** The same where the answer to the start was lost. */
  readonly lost?: string;
  /** The same in the case of a report. */
  readonly reportSays?: string;
  /** What the message says to do: at every place, or by place. */
  readonly remedy: string | Readonly<Record<Exclude<Place, 'target'>, string>>;
  /**
   * What follows for a start: `again` if no scan can have begun and it is sent again, `lost` if one may have begun and is
   * looked for, `final` if the service has refused it.
   */
  readonly start: 'again' | 'lost' | 'final';
  /** True if the operation is carried out before the fault. */
  readonly carriedOut?: boolean;
  /** Where the action asks again, since the next answer may be good. */
  readonly passes: readonly ('fetch' | 'list' | 'report')[];
}
