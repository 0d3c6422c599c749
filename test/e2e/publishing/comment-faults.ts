/** What GitHub may do to a comment, and what the user gets: the verdict and the other sinks are the same for all. */
import type { Effect, Fault } from '../../support/faults.ts';

/** The requests of a comment, in their order. */
type Operation = 'list' | 'viewer' | 'read' | 'update' | 'create';

interface Row {
  readonly name: string;
  readonly effect: Effect;
  /** How many requests it hits; all when left out. */
  readonly times?: number;
  readonly on: readonly Operation[];
  /** What the warning says; `null` where the fault is ridden out and the comment is there. */
  readonly warning: RegExp | null;
}

export interface CommentFault extends Omit<Row, 'on' | 'effect' | 'times'> {
  readonly operation: Operation;
  readonly fault: Fault;
}

const matching: Readonly<Record<Operation, Pick<Fault, 'method' | 'path'>>> = {
  list: { method: 'GET', path: /issues\/7\/comments/ },
  viewer: { method: 'POST', path: /^\/graphql/ },
  read: { method: 'GET', path: /issues\/comments\/\d+/ },
  update: { method: 'PATCH', path: /issues\/comments\/\d+/ },
  create: { method: 'POST', path: /issues\/7\/comments/ },
};

const rest: readonly Operation[] = ['list', 'update', 'create'];
const every: readonly Operation[] = ['list', 'viewer', 'read', 'update', 'create'];

function answer(status: number, message: string, headers: Record<string, string> = {}): Effect {
  const documentation_url = 'https://docs.github.com/rest';
  return { kind: 'status', status, headers, json: { message, documentation_url, status: String(status) } };
}

function usedUp(status: number, inSeconds: number): Effect {
  const reset = String(Math.floor(Date.now() / 1000) + inSeconds);
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
  return answer(status, 'API rate limit exceeded for installation ID 7.', headers);
}

function tooFast(status: number, headers: Record<string, string>): Effect {
  return answer(status, 'You have exceeded a secondary rate limit. Please wait.', headers);
}

const html: Effect = {
  kind: 'status',
  status: 502,
  headers: { 'content-type': 'text/html' },
  text: '<html><h1>Bad gateway</h1></html>',
};
const invalid = answer(422, 'Validation Failed');
const forbidden = answer(403, 'Resource not accessible by integration', {
  'x-accepted-github-permissions': 'issues=write; pull_requests=write',
});
const needed = /403.*`permissions: pull-requests: write`.*issues=write; pull_requests=write/;
const unreachable = /GitHub could not be reached; re-run/;
const limited = /rate limit is used up; re-run the job later/;

const rows: readonly Row[] = [
  { name: '401', on: every, effect: answer(401, 'Bad credentials'), warning: /401.*`github-token`/ },
  { name: '403, a permission is missing', on: rest, effect: forbidden, warning: needed },
  {
    name: '403, the conversation is locked',
    on: ['update', 'create'],
    effect: answer(403, 'Unable to create comment because issue is locked.'),
    warning: /403.*locked.*`comment: never`/,
  },
  { name: '403, rate limit of the hour, short', on: rest, times: 1, effect: usedUp(403, 20), warning: null },
  {
    name: '429, rate limit of the hour, short',
    on: ['list'],
    times: 1,
    effect: usedUp(429, 20),
    warning: null,
  },
  { name: '403, rate limit of the hour, long', on: rest, effect: usedUp(403, 360_000), warning: limited },
  {
    name: '403, secondary rate limit',
    on: rest,
    times: 1,
    effect: tooFast(403, { 'retry-after': '30' }),
    warning: null,
  },
  { name: '429, secondary rate limit', on: rest, times: 2, effect: tooFast(429, {}), warning: null },
  {
    name: '429, secondary rate limit that asks for an hour',
    on: rest,
    effect: tooFast(429, { 'retry-after': '3600' }),
    warning: limited,
  },
  {
    name: '429, secondary rate limit that does not end',
    on: ['create'],
    effect: tooFast(429, {}),
    warning: limited,
  },
  { name: '404', on: ['list', 'create'], effect: answer(404, 'Not Found'), warning: /404.*not visible/ },
  {
    name: '404, deleted meanwhile',
    on: ['read', 'update'],
    effect: { kind: 'delete-comment' },
    warning: null,
  },
  { name: '410', on: rest, effect: answer(410, 'Gone'), warning: /410.*locked.*`comment: never`/ },
  { name: '422', on: ['update', 'create'], effect: invalid, warning: /422.*report this/ },
  { name: '500 once', on: every, times: 1, effect: answer(500, 'Server Error'), warning: null },
  { name: '500', on: every, effect: answer(500, 'Server Error'), warning: /500.*re-run the job/ },
  { name: '502 with a page, once', on: rest, times: 1, effect: html, warning: null },
  { name: 'reset once', on: every, times: 1, effect: { kind: 'reset' }, warning: null },
  { name: 'reset', on: every, effect: { kind: 'reset' }, warning: unreachable },
  { name: 'lost answer', on: ['update', 'create'], times: 1, effect: { kind: 'lose-answer' }, warning: null },
  { name: 'silence once', on: rest, times: 1, effect: { kind: 'hang' }, warning: null },
  { name: 'silence', on: every, effect: { kind: 'hang' }, warning: /silent for 30 s.*re-run/ },
];

export const commentFaults: readonly CommentFault[] = rows.flatMap(({ on, effect, times, name, warning }) =>
  on.map((operation) => ({
    name,
    warning,
    operation,
    fault: { ...matching[operation], effect, ...(times === undefined ? {} : { times }) },
  })),
);
