/** Every kind of problem and of fault, for what must hold of all their texts. */

import { classified } from '../../src/core/classified-text.ts';
import type { GitHubFault } from '../../src/core/github-fault.ts';
import {
  classifiedField,
  type Problem,
  type RequestFault,
  type ServiceOperation,
} from '../../src/core/problem.ts';

type Samples<Union extends { kind: string }> = {
  readonly [Kind in Union['kind']]: readonly Extract<Union, { kind: Kind }>[];
};

/** The service answered with an error. */
export function statusFault(status: number, detail = '', retryAfterMs: number | null = null) {
  return { kind: 'status', status, detail: classified('detail', detail), retryAfterMs } as const;
}

export const statuses = [400, 401, 403, 404, 409, 418, 422, 429, 500, 503];

export const targetLost = { kind: 'target-lost', fault: statusFault(401), askedMs: 30_000 } as const;

/** Without a sample of every kind this does not compile. */
const faultsByKind: Samples<RequestFault> = {
  status: statuses.map((status) => statusFault(status, 'said so', 90_000)),
  network: ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'ETIMEDOUT'].map((code) => ({
    kind: 'network',
    code: classified('public', code),
  })),
  tls: [{ kind: 'tls', code: classified('public', 'CERT_HAS_EXPIRED') }],
  timeout: [{ kind: 'timeout', afterMs: 30_000 }],
  'too-slow': [{ kind: 'too-slow', limitMs: 600_000 }],
  redirect: [{ kind: 'redirect', location: classified('address', 'https://other.example') }],
  'too-large': [{ kind: 'too-large', limitBytes: 8_388_608 }],
  'too-many-values': [{ kind: 'too-many-values' }],
  'not-json': [{ kind: 'not-json', detail: classified('detail', 'an HTML page') }],
  'wrong-shape': [{ kind: 'wrong-shape', ...classifiedField({ path: 'issues', expected: 'array' }) }],
  'not-pdf': [{ kind: 'not-pdf' }],
  'holds-secret': [{ kind: 'holds-secret' }],
};

const gitHubFaultsByKind: Samples<GitHubFault> = {
  'no-token': [{ kind: 'no-token' }],
  unreachable: [{ kind: 'unreachable' }],
  'rate-limit': [{ kind: 'rate-limit', status: 403 }],
  status: [401, 403, 404, 500].map((code) => ({ kind: 'status', status: code })),
  malformed: [{ kind: 'malformed' }],
};
export const gitHubFaults: readonly GitHubFault[] = Object.values(gitHubFaultsByKind).flat();

const problemsByKind: Samples<Problem> = {
  'missing-api-key': [true, false].map((skipped) => ({ kind: 'missing-api-key', skipped })),
  'target-not-ready': [{ kind: 'target-not-ready', fault: statusFault(503), waitedMs: 120_000 }],
  'target-refused': [{ kind: 'target-refused', status: 401 }],
  'target-lost': [targetLost],
  'target-left-site': [
    { kind: 'target-left-site', location: classified('address', 'https://login.example') },
  ],
  service: [{ kind: 'service', operation: 'fetch', fault: statusFault(500), tries: 4 }],
  'start-lost': [{ kind: 'start-lost', fault: statusFault(502), lookedForMs: 60_000, listFault: null }],
  timeout: [
    ...[null, 60].map((percentage) => ({ kind: 'timeout', afterMs: 3_600_000, percentage }) as const),
    ...(['none', 'unknown', 'unread'] as const).map(
      (scan) => ({ kind: 'timeout', afterMs: 3_600_000, percentage: null, scan }) as const,
    ),
  ],
  'list-cut': [{ kind: 'list-cut', listed: 1, total: 9 }],
  'no-end-date': [{ kind: 'no-end-date', graceMs: 120_000 }],
  'ended-early': [{ kind: 'ended-early', percentage: 40 }],
  'nothing-checked': [{ kind: 'nothing-checked' }],
  'too-few-checks': [1, 40].map((checks) => ({ kind: 'too-few-checks', checks, minimum: 100 })),
  'check-switched-off': [{ kind: 'check-switched-off', checks: [classified('public', 'xss')] }],
  unreadable: [{ kind: 'unreadable', ...classifiedField({ path: 'issues', expected: 'a list' }) }],
  'deployment-not-ready': [{ kind: 'deployment-not-ready', state: classified('public', 'pending') }],
  'deployment-not-meant': [null, classified('public', 'Preview*')].map((wanted) => ({
    kind: 'deployment-not-meant',
    environment: classified('public', 'Production'),
    wanted,
  })),
  'deployment-failed': [
    {
      kind: 'deployment-failed',
      environment: classified('public', 'Preview'),
      sha: classified('public', 'a'.repeat(40)),
      logUrl: classified('addressDetail', 'https://log.example'),
    },
  ],
  'no-deployment': [null, classified('public', 'Preview*')].map((environment) => ({
    kind: 'no-deployment',
    sha: classified('public', 'a'.repeat(40)),
    environment,
    pending: [],
    waitedMs: 120_000,
  })),
  'no-deployment-url': [{ kind: 'no-deployment-url', eventName: classified('public', 'deployment_status') }],
  'deployments-unreadable': gitHubFaults.map((fault) => ({ kind: 'deployments-unreadable', fault })),
  'no-host-information': [{ kind: 'no-host-information' }],
  baseline: [
    { kind: 'ended-early', percentage: 40 } as const,
    { kind: 'list-cut', listed: 1, total: 9 } as const,
    { kind: 'unreadable', ...classifiedField({ path: 'issues', expected: 'an array' }) } as const,
    { kind: 'service', operation: 'list', fault: statusFault(503), tries: 3 } as const,
  ].map((problem) => ({
    kind: 'baseline',
    baseline: classified('address', 'https://shop.example'),
    problem,
  })),
  'policy-unreadable': gitHubFaults.map((fault) => ({
    kind: 'policy-unreadable',
    path: classified('public', '.github/scan-gate.yml'),
    fault,
  })),
  'uncounted-findings': [{ kind: 'uncounted-findings', total: 9, found: 4 }],
  'other-scan': [
    { kind: 'other-scan', expected: classified('public', 'one'), got: classified('private', 'two') },
  ],
  cancelled: [
    { kind: 'cancelled', signal: 'SIGINT', scanId: classified('public', 'one') },
    { kind: 'cancelled', signal: 'SIGTERM', scanId: null },
    { kind: 'cancelled', signal: 'SIGINT', scanId: null, scan: 'unknown' },
  ],
  internal: [{ kind: 'internal', detail: classified('detail', 'TypeError: no') }],
};

export const faults: readonly RequestFault[] = Object.values(faultsByKind).flat();
export const problems: readonly Problem[] = Object.values(problemsByKind).flat();
export const endpoints: readonly ServiceOperation[] = ['start', 'fetch', 'list', 'report'];
