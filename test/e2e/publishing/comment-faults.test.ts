import { describe, expect, test } from '@jest/globals';
import type { Effect, Fault } from '../../support/faults.ts';
import { actionOutputs, ourComment } from '../run-files.ts';
import { pullNumber, pulls, type Scene, startScene } from '../scene.ts';

/** The requests of a comment, in their order. */
type Operation = 'list' | 'viewer' | 'update' | 'create';

interface CommentFault {
  readonly name: string;
  readonly on: readonly Operation[];
  readonly faults: readonly Fault[];
  /** What the warning says; `null` if the comment is there in spite of the fault. */
  readonly warning: RegExp | null;
}

/** The fault hits all requests, unless `times` says how many. */
type Row = readonly [
  name: string,
  on: readonly Operation[],
  effect: Effect,
  warning: RegExp | null,
  times?: number,
];

const matching: Readonly<Record<Operation, Pick<Fault, 'method' | 'path'>>> = {
  list: { method: 'GET', path: /issues\/7\/comments/ },
  viewer: { method: 'POST', path: /^\/graphql/ },
  update: { method: 'PATCH', path: /issues\/comments\/\d+/ },
  create: { method: 'POST', path: /issues\/7\/comments/ },
};

const rest: readonly Operation[] = ['list', 'update', 'create'];
const every: readonly Operation[] = ['list', 'viewer', 'update', 'create'];

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

const html = { 'content-type': 'text/html' };
const badGateway: Effect = {
  ...{ kind: 'status', status: 502, headers: html },
  text: '<html><h1>Bad gateway</h1></html>',
};
const forbidden = answer(403, 'Resource not accessible by integration', {
  'x-accepted-github-permissions': 'issues=write; pull_requests=write',
});
const locked = answer(403, 'Unable to create comment because issue is locked.');
const needed = /403.*permissions: pull-requests: write.*issues=write; pull_requests=write/;
const unreachable = /GitHub could not be reached; re-run/;
const limited = /rate limit is used up; re-run the job later/;

/**
 * A refusal at one request is handled like one at another, which 401 shows at all of them. What each refusal is answered
 * with is decided by its status alone: `failure-advice.test.ts`.
 */
const rows: readonly Row[] = [
  ['401', every, answer(401, 'Bad credentials'), /401.*github-token/],
  ['403, a permission is missing', ['update'], forbidden, needed],
  ['403, the conversation is locked', ['create'], locked, /403.*locked.*comment: never/],
  ['403, rate limit of the hour, short', rest, usedUp(403, 20), null, 1],
  ['429, rate limit of the hour, short', ['list'], usedUp(429, 20), null, 1],
  ['403, rate limit of the hour, long', ['list', 'create'], usedUp(403, 360_000), limited],
  ['403, secondary rate limit', rest, tooFast(403, { 'retry-after': '30' }), null, 1],
  ['429, secondary rate limit', rest, tooFast(429, {}), null, 2],
  ['429, secondary rate limit of an hour', ['update'], tooFast(429, { 'retry-after': '3600' }), limited],
  ['429, secondary rate limit that does not end', ['create'], tooFast(429, {}), limited],
  ['404', ['list', 'create'], answer(404, 'Not Found'), /404.*not visible/],
  ['404, deleted meanwhile', ['update'], { kind: 'delete-comment' }, null],
  ['410', ['create'], answer(410, 'Gone'), /410.*locked.*comment: never/],
  ['422', ['update'], answer(422, 'Validation Failed'), /422.*open an issue/],
  ['500 once', every, answer(500, 'Server Error'), null, 1],
  ['500', every, answer(500, 'Server Error'), /500.*re-run the job/],
  ['502 with a page, once', rest, badGateway, null, 1],
  ['reset once', every, { kind: 'reset' }, null, 1],
  ['reset', every, { kind: 'reset' }, unreachable],
  ['lost answer', ['update', 'create'], { kind: 'lose-answer' }, null, 1],
  ['silence once', rest, { kind: 'hang' }, null, 1],
  ['silence', every, { kind: 'hang' }, /silent for 30 s.*re-run/],
];

/** The operations of one run. A fault that passes may happen at all of them; the first comment needs a run of its own. */
function runsOf(on: readonly Operation[], warning: RegExp | null): readonly (readonly Operation[])[] {
  if (warning !== null) return on.map((operation) => [operation]);
  const [first, later] = [on.filter((one) => one === 'create'), on.filter((one) => one !== 'create')];
  return [later, first].filter((one) => one.length > 0);
}

const commentFaults = rows.flatMap(([name, all, effect, warning, times = Number.POSITIVE_INFINITY]) =>
  runsOf(all, warning).map((on): CommentFault => {
    const faults = on.map((operation) => ({ ...matching[operation], effect, times }));
    return { name, on, warning, faults };
  }),
);

interface Played {
  readonly result: Awaited<ReturnType<Scene['run']>>;
  readonly comments: readonly string[];
  readonly artifacts: number;
}

/** The verdict is always `fail`: a failed sink must not hide it. */
async function play({ on, faults }: CommentFault): Promise<Played> {
  // Only an existing comment is updated.
  await using scene = await startScene({
    github: {
      pulls,
      comments: on.includes('create') ? [] : [{ issueNumber: pullNumber, body: ourComment(1) }],
    },
  });
  const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
  for (const fault of faults) scene.github.faults.add(fault);
  const result = await scene.run({ runId: 2, inputs });
  return { result, comments: scene.comments(), artifacts: scene.artifacts.artifacts.length };
}

describe.each(commentFaults)('$name on $on', (row) => {
  test('does not affect the verdict and the other sinks, and says what to do', async () => {
    const { result, comments, artifacts } = await play(row);
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'fail']);
    expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
    expect(result.summary).toContain('❌ Scan Gate: ');
    expect(artifacts).toBe(1);
    const warnings = result.annotations.warning.map(({ message }) => message);
    if (row.warning === null) {
      expect(warnings).toEqual([]);
      expect(comments).toEqual([expect.stringContaining(' run=2 attempt=1 -->')]);
      expect(result.outputs['comment-url']).toMatch(/^http/);
    } else {
      expect(warnings).toEqual([expect.stringMatching(/^The pull request comment failed: /)]);
      expect(warnings[0]).toMatch(row.warning);
      expect(comments.length).toBe(row.on.includes('create') ? 0 : 1);
      expect(result.outputs['comment-url']).toBe('');
    }
  });
});
