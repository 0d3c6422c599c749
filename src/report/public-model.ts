/**
 * Makes the report for `disclosure: counts`: the verdict, its reasons and the counts. Names, addresses, evidence and
 * facts about the host are left out, because they would help an attacker. Every field is written out, so that a new
 * field does not compile before somebody has decided who may read it. Each text in a reason says itself who may read it
 * (`core/classified-text.ts`).
 */

import { withPublicTexts } from '../core/classified-text.ts';
import type { Assessment } from '../gate/verdict.ts';
import type { IgnoreRule, OrganizationPolicy, Policy } from '../policy/policy.ts';
import { mapRows, policyRows } from '../policy/settings-table.ts';
import { noFiles, type ReportedScan, type ReportModel } from './model.ts';

/** The model for a report that anybody may read. */
export function publicModelOf(model: ReportModel): ReportModel {
  const { settings } = model;
  return {
    language: model.language,
    assessment: withholdAssessment(model.assessment),
    target: null,
    acceptedStatuses: model.acceptedStatuses,
    scan: withholdScanFacts(model.scan),
    serviceHost: model.serviceHost,
    hostFacts: null,
    settings: {
      ...settings,
      policy: withholdPolicy(settings.policy),
      organization: withholdOrganization(settings.organization),
    },
    policyPages: model.policyPages,
    // No file is published, so only the log reports a missing file.
    files: noFiles,
    run: model.run,
    isOnPullRequest: model.isOnPullRequest,
    lastReport: model.lastReport,
    trend: model.trend,
    disclosure: model.disclosure,
    writtenAt: model.writtenAt,
  };
}

function withholdAssessment(assessment: Assessment): Assessment {
  const { verdict } = assessment;
  return {
    verdict: { outcome: verdict.outcome, reasons: withPublicTexts(verdict.reasons) },
    partial: assessment.partial,
    complete: assessment.complete,
    findings: [],
    counts: assessment.counts,
    countsByStatus: assessment.countsByStatus,
    blockingCount: assessment.blockingCount,
    unlisted: assessment.unlisted,
    baseline: assessment.baseline,
    hostViolations: [],
    blockingViolationCount: assessment.blockingViolationCount,
    exceededBudgets: assessment.exceededBudgets,
    ruleNotices: assessment.ruleNotices.map(({ rule, kind }) => ({ rule: withholdRule(rule), kind })),
    // Numbers only.
    outcomeByPolicy: assessment.outcomeByPolicy,
  };
}

function withholdScanFacts(scan: ReportedScan): ReportedScan {
  const { id, origin, startedAt, endedAt, percentage, checks, subdomains, leaks, baselineDifferences } = scan;
  const published = { id, origin, startedAt, endedAt, percentage, checks, subdomains, leaks };
  return { ...published, preferences: null, preferenceDifferences: [], baselineDifferences };
}

/** Ignore rules name findings, and redirects name hosts. */
function withholdPolicy(policy: Policy): Policy {
  return {
    ...mapRows(policyRows, (row, key) => (policy[key] === null ? null : row.withhold(policy[key]))),
    ignore: policy.ignore.map(withholdRule),
    hostRules: policy.hostRules,
    allowedRedirects: policy.allowedRedirects?.map(() => '***') ?? null,
  };
}

/** The name of the file stays, because the workflow shows it too. */
function withholdOrganization(organization: OrganizationPolicy | null): OrganizationPolicy | null {
  if (organization === null) return null;
  const { name, commit, digest, policy, sources, allowIgnores, allowBaseline } = organization;
  return { name, commit, digest, policy: withholdPolicy(policy), sources, allowIgnores, allowBaseline };
}

function withholdRule({ severity, expires, line }: IgnoreRule): IgnoreRule {
  const nothing = { fingerprint: null, name: null, group: null, type: null, cwe: null, cve: null };
  return { ...nothing, where: null, severity, reason: '***', expires, owner: null, line };
}
