/** The types of a policy: settings, ignore rules and rules for the host. */

import type { Severity } from '../core/severity.ts';
import type { PolicyFile } from './policy-schema.ts';
import type { policyRows, SettingSources, ValuesOf } from './settings-table.ts';

/** What may block (`docs/contract.md`, "Policy"): the settings that have one value each, and the rules. */
export type Policy = ValuesOf<typeof policyRows> & {
  readonly ignore: readonly IgnoreRule[];
  readonly hostRules: HostRules | null;
  /** Hosts that the target may redirect to; `null` if none are named. */
  readonly allowedRedirects: readonly string[] | null;
};

/** Findings that match every given field do not block. The schema of the policy file describes the fields. */
export type IgnoreRule = OrNull<NonNullable<PolicyFile['ignore']>[number]> & {
  /** Line of the rule in the policy file, from 1. */
  readonly line: number;
};

/** `Fields` with `null` for what is not given. */
type OrNull<Fields> = {
  readonly [Name in keyof Fields]-?: undefined extends Fields[Name]
    ? Exclude<Fields[Name], undefined> | null
    : Fields[Name];
};

export interface HostRules {
  /** `null`: ports are not checked. */
  readonly allowedPorts: readonly number[] | null;
  /** Days that every certificate must still be valid; `null`: certificates are not checked. */
  readonly certificateMinDays: number | null;
  readonly requireWaf: boolean;
  /** The severity of a violation. */
  readonly severity: Severity;
}

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
  readonly sources: SettingSources;
  /** Which ignore rules of the repository count; `null` for none. */
  readonly allowIgnores: { readonly maxDays: number; readonly maxSeverity: Severity } | null;
  /** True if a baseline of the repository that is a URL counts. */
  readonly allowBaseline: boolean;
}
