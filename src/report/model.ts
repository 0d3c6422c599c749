import type { HostInformation } from '../gate/host-information.ts';
import type { Assessment } from '../gate/verdict.ts';
import type { Policy } from '../inputs/policy.ts';
import type { Settings } from '../inputs/settings.ts';
import type { Language, ReportType } from '../inputs/words.ts';
import type { ScanOrigin } from '../scan/obtain.ts';
import type { Severity } from '../severity.ts';
import type { PreviousState } from './changes.ts';

/** Everything the reports say, gathered once, so that all of them say the same. Strings from a scan are hostile. */
export interface ReportModel {
  readonly language: Language;
  readonly assessment: Assessment;
  /** The target without user info and query values; `null` when none was known (an attached scan says none). */
  readonly target: string | null;
  readonly scan: ScanFacts;
  readonly host: HostInformation | null;
  readonly policy: Policy;
  /** The other settings in force, where each came from, and the policy file that was read. */
  readonly settings: Omit<Settings, 'policy'>;
  readonly files: ReportFiles;
  readonly run: RunFacts;
  /** What the comment or the tracking issue said before; `null` where there was none. */
  readonly previous: PreviousState | null;
  /** Earlier finished scans of the target, in any order; empty where no trend is to be shown. */
  readonly trend: readonly TrendPoint[];
  readonly disclosure: Disclosure;
}

/** Whether findings are published or only counted (input `disclosure`), and why. */
export interface Disclosure {
  readonly mode: 'full' | 'counts';
  /** `setting`: it is set so. With `auto`: the repository is `public`, or that is `unknown`, which counts as public. */
  readonly because: 'setting' | 'public' | 'unknown';
}

/** A scan of the target as the scan list has it (service interface, section 2.6). */
export interface TrendPoint {
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Of its worst finding; `null` where the list does not say. */
  readonly severity: Severity | null;
}

export interface ScanFacts {
  /** `null` when no scan was started. */
  readonly id: string | null;
  readonly origin: ScanOrigin;
  /** Milliseconds since the Unix epoch, by the service's clock. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly percentage: number | null;
  readonly checks: number | null;
  /** The preferences the scan ran with, as the service echoes them. */
  readonly preferences: Readonly<Record<string, unknown>> | null;
}

/** Where the reports are to be found. */
export interface ReportFiles {
  readonly artifact: { readonly name: string; readonly url: string } | null;
  readonly pdfs: readonly { readonly type: ReportType; readonly fileName: string }[];
  /** Reports that were asked for and could not be had, with the reason in the model's language. */
  readonly missing: readonly { readonly type: ReportType; readonly why: string }[];
}

export interface RunFacts {
  /** Page of the workflow run, with the attempt. */
  readonly url: string;
  readonly workflow: string;
  readonly job: string;
  /** Commit that was gated, where known. */
  readonly sha: string | null;
  /** Whole duration of the step so far, in milliseconds. */
  readonly durationMs: number;
}
