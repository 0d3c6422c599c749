/** Every kind of problem and of fault, for what must hold of all their texts. */

import type { Fault, ServiceOperation } from '../../src/core/fault.ts';
import { faultTexts } from '../../src/core/fault-texts.ts';
import type { GitHubFault, gitHubFaultKinds } from '../../src/core/github-fault.ts';
import type { Problem } from '../../src/core/problem.ts';
import { problemTexts } from '../../src/core/problem-texts.ts';
import type { FactTypeOf, HolesOf, Template } from '../../src/core/say.ts';

/** The service answered with an error. */
export function statusFault(status: number, detail = '', retryAfterMs: number | null = null) {
  return { kind: 'status', status, detail, retryAfterMs } as const;
}

type Rows = Readonly<Record<string, Template>>;
type FactsIn<Kinds extends Rows> = HolesOf<Kinds[keyof Kinds]['en']>;
type FactName = FactsIn<typeof faultTexts> | FactsIn<typeof problemTexts> | FactsIn<typeof gitHubFaultKinds>;

/** An example of each fact. Without one this does not compile. */
const exampleFacts: {
  readonly [Name in Exclude<FactName, 'fault' | 'gitHub' | 'problem'>]: FactTypeOf<Name>;
} & {
  readonly fault: Fault;
  readonly gitHub: GitHubFault;
  readonly problem: Problem;
} = {
  afterMs: 90_000,
  waitedMs: 120_000,
  askedMs: 30_000,
  graceMs: 120_000,
  status: 403,
  percentage: 62.5,
  limitMib: 8,
  checks: 40,
  minimum: 100,
  total: 9,
  found: 4,
  code: 'ECONNRESET',
  location: 'https://login.example',
  detail: 'said so',
  path: 'issues.name',
  expected: 'a list',
  state: 'pending',
  environment: 'Preview',
  commit: 'abcdef1',
  logUrl: 'https://log.example/1',
  pending: ['Preview', 'docs'],
  deployments: ['Preview (success)', 'docs (failure)'],
  options: ['xss'],
  eventName: 'push',
  got: 'two',
  baseline: 'www.example.com',
  permission: 'contents: read',
  fault: statusFault(503, 'upstream timed out'),
  gitHub: { kind: 'permission', status: 403, detail: 'Resource not accessible by integration' },
  problem: { kind: 'incomplete', percentage: 40 },
};

/** The names of the facts in a text. */
export function factsIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)/gu)].map(([, name = '']) => name);
}

function samplesOf(kinds: Rows): Record<string, unknown>[] {
  return Object.entries(kinds).map(([kind, { en }]) => {
    const needed = new Set(factsIn(en));
    return { kind, ...Object.fromEntries(Object.entries(exampleFacts).filter(([name]) => needed.has(name))) };
  });
}

export const endpoints: readonly ServiceOperation[] = ['start', 'fetch', 'list', 'report'];
export const faults: readonly Fault[] = [
  ...(samplesOf(faultTexts) as unknown as readonly Fault[]),
  ...[400, 401, 403, 404, 409, 418, 422, 429, 500, 503].map((status) => statusFault(status, 'said so')),
];
export const problems: readonly Problem[] = [
  ...(samplesOf(problemTexts) as unknown as readonly Problem[]),
  ...endpoints.flatMap((operation) =>
    faults.map((fault) => ({ kind: 'service', operation, fault, tries: 1 }) as const),
  ),
];
