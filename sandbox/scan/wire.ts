/** The service's data as it travels, sections 2.1 to 2.6 of the interface document. */

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Section 2.5, exact values. */
export const ISSUE_GROUPS = [
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
export type IssueGroup = (typeof ISSUE_GROUPS)[number];

/** Keys of the grouped answer (`issue_types=true`); the document names `headers`, the rest is the sandbox's own. */
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

export interface CrawlerOptions {
  open_directory: boolean;
  exposed_information: boolean;
  backdoor_detection: boolean;
  exposed_emails: boolean;
  search_url_malware: boolean;
  open_redirect: boolean;
  exposed_apikeys: boolean;
}

/** Section 2.1. Fields the document does not name are kept and echoed. */
export interface Preferences {
  scan_type: string;
  leak_data_usage: number;
  cms_brute_force: number;
  scan_speed: string;
  web_brute_force: number;
  search_in_web_cache: boolean;
  scan_deep: number;
  xss: boolean;
  sqli: boolean;
  crawler_options: CrawlerOptions;
  [unnamed: string]: unknown;
}

/** Section 2.3. */
export interface Issue {
  group: IssueGroup;
  name: string;
  severity: Severity;
  cve: string[];
  cwe: number[];
  cvss: { score: number; detail: string };
  remediation: string;
  references: string;
  description: string;
  raw: Record<string, unknown>;
}

export interface Certificate {
  'Issue On': { $date: number };
  'Expires On': { $date: number };
  commonName: string;
  subject: string;
  sha1: string;
  sha256: string;
  serial_number: string;
  subjectAltName?: string[];
}

interface Service {
  state: string;
  reason: string;
  name: string;
  product: string;
  version: string;
  port: number | '';
}

/** Section 2.4. */
export interface Information {
  services: Service[];
  emails: string[];
  components: Record<string, null>;
  database: Record<string, string>;
  web_server: Record<string, string>;
  os: Record<string, string>;
  cdn: string | null;
  cms: string | null;
  certificate: Certificate[];
  waf: string[];
  ips: string[];
  isp: string;
  total_checked: number;
}

/** Section 2.2. `subdomains` and `leaks` are where the sandbox puts what the document asks for but does not place. */
export interface ScanResult {
  issuesSummaryTotal: number;
  issuesCategoriesSummary: Record<string, number>;
  issues: Issue[] | Record<string, { issues: Issue[] }>;
  identificator: string;
  issuesSummary: Record<Severity, number>;
  totalChecked: number;
  information: Information;
  preferences: Record<string, unknown>;
  percentage: string;
  startDate: string;
  endDate: string | null;
  subdomains?: string[];
  leaks?: Leak[];
}

export interface Leak {
  email: string;
  source: string;
}

/** Section 2.6. */
export interface ScanListEntry {
  url: string;
  scans: ScanSummary[];
  total: number;
}

interface ScanSummary {
  id: string;
  startDate: number;
  progress: number;
  preferences: Record<string, unknown>;
  severity: Severity;
  subdomains: number | null;
}
