import type { Severity } from './severity.ts';

/** The words of `contract.md` that more than one stage speaks of. */
export type Language = 'en' | 'pt';
export type FailOn = Severity | 'never';
/** What is published of the findings: all of it, or how many they are; `auto` goes by who can read the repository. */
export const disclosures = ['full', 'counts', 'auto'] as const;
export type DisclosureSetting = (typeof disclosures)[number];
/** Whether the findings of a run are published or only counted, and why. */
export interface Disclosure {
  readonly mode: 'full' | 'counts';
  /** `setting`: it is set so. With `auto`: the repository is `public`, or that is `unknown`, which counts as public. */
  readonly because: 'setting' | 'public' | 'unknown';
}
export const reportTypes = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'] as const;
export type ReportType = (typeof reportTypes)[number];

/** Whether findings are published or only counted (input `disclosure`), and why. */
export interface Disclosure {
  readonly mode: 'full' | 'counts';
  /** `setting`: it is set so. With `auto`: the repository is `public`, or that is `unknown`, which counts as public. */
  readonly because: 'setting' | 'public' | 'unknown';
}
