/** What the fault table is made of. The tests and `docs/faults.md` are made from it. */
import type { Fault, FaultRule } from '../../../sandbox/faults.ts';
import type { SandboxOptions } from '../../../sandbox/server.ts';
import type { RunnerEvent } from '../../support/event-parts.ts';
import type { Break } from './front.ts';

/** The operations of the service, and the site that is scanned. */
export type Place = 'start' | 'fetch' | 'list' | 'report' | 'target';

/** Something that breaks on the way to the service, before the first request to `at`. */
export interface Breakage {
  readonly how: Break;
  readonly at: readonly Exclude<Place, 'target'>[];
  /** True: it is mended as soon as the action has met it. */
  readonly mended: boolean;
}

/** What the action meets when it asks the target before a scan; the scan itself meets the hardened site. */
export type TargetPlan =
  | { readonly kind: 'break'; readonly how: Break; readonly mended: boolean }
  | { readonly kind: 'status'; readonly status: number; readonly times?: number }
  | { readonly kind: 'reset' | 'hang'; readonly times?: number }
  /** `within` leads to another page, `round` to itself. */
  | { readonly kind: 'redirect'; readonly to: 'https' | 'www' | 'within' | 'elsewhere' | 'round' };

/** One run of the action: what it is given and what goes wrong. Rows may share one. */
export interface Plan {
  readonly inputs?: Readonly<Record<string, string>>;
  /** Default: the hardened site, which passes. */
  readonly site?: 'hardened' | 'weak';
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
  /** `always` where it makes no difference how long it lasts. */
  readonly lasts: 'briefly' | 'on' | 'always';
  readonly plan: Plan;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly scans: 0 | 1;
  /** What the run says: in its reason, or as a warning where the verdict stands. Names the place, the cause and the remedy. */
  readonly says: readonly string[];
  /** In the docs, in place of what it says. */
  readonly note?: string;
}

/** A fault at any operation of the service. */
export interface WireFault {
  readonly title: string;
  readonly cause: Fault | Break;
  /** What the message names as the cause; `lost` where the answer to the start was lost. */
  readonly says: string;
  readonly lost?: string;
  /** In the case of a report, where it is told differently. */
  readonly reportSays?: string;
  /** What the message tells to do: at every place, or by place. */
  readonly remedy: string | Readonly<Record<Exclude<Place, 'target'>, string>>;
  /**
   * What a start that meets it comes to: `again` where none can have begun and it is sent again, `lost` where one may have
   * begun and it is looked up, `final` where the service has refused it.
   */
  readonly start: 'again' | 'lost' | 'final';
  /** True where the operation is carried out before the fault. */
  readonly carriedOut?: boolean;
  /** Where the next answer may well be a good one, and is waited for. */
  readonly passes: readonly ('fetch' | 'list' | 'report')[];
}
