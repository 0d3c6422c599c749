import type { Severity } from '../severity.ts';

/** One vulnerability of a scan, read from the service's `Issue`. Every string is hostile. */
export interface Finding {
  /** The key it stood under with `issue_types=true`, such as `headers`; `null` in the plain list. */
  readonly type: string | null;
  /** One of the groups of section 2.5 of the interface, or whatever the service said; empty when absent. */
  readonly group: string;
  readonly name: string;
  readonly severity: Severity;
  /** What the service said, where that is none of the five and `severity` was placed by score. */
  readonly unknownSeverity: string | null;
  readonly cvss: { readonly score: number; readonly vector: string } | null;
  /** `CVE-…` identifiers. */
  readonly cve: readonly string[];
  readonly cwe: readonly number[];
  readonly description: string;
  readonly remediation: string;
  /** Reference links as given; not yet known to be links. */
  readonly references: readonly string[];
}
