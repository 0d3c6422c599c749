/** What the service answers, as in docs/internals/service-interface.md, sections 2.2 to 2.5. */

import type { Language } from '../../src/core/choices.ts';
import type { Severity } from '../../src/core/severity.ts';

export const languages = ['en', 'pt'] as const satisfies readonly Language[];

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
export type IssueType =
  | 'headers'
  | 'cookies'
  | 'tls'
  | 'cors'
  | 'content'
  | 'exposed_files'
  | 'exposed_information'
  | 'secrets'
  | 'injection'
  | 'open_redirect';

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

export interface Certificate {
  readonly 'Issue On': { readonly $date: number };
  readonly 'Expires On': { readonly $date: number };
  readonly commonName: string;
  readonly subject: string;
  readonly sha1: string;
  readonly sha256: string;
  readonly serial_number: string;
  readonly subjectAltName?: readonly string[];
}

interface Service {
  readonly state: string;
  readonly reason: string;
  readonly name: string;
  readonly product: string;
  readonly version: string;
  readonly port: number | '';
}

/** Section 2.4, without `total_checked`, which the scan counts. */
export interface Information {
  readonly services: readonly Service[];
  readonly emails: readonly string[];
  readonly components: Readonly<Record<string, null>>;
  readonly database: Readonly<Record<string, string>>;
  readonly web_server: Readonly<Record<string, string>>;
  readonly os: Readonly<Record<string, string>>;
  readonly cdn: string | null;
  readonly cms: string | null;
  readonly certificate: readonly Certificate[];
  readonly waf: readonly string[];
  readonly ips: readonly string[];
  readonly isp: string;
}

export interface Leak {
  readonly email: string;
  readonly source: string;
}

/** Section 2.2. The document does not say where `subdomains` and `leaks` are; the sandbox puts them here. */
export interface ScanResult {
  readonly issuesSummaryTotal: number;
  readonly issuesCategoriesSummary: Readonly<Record<string, number>>;
  readonly issues: readonly Issue[] | Readonly<Record<string, { readonly issues: readonly Issue[] }>>;
  readonly identificator: string;
  readonly issuesSummary: Readonly<Record<Severity, number>>;
  readonly totalChecked: number;
  readonly information: Information & { readonly total_checked: number };
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly percentage: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly subdomains?: readonly string[];
  readonly leaks?: readonly Leak[];
}
