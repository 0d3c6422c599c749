/**
 * What is published with `disclosure: counts`: the verdict, its reasons and the counts, without what would help an
 * attacker, that is names, addresses, evidence and facts about the host. Every field is written out, so that a new one does
 * not compile until somebody decided whether anybody may read it. Of a reason, each text says what it is (`core/outside.ts`).
 */
import { withheld } from '../core/outside.ts';
import type { Assessment } from '../gate/verdict.ts';
import type { IgnoreRule, OrganizationPolicy, Policy } from '../policy/policy.ts';
import { mapRows, policyRows } from '../policy/settings-table.ts';
import type { ReportModel, ScanFacts } from './model.ts';

/** The model for a report that anybody may read. */
export function withholdDetails(model: ReportModel): ReportModel {
  const { language, assessment, acceptedStatuses, scan, serviceHost, policy, settings } = model;
  const { policyPlace, run, onPullRequest, previous, trend, disclosure, writtenAt } = model;
  return {
    language,
    assessment: withholdFindings(assessment),
    target: null,
    acceptedStatuses,
    scan: withholdPreferences(scan),
    serviceHost,
    host: null,
    policy: withholdPolicy(policy),
    settings: { ...settings, organization: withholdOrganization(settings.organization) },
    policyPlace,
    // No file is published, so a missing one is reported in the log only.
    files: { artifact: null, pdfs: [], missing: [] },
    run,
    onPullRequest,
    previous,
    trend,
    disclosure,
    writtenAt,
  };
}

function withholdFindings(assessment: Assessment): Assessment {
  const { verdict, partial, complete, counts, byStatus, blocking, unlisted, ignored } = assessment;
  const { baseline, ruleNotices, byPolicy } = assessment;
  return {
    verdict: { outcome: verdict.outcome, reasons: withheld(verdict.reasons) },
    partial,
    complete,
    findings: [],
    counts,
    byStatus,
    blocking,
    unlisted,
    ignored,
    baseline,
    hostViolations: [],
    ruleNotices: ruleNotices.map(({ rule, kind }) => ({ rule: withholdRule(rule), kind })),
    // Numbers only.
    byPolicy,
  };
}

function withholdPreferences(scan: ScanFacts): ScanFacts {
  const { id, origin, startedAt, endedAt, percentage, checks, subdomains, leaks } = scan;
  const { baselineDifferences } = scan;
  return {
    id,
    origin,
    startedAt,
    endedAt,
    percentage,
    checks,
    subdomains,
    leaks,
    preferences: null,
    preferenceDifferences: [],
    baselineDifferences,
  };
}

/** Ignore rules name findings, and redirects name hosts. */
function withholdPolicy(policy: Policy): Policy {
  return {
    ...mapRows(policyRows, (row, key) => row.withhold(policy[key])),
    ignore: policy.ignore.map(withholdRule),
    host: policy.host,
    allowedRedirects: policy.allowedRedirects.map(() => '***'),
  };
}

/** Its name says which file was read, which the workflow says too. */
function withholdOrganization(organization: OrganizationPolicy | null): OrganizationPolicy | null {
  if (organization === null) return null;
  const { name, commit, digest, policy, sources, namedRedirects, allowIgnores, allowBaseline } = organization;
  return {
    name,
    commit,
    digest,
    sources,
    allowIgnores,
    allowBaseline,
    policy: withholdPolicy(policy),
    namedRedirects: namedRedirects?.map(() => '***') ?? null,
  };
}

function withholdRule({ severity, expires, line }: IgnoreRule): IgnoreRule {
  const nothing = { fingerprint: null, name: null, group: null, type: null, cwe: null, cve: null };
  return { ...nothing, where: null, severity, reason: '***', expires, owner: null, line };
}
