import type { Severity } from '../core/severity.ts';
import type { FailOn } from '../core/words.ts';
import type { Target } from '../inputs/target-url.ts';

/** What may block (`docs/contract.md`, "Policy"). */
export type Policy = JudgedPolicy & RunPolicy;

/** What a scan is judged by. The organization's policy has an assessment of its own (`org-policy`). */
interface JudgedPolicy {
  readonly failOn: FailOn;
  /** Lowest CVSS score that blocks, 0.0 to 10.0. */
  readonly failOnCvss: number | null;
  /** More findings of a severity than allowed here block. */
  readonly maxFindings: Readonly<Partial<Record<Severity, number>>>;
  readonly baseline: Baseline | null;
  /** How many of the newest finished scans of a URL baseline count together, 1 to 5. */
  readonly baselineScans: number;
  /** A scan that made fewer checks is no answer; `null` for any number above zero. */
  readonly minChecks: number | null;
  readonly failFast: boolean;
  readonly ignore: readonly IgnoreRule[];
  readonly host: HostRules | null;
}

/** What holds once for the whole run. With a policy of the organization, the stricter of both (`bindSettings`). */
export interface RunPolicy {
  /** What the verdict does to the step, and to nothing else. */
  readonly onFail: 'fail' | 'warn';
  readonly onInconclusive: 'fail' | 'warn';
  /** Hosts that the target may redirect to. */
  readonly allowedRedirects: readonly string[];
  /** Statuses from 300 to 499 that are right for the target, such as 404 of an API without a root page. */
  readonly allowedStatuses: readonly number[];
}

/** The scan that findings are compared with. */
export type Baseline = { kind: 'url'; url: Target } | { kind: 'previous' } | { kind: 'scan'; scanId: string };

/** Findings that match every given field do not block. `null`: not given. */
export interface IgnoreRule {
  readonly fingerprint: string | null;
  /** Glob for the name. */
  readonly name: string | null;
  readonly group: string | null;
  readonly type: string | null;
  /** With `cwe` and with `cve`, the rule matches findings of which it names every number or identifier. */
  readonly cwe: readonly number[] | null;
  /** In upper case. */
  readonly cve: readonly string[] | null;
  /** Glob for places. The rule matches findings with places, all of them known and all matching. */
  readonly where: string | null;
  /** The rule does not apply to findings that are more severe. */
  readonly severity: Severity | null;
  readonly reason: string;
  /** Last day on which the rule applies, such as `2026-12-31`, in UTC. */
  readonly expires: string | null;
  readonly owner: string | null;
  /** Line of the rule in the policy file, from 1. */
  readonly line: number;
}

export interface HostRules {
  /** `null`: ports are not checked. */
  readonly allowedPorts: readonly number[] | null;
  /** Days that every certificate must still be valid; `null`: certificates are not checked. */
  readonly certificateMinDays: number | null;
  readonly requireWaf: boolean;
  /** The severity of a violation. */
  readonly severity: Severity;
}

/** Where the value of a setting comes from. */
export type SettingSource = 'input' | 'file' | 'default' | 'organization';

/** A policy file of the organization as it was read. */
export interface OrganizationPolicy {
  /** `OWNER/REPO/PATH@REF`, as given. */
  readonly name: string;
  /** The commit that it was read at. */
  readonly commit: string;
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly digest: string;
  /** What the file sets, and defaults for the rest. */
  readonly policy: Policy;
  readonly sources: Readonly<Record<string, SettingSource>>;
  /** What the file names for the whole run; `null` where it does not. */
  readonly named: Named;
  /** Which ignore rules of the repository count; `null` for none. */
  readonly allowIgnores: { readonly maxDays: number; readonly maxSeverity: Severity } | null;
  /** True if the repository's baseline counts where it is a URL. */
  readonly allowBaseline: boolean;
}

/** What one of the two policies lets the target answer; `null` where it says nothing. */
interface Named {
  readonly statuses: readonly number[] | null;
  readonly redirects: readonly string[] | null;
}
