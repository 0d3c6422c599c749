/** What the service answers, as in docs/internals/service-interface.md, sections 2.2 to 2.5. */

import type { Severity } from '../../src/core/severity.ts';

export const languages = ['en', 'pt'] as const;
export type Language = (typeof languages)[number];

/** Section 2.5. */
export const issueGroups = [
  'Improper Access Control',
  'Improper Interaction Between Multiple Correctly-Behaving Entities',
  'Improper Control of a Resource Through its Lifetime',
  'Incorrect Calculation',
  'Insufficient Control Flow Management',
  'Protection Mechanism Failure',
  'Incorrect Comparison',
  'Improper Check or Handling of Exceptional Conditions',
  'Improper Neutralization',
  'Improper Adherence to Coding Standards',
  'Unspecified Threat',
] as const;
export type IssueGroup = (typeof issueGroups)[number];

/** Keys of the answer grouped by type. The document names `headers`; the others are the sandbox's own. */
export type IssueType = 'headers' | 'cookies' | 'exposed_files' | 'exposed_information' | 'injection';

/** Section 2.3. */
export interface Issue {
  readonly group: IssueGroup;
  readonly name: string;
  readonly severity: Severity;
  readonly cve: readonly string[];
  readonly cwe: readonly number[];
  readonly cvss: { readonly score: number; readonly detail: string };
  readonly remediation: string;
  readonly references: string;
  readonly description: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Section 2.4, without `total_checked`, which the scan counts. */
export interface Information {
  readonly services: readonly Readonly<Record<string, string | number>>[];
  readonly emails: readonly string[];
  readonly components: Readonly<Record<string, null>>;
  readonly database: Readonly<Record<string, string>>;
  readonly web_server: Readonly<Record<string, string>>;
  readonly os: Readonly<Record<string, string>>;
  readonly cdn: string | null;
  readonly cms: null;
  readonly certificate: readonly object[];
  readonly waf: readonly string[];
  readonly ips: readonly string[];
  readonly isp: string;
}
