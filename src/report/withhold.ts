/**
 * What is published with `disclosure: counts`: the verdict, its reasons and the counts, without what would help an
 * attacker, that is names, addresses, evidence and facts about the host. Every kind and every field is written out, so that
 * a new one does not compile until somebody decided whether anybody may read it.
 */
import type { Problem, RequestFault } from '../core/problem.ts';
import { interfacePreferences } from '../gate/scan-preferences.ts';
import type { Assessment, Reason } from '../gate/verdict.ts';
import type { IgnoreRule, OrganizationPolicy, Policy } from '../policy/policy.ts';
import { mapRows, policyRows } from '../policy/settings-table.ts';
import type { ReportModel, ScanFacts } from './model.ts';

/** The model for a report that anybody may read. */
export function withholdDetails(model: ReportModel): ReportModel {
  const { language, assessment, acceptedStatuses, scan, policy, settings, policyFile } = model;
  const { run, onPullRequest, previous, trend, disclosure, writtenAt } = model;
  return {
    language,
    assessment: withholdFindings(assessment),
    target: null,
    acceptedStatuses,
    scan: withholdPreferences(scan),
    host: null,
    policy: withholdPolicy(policy),
    settings: { ...settings, organization: withholdOrganization(settings.organization) },
    policyFile,
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
  const { verdict, partial, complete, counts, blocking, unlisted, ignored, baseline, ruleNotices, byPolicy } =
    assessment;
  return {
    verdict: { outcome: verdict.outcome, reasons: verdict.reasons.map(withholdReason) },
    partial,
    complete,
    findings: [],
    counts,
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
  const { id, origin, startedAt, endedAt, percentage, checks, baselineDifferences } = scan;
  return {
    ...{ id, origin, startedAt, endedAt, percentage, checks },
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
    ...{ name, commit, digest, sources, allowIgnores, allowBaseline },
    policy: withholdPolicy(policy),
    namedRedirects: namedRedirects?.map(() => '***') ?? null,
  };
}

function withholdRule({ severity, expires, line }: IgnoreRule): IgnoreRule {
  const nothing = { fingerprint: null, name: null, group: null, type: null, cwe: null, cve: null };
  return { ...nothing, where: null, severity, reason: '***', expires, owner: null, line };
}

function withholdReason(reason: Reason): Reason {
  switch (reason.kind) {
    case 'problem':
      return { ...reason, problem: withholdProblem(reason.problem) };
    case 'nothing-blocks':
    case 'blocking-findings':
    case 'over-cvss':
    case 'over-budget':
    case 'host-violations':
    case 'unlisted-findings':
      return reason;
  }
}

/** `problem` without free text of the service or the site, which may name findings. */
export function withholdProblem(problem: Problem): Problem {
  switch (problem.kind) {
    case 'service':
    case 'target-not-ready':
    case 'target-lost':
      return { ...problem, fault: withholdFault(problem.fault) };
    case 'start-lost': {
      const { listFault } = problem;
      const unread = listFault === undefined ? {} : { listFault: withholdFault(listFault) };
      return { ...problem, fault: withholdFault(problem.fault), ...unread };
    }
    case 'unreadable':
      return { ...problem, where: topOf(problem.where) };
    case 'target-left-site':
      return { ...problem, location: '***' };
    case 'baseline':
      return { ...problem, baseline: '***', problem: withholdProblem(problem.problem) };
    case 'deployment-failed':
      return { ...problem, logUrl: '' };
    case 'other-scan':
      return { ...problem, got: '***' };
    case 'check-switched-off':
      return {
        ...problem,
        checks: problem.checks.map((name) => (interfacePreferences.has(name) ? name : '***')),
      };
    case 'internal':
      return { ...problem, detail: '' };
    case 'missing-api-key':
    case 'target-refused':
    case 'deployment-not-ready':
    case 'deployment-not-meant':
    case 'no-deployment':
    case 'no-deployment-url':
    case 'deployments-unreadable':
    case 'timeout':
    case 'no-end-date':
    case 'list-cut':
    case 'ended-early':
    case 'nothing-checked':
    case 'too-few-checks':
    case 'uncounted-findings':
    case 'no-host-information':
    case 'policy-unreadable':
    case 'cancelled':
      return problem;
  }
}

function withholdFault(fault: RequestFault): RequestFault {
  switch (fault.kind) {
    case 'status':
    case 'not-json':
      return { ...fault, detail: '' };
    case 'redirect':
      return { ...fault, location: '***' };
    case 'wrong-shape':
      return { ...fault, where: topOf(fault.where) };
    case 'network':
    case 'tls':
    case 'timeout':
    case 'too-slow':
    case 'too-large':
    case 'too-many-values':
    case 'not-pdf':
    case 'holds-secret':
      return fault;
  }
}

/** The first name of a path in the service's answer: `issues` of `issues[3].name`. */
function topOf(path: string): string {
  return path.replace(/[.[].*$/s, '');
}
