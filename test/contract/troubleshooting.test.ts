import { describe, expect, test } from '@jest/globals';
import type { GitHubFault } from '../../src/core/github-fault.ts';
import { outside } from '../../src/core/outside.ts';
import {
  CancelledError,
  type Endpoint,
  misread,
  type Problem,
  type RequestFault,
} from '../../src/core/problem.ts';
import { inputReader } from '../../src/inputs/reader.ts';
import { adviseOnGitHub, commentSink, statusSink, trackingSink } from '../../src/publish/failures.ts';
import { adviseOnArtifact } from '../../src/publish/upload-artifact.ts';
import { en } from '../../src/report/language/en/en.ts';
import { describeProblem } from '../../src/report/sentences/problem-sentences.ts';
import { filesBelow, readText } from './repository.ts';

type Samples<Union extends { kind: string }> = {
  readonly [Kind in Union['kind']]: readonly Extract<Union, { kind: Kind }>[];
};

function status(code: number): RequestFault & { kind: 'status' } {
  return { kind: 'status', status: code, detail: outside('detail', 'so it is'), retryAfterMs: null };
}

/** Without a sample of every kind this does not compile. */
const faults: Samples<RequestFault> = {
  status: [400, 401, 403, 404, 409, 418, 422, 429, 500, 503].map(status),
  network: ['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET'].map((code) => ({
    kind: 'network',
    code: outside('name', code),
  })),
  tls: [{ kind: 'tls', code: outside('name', 'CERT_HAS_EXPIRED') }],
  timeout: [{ kind: 'timeout', afterMs: 30_000 }],
  'too-slow': [{ kind: 'too-slow', limitMs: 600_000 }],
  redirect: [{ kind: 'redirect', location: outside('address', 'https://other.example') }],
  'too-large': [{ kind: 'too-large', limitBytes: 8_388_608 }],
  'too-many-values': [{ kind: 'too-many-values' }],
  'not-json': [{ kind: 'not-json', detail: outside('detail', 'an HTML page') }],
  'wrong-shape': [{ kind: 'wrong-shape', ...misread({ where: 'issues', expected: 'array' }) }],
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
const gitHubFaults: readonly GitHubFault[] = Object.values(gitHubFaultsByKind).flat();

const problems: Samples<Problem> = {
  'missing-api-key': [true, false].map((skipped) => ({ kind: 'missing-api-key', skipped })),
  'target-not-ready': [{ kind: 'target-not-ready', fault: status(503), waitedMs: 120_000 }],
  'target-refused': [{ kind: 'target-refused', status: 401 }],
  'target-lost': [{ kind: 'target-lost', fault: status(401), askedMs: 30_000 }],
  'target-left-site': [{ kind: 'target-left-site', location: outside('address', 'https://login.example') }],
  service: [{ kind: 'service', endpoint: 'fetch', fault: status(500), attempts: 4 }],
  'start-lost': [{ kind: 'start-lost', fault: status(502), lookedForMs: 60_000 }],
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
  'check-switched-off': [{ kind: 'check-switched-off', checks: [outside('name', 'xss')] }],
  unreadable: [{ kind: 'unreadable', ...misread({ where: 'issues', expected: 'a list' }) }],
  'deployment-not-ready': [{ kind: 'deployment-not-ready', state: outside('name', 'pending') }],
  'deployment-not-meant': [null, outside('name', 'Preview*')].map((wanted) => ({
    kind: 'deployment-not-meant',
    environment: outside('name', 'Production'),
    wanted,
  })),
  'deployment-failed': [
    {
      kind: 'deployment-failed',
      environment: outside('name', 'Preview'),
      sha: outside('name', 'a'.repeat(40)),
      logUrl: outside('link', 'https://log.example'),
    },
  ],
  'no-deployment': [null, outside('name', 'Preview*')].map((environment) => ({
    kind: 'no-deployment',
    sha: outside('name', 'a'.repeat(40)),
    environment,
    pending: [],
    waitedMs: 120_000,
  })),
  'no-deployment-url': [{ kind: 'no-deployment-url', eventName: outside('name', 'deployment_status') }],
  'deployments-unreadable': gitHubFaults.map((fault) => ({ kind: 'deployments-unreadable', fault })),
  'no-host-information': [{ kind: 'no-host-information' }],
  baseline: [
    {
      kind: 'baseline',
      baseline: outside('address', 'https://shop.example'),
      problem: { kind: 'ended-early', percentage: 40 },
    },
  ],
  'policy-unreadable': gitHubFaults.map((fault) => ({
    kind: 'policy-unreadable',
    path: outside('name', '.github/scan-gate.yml'),
    fault,
  })),
  'uncounted-findings': [{ kind: 'uncounted-findings', total: 9, found: 4 }],
  'other-scan': [{ kind: 'other-scan', expected: outside('name', 'one'), got: outside('text', 'two') }],
  cancelled: [{ kind: 'cancelled', signal: 'SIGINT', scanId: outside('name', 'one') }],
  internal: [{ kind: 'internal', detail: outside('detail', 'TypeError: no') }],
};

const endpoints: readonly Endpoint[] = ['start', 'fetch', 'list', 'report'];

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { status: code, response: { headers: {} } });
}

