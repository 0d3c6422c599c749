/** The words of `docs/contract.md` that more than one stage uses. */

import { type Severity, severities } from './severity.ts';

export const languages = ['en', 'pt'] as const;
export type Language = (typeof languages)[number];

export const failOnValues = [...severities, 'never'] as const;
export type FailOn = Severity | 'never';

/** What a gate may say, from best to worst. */
export const outcomes = ['pass', 'inconclusive', 'fail'] as const;
export type Outcome = (typeof outcomes)[number];

export const commentValues = ['always', 'on-failure', 'never'] as const;

/** The values of `disclosure`: publish everything, only counts, or whichever fits the visibility of the repository. */
export const disclosureValues = ['full', 'counts', 'auto'] as const;

export const pdfTypes = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'] as const;
export type PdfType = (typeof pdfTypes)[number];
/** What `reports` may list: report types, and `on-failure`, which fetches them only if the verdict is `fail`. */
export const pdfChoices = [...pdfTypes, 'on-failure'] as const;
export type PdfChoice = (typeof pdfChoices)[number];

/** Whether findings are published (`full`), or only their counts (`counts`), and why. */
export type Disclosure =
  | { readonly mode: 'full' }
  /**
   * `setting`: a setting says so. `public`: the repository is public. `unknown`: its visibility is not known, and it
   * counts as public. The visibility decides with `auto`, and for a tracking issue without an explicit `full`.
   */
  | { readonly mode: 'counts'; readonly because: 'setting' | 'public' | 'unknown' };
