import type { Problem, RequestFault } from '../core/problem.ts';
import type { Reason } from '../gate/verdict.ts';
import type { IgnoreRule, Policy } from '../policy/policy.ts';
import type { ReportModel } from './model.ts';

/**
 * The model for readers who may be anybody (`disclosure: counts`): the verdict, its reasons and the counts, without
 * anything that would help an attacker, that is names, addresses, evidence and what is known of the host.
 */
export function withholdDetails(model: ReportModel): ReportModel {
  const { assessment } = model;
  return {
    ...model,
    target: null,
    host: null,
    scan: { ...model.scan, preferences: null },
    // None of them is published, so that one is missing is for the log of the run alone.
    files: { artifact: null, pdfs: [], missing: [] },
    policy: withholdPolicy(model.policy),
    assessment: {
      ...assessment,
      findings: [],
      hostViolations: [],
      ruleNotices: assessment.ruleNotices.map((notice) => ({ ...notice, rule: withholdRule(notice.rule) })),
      verdict: { ...assessment.verdict, reasons: assessment.verdict.reasons.map(withholdReason) },
    },
  };
}

/** Ignore rules name findings, and a baseline and redirects name hosts. */
function withholdPolicy(policy: Policy): Policy {
  const { baseline } = policy;
  const url =
    baseline?.kind === 'url' ? { ...baseline.url, given: '***', shown: '***', logName: '***' } : null;
  return {
    ...policy,
    baseline: url === null ? baseline : { kind: 'url', url },
    ignore: policy.ignore.map(withholdRule),
    allowedRedirects: policy.allowedRedirects.map(() => '***'),
  };
}

/** What is left is where it stands, and when it ends. */
function withholdRule(rule: IgnoreRule): IgnoreRule {
  const nothing = { fingerprint: null, name: null, group: null, type: null, cwe: null, cve: null };
  return { ...rule, ...nothing, reason: '***', owner: null };
}

function withholdReason(reason: Reason): Reason {
  return reason.kind === 'problem' ? { kind: 'problem', problem: withholdProblem(reason.problem) } : reason;
}

/** `problem` for readers who may be anybody: free text of the service or the site may name what was found. */
export function withholdProblem(problem: Problem): Problem {
  switch (problem.kind) {
    case 'start-lost': {
      const { listFault } = problem;
      const unread = listFault === undefined ? {} : { listFault: withholdFault(listFault) };
      return { ...problem, fault: withholdFault(problem.fault), ...unread };
    }
    case 'service':
    case 'target-not-ready':
      return { ...problem, fault: withholdFault(problem.fault) };
    case 'unreadable':
      return { ...problem, where: problem.where.replace(/[.[].*$/s, '') };
    case 'target-left-site':
      return { ...problem, location: '***' };
    case 'baseline':
      return { ...problem, baseline: '***', problem: withholdProblem(problem.problem) };
    case 'deployment-failed':
      return { ...problem, logUrl: '' };
    case 'other-scan':
      return { ...problem, got: '***' };
    case 'internal':
      return { ...problem, detail: '' };
    default:
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
      return { ...fault, where: fault.where.replace(/[.[].*$/s, '') };
    default:
      return fault;
  }
}