function graphqlError(): Error {
  return Object.assign(new Error('no viewer'), { name: 'GraphqlResponseError' });
}

/** What a failed sink may say that depends on the error. */
function sinkMessages(): string[] {
  const refused = [401, 403, 404, 410, 422, 500].map((code) => refusal(code, 'no'));
  const others = [
    refusal(403, 'the issue is locked'),
    refusal(429, 'secondary rate limit'),
    graphqlError(),
    new Error('read ECONNRESET'),
    new CancelledError('SIGINT'),
  ];
  const uploads = ['GHES is not supported', 'ACTIONS_RUNTIME_TOKEN', 'quota has been hit', '503'];
  return [
    ...[commentSink, trackingSink, statusSink].flatMap((sink) =>
      [...refused, ...others].map((error) => adviseOnGitHub(error, sink)),
    ),
    ...[...uploads.map((text) => new Error(text)), new CancelledError('SIGINT')].map((error) =>
      adviseOnArtifact(error, ['/tmp/result.json']),
    ),
  ];
}

function decidedMessages(): string[] {
  const told = Object.values(problems).flat();
  const failed = Object.values(faults).flat();
  return [
    ...told.map((problem) => describeProblem(problem, en).what),
    ...failed.flatMap((fault) =>
      endpoints.map((endpoint) => {
        const problem = { kind: 'service', endpoint, fault, attempts: 1 } as const;
        return describeProblem(problem, en).what;
      }),
    ),
  ];
}

function wrongInput(): string {
  const reader = inputReader(() => 'severe');
  reader.reject('`fail-on` is `severe`, expected one of those allowed');
  return reader.error()?.message ?? '';
}

/** Headings of the page: the messages, with `…` for the parts that differ. */
async function headings(): Promise<string[]> {
  const page = await readText('docs/troubleshooting.md');
  return [...page.matchAll(/^### (.*)$/gm)].map(([, heading = '']) => heading);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function patternOf(heading: string): RegExp {
  return new RegExp(`^${heading.split('…').map(literally).join('.*')}`, 's');
}

const pages = await headings();
const messages = [wrongInput(), ...decidedMessages(), ...sinkMessages()].map((message) =>
  message.replace(/\s+/g, ' '),
);

describe('docs/troubleshooting.md', () => {
  test.each([...new Set(messages)])('has an entry for: %s', (message) => {
    const found = pages.filter((heading) => message.search(patternOf(heading)) >= 0);
    expect(found).not.toEqual([]);
  });

  test('quotes nothing that the action does not say', async () => {
    const paths = await filesBelow('src', '.ts');
    const sources = (await Promise.all(paths.map(readText))).join('\n').replaceAll('\\`', '`');
    const wrong = pages.filter((heading) => {
      const pattern = patternOf(heading);
      if (messages.some((message) => message.search(pattern) >= 0)) return false;
      const parts = heading
        .split('…')
        .map((part) => part.trim())
        .filter((part) => part.length > 2);
      return parts.length === 0 || !parts.every((part) => sources.includes(part));
    });
    expect(wrong).toEqual([]);
  });

  test('has a text under each heading, and each heading once', async () => {
    const page = await readText('docs/troubleshooting.md');
    expect(page).not.toMatch(/^### .*\n+#/m);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.length).toBeGreaterThan(50);
  });
});
