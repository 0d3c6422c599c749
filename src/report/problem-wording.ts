import type { Endpoint, Problem, RequestFault } from '../core/problem.ts';
import { quotable } from './markdown/escape.ts';
import { type Advice, say } from './texts/by-kind.ts';
import type { Texts } from './texts/texts.ts';

/** What happened and what to do about `problem`, as plain text. Strings in it may be hostile. */
export function describeProblem(problem: Problem, texts: Texts): Advice {
  return say(texts.problem, cleanProblem(problem));
}

/** What happened and what to do about a failed request to the service, as plain text. Strings in it may be hostile. */
export function describeFault(fault: RequestFault, endpoint: Endpoint, texts: Texts): Advice {
  return say(texts.fault, cleanFault(fault), endpoint);
}

/** Longest free text of an error that is shown, in code points. */
const maxDetailLength = 200;

function remote(text: string): string {
  return quotable(text, maxDetailLength);
}

/** An address without user info, query and fragment, which may hold secrets. */
function address(text: string): string {
  const url = URL.parse(text);
  if (url === null) return remote(text.replace(/[?#].*$/su, '').replace(/\/\/[^/]*@/u, '//'));
  return remote(`${url.protocol}//${url.host}${url.pathname}`);
}

/** `fault` with every string in it short, harmless as plain text and without backticks. */
function cleanFault(fault: RequestFault): RequestFault {
  switch (fault.kind) {
    case 'network':
    case 'tls':
      return { ...fault, code: remote(fault.code) };
    case 'status':
    case 'not-json':
      return { ...fault, detail: remote(fault.detail) };
    case 'redirect':
      return { ...fault, location: address(fault.location) };
    case 'wrong-shape':
      return { ...fault, where: remote(fault.where), expected: remote(fault.expected) };
    case 'timeout':
    case 'too-slow':
    case 'too-large':
    case 'too-many-values':
    case 'not-pdf':
    case 'holds-secret':
      return fault;
  }
}

/** `problem` with every string in it short, harmless as plain text and without backticks. */
function cleanProblem(problem: Problem): Problem {
  switch (problem.kind) {
    case 'target-not-ready':
    case 'target-lost':
    case 'service':
      return { ...problem, fault: cleanFault(problem.fault) };
    case 'start-lost':
      return {
        ...problem,
        fault: cleanFault(problem.fault),
        ...(problem.listFault === undefined ? {} : { listFault: cleanFault(problem.listFault) }),
      };
    case 'target-left-site':
      return { ...problem, location: address(problem.location) };
    case 'deployment-not-ready':
      return { ...problem, state: remote(problem.state) };
    case 'deployment-not-meant':
      return {
        ...problem,
        environment: remote(problem.environment),
        wanted: problem.wanted === null ? null : remote(problem.wanted),
      };
    case 'deployment-failed':
      return { ...problem, environment: remote(problem.environment), logUrl: address(problem.logUrl) };
    case 'no-deployment':
      return {
        ...problem,
        environment: problem.environment === null ? null : remote(problem.environment),
        pending: problem.pending.slice(0, 10).map(remote),
      };
    case 'no-deployment-url':
      return { ...problem, eventName: remote(problem.eventName) };
    case 'baseline':
      return { ...problem, baseline: address(problem.baseline), problem: cleanProblem(problem.problem) };
    case 'policy-unreadable':
      return { ...problem, path: remote(problem.path) };
    case 'unreadable':
      return { ...problem, where: remote(problem.where), expected: remote(problem.expected) };
    case 'other-scan':
      return { ...problem, expected: remote(problem.expected), got: remote(problem.got) };
    case 'cancelled':
      return { ...problem, scanId: problem.scanId === null ? null : remote(problem.scanId) };
    case 'internal':
      return { ...problem, detail: remote(problem.detail) };
    case 'check-switched-off':
      return { ...problem, checks: problem.checks.slice(0, 20).map(remote) };
    case 'missing-api-key':
    case 'target-refused':
    case 'timeout':
    case 'no-end-date':
    case 'list-cut':
    case 'ended-early':
    case 'nothing-checked':
    case 'too-few-checks':
    case 'no-host-information':
    case 'deployments-unreadable':
    case 'uncounted-findings':
      return problem;
  }
}
