import type { Severity } from '../core/severity.ts';
import type { policyRows, ValuesOf } from './settings-table.ts';

/** What may block (`docs/contract.md`, "Policy"): the settings that are one value each, and rules. */
export type Policy = ValuesOf<typeof policyRows> & {
  readonly ignore: readonly IgnoreRule[];
  readonly host: HostRules | null;
  /** Hosts that the target may redirect to. */
  readonly allowedRedirects: readonly string[];
};

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
  /** The hosts that the file allows redirects to; `null` where it names none. */
  readonly namedRedirects: readonly string[] | null;
  /** Which ignore rules of the repository count; `null` for none. */
  readonly allowIgnores: { readonly maxDays: number; readonly maxSeverity: Severity } | null;
  /** True if the repository's baseline counts where it is a URL. */
  readonly allowBaseline: boolean;
}
