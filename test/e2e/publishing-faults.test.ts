import { describe, expect, test } from '@jest/globals';
import { listenOnLoopback } from '../../sandbox/loopback-server.ts';
import { readHidden } from '../../src/report/hidden-state.ts';
import { pullRequest, push, schedule } from '../support/events.ts';
import type { Effect, Fault } from '../support/faults.ts';
import type { RunResult } from '../support/runner.ts';
import { actionOutputs, markerOf, ourComment } from './run-files.ts';
import { pullNumber, pulls, startScene } from './scene.ts';

describe('comment faults', () => {
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

  const forbidden = answer(403, 'Resource not accessible by integration', {
    'x-accepted-github-permissions': 'issues=write; pull_requests=write',
  });
  const locked = answer(403, 'Unable to create comment because issue is locked.');
  const needed = /403.*permissions: pull-requests: write/;
  const unreachable = /GitHub could not be reached.*Run the job again/;
  const limited = /rate limit of the token is used up. Run the job again later/;

  /**
   * One for each way to act. A refusal at one request is handled like one at another, which 401 shows at all of them. What
   * each refusal is answered with is decided by its status alone: `failures.test.ts`; what is tried again, and for how
   * long: `connect.test.ts` and `sticky-comment.test.ts`.
   */
  const rows: readonly Row[] = [
    ['401', every, answer(401, 'Bad credentials'), /401.*github-token/],
    ['403, a permission is missing', ['update'], forbidden, needed],
    ['403, the conversation is locked', ['create'], locked, /403.*locked.*comment: never/],
    ['403, rate limit of the hour, short', ['list'], usedUp(403, 20), null, 1],
    ['403, rate limit of the hour, long', ['create'], usedUp(403, 360_000), limited],
    ['403, secondary rate limit', ['list', 'update'], tooFast(403, { 'retry-after': '30' }), null, 1],
    ['429, secondary rate limit that does not end', ['create'], tooFast(429, {}), limited],
    ['404', ['list'], answer(404, 'Not Found'), /404.*has access to this repository/],
    ['404, deleted meanwhile', ['update'], { kind: 'delete-comment' }, null],
    ['500 once', every, answer(500, 'Server Error'), null, 1],
    ['500', ['viewer'], answer(500, 'Server Error'), /500.*run the job again later/],
    ['reset', ['list'], { kind: 'reset' }, unreachable],
    ['lost answer', ['update', 'create'], { kind: 'lose-answer' }, null, 1],
    ['silence once', ['list', 'update', 'create'], { kind: 'hang' }, null, 1],
    ['silence', ['create'], { kind: 'hang' }, /silent for 30 s.*Run the job again/],
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

  test.each(commentFaults)(
    '$name on $on: verdict and other sinks stay, and it says what to do',
    async (row) => {
      const { on, faults, warning } = row;
      // Only an existing comment is updated.
      const comments = on.includes('create') ? [] : [{ issueNumber: pullNumber, body: ourComment(1) }];
      await using scene = await startScene({ github: { pulls, comments } });
      const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
      for (const fault of faults) scene.github.faults.add(fault);
      const result = await scene.run({ runId: 2, inputs });
      // A failed sink must not hide the verdict.
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'fail']);
      expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
      expect(result.summary).toContain('❌ Scan Gate: ');
      expect(scene.artifacts.artifacts).toHaveLength(1);
      const warnings = result.annotations.warning.map((each) => each.message);
      if (warning === null) {
        expect(warnings).toEqual([]);
        expect(scene.comments().map((body) => readHidden(body)?.marker)).toEqual([markerOf(2)]);
        expect(result.outputs['comment-url']).toMatch(/^http/);
      } else {
        expect(warnings).toEqual([expect.stringMatching(/^The pull request comment failed: /)]);
        expect(warnings[0]).toMatch(warning);
        expect(scene.comments()).toHaveLength(comments.length);
        expect(result.outputs['comment-url']).toBe('');
      }
    },
  );
});

describe('artifact faults', () => {
  /** The warning is `null` if the artifact is there in spite of the fault. */
  type Row = readonly [
    name: string,
    fault: Omit<Fault, 'effect'> | null,
    effect: Effect,
    warning: RegExp | null,
  ];

  const [create, finalize] = [{ path: /CreateArtifact/ }, { path: /FinalizeArtifact/ }];
  const block = { path: /\/account\/container\// };

  function status(code: number, msg: string): Effect {
    return { kind: 'status', status: code, json: { code: 'error', msg } };
  }

  // No PDF was asked for, so none is named.
  const again =
    /not uploaded: .*\(result\.json, result\.sarif\) are .* at result-path and sarif-path\. Re-run the job/;
  const quota = 'insufficient usage to create artifact: storage quota has been hit';
  const broken = status(503, 'unavailable');
  const page: Effect = { kind: 'status', status: 502, text: '<html>Bad gateway</html>' };

  const rows: readonly Row[] = [
    ['403, storage quota', create, status(403, quota), /quota.*retention-days/],
    ['503 once', { ...create, times: 1 }, broken, null],
    ['503 at the end', finalize, broken, again],
    ['a page instead of JSON', create, page, again],
    ['a reset', create, { kind: 'reset' }, again],
    ['silence', create, { kind: 'hang' }, again],
    ['storage that is silent', block, { kind: 'hang' }, /not done within 300 s.*Re-run the job/],
    ['a runner without the service', null, broken, /no artifact service.*later step/],
  ];

  test.each(rows)(
    '%s: verdict and other sinks stay, and it says what to do',
    async (_name, fault, effect, warning) => {
      const faults = fault === null ? [] : [{ ...fault, effect }];
      await using scene = await startScene({ artifacts: { faults } });
      const inputs = { 'scan-id': await scene.scanned(scene.hardened.url), reports: 'none' };
      const result = await scene.run({ inputs, env: fault === null ? { ACTIONS_RUNTIME_TOKEN: '' } : {} });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
      expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
      expect(result.summary).toContain('Scan Gate: passed');
      expect(scene.comments()).toHaveLength(1);
      expect(result.outputs['result-path']).toMatch(/result\.json$/);
      const warnings = result.annotations.warning
        .map(({ message }) => message)
        .filter((message) => message.startsWith('The artifact'));
      expect(warnings).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
      expect(result.outputs['artifact-id'] === '').toBe(warning !== null);
      expect(scene.artifacts.artifacts.length).toBe(warning === null ? 1 : 0);
    },
  );
});

describe('github unreachable', () => {
  const quiet = { reports: 'none', comment: 'never', config: 'none' };
  const reset = { kind: 'reset' } as const;

  /** All that a run says. */
  function said({ outputs, annotations }: RunResult): string {
    const { error, warning, notice } = annotations;
    return [outputs['reason'], ...[...error, ...warning, ...notice].map(({ message }) => message)].join('\n');
  }

  /** A permission that is missing is not what is wrong, so none may be recommended. */
  function expectNoPermission(run: RunResult): void {
    expect(said(run)).not.toMatch(/permission|HTTP 500|answered 500/);
  }

  describe('a GitHub that cannot be reached is not called a refusal', () => {
    test('by the policy file', async () => {
      await using scene = await startScene();
      const env = { GITHUB_API_URL: 'http://127.0.0.1:1' };
      const run = await scene.run({ inputs: { ...quiet, config: '' }, env });
      expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
      expect(run.outputs['reason']).toMatch(
        /could not be read from the default branch \(GitHub could not be reached\)\. Nothing was scanned.*Run the job again/,
      );
      expectNoPermission(run);
      expect(scene.sandbox.scans).toEqual([]);
    });

    test('by the look-up of the pull request', async () => {
      await using scene = await startScene({ github: { faults: [{ path: /pulls/, effect: reset }] } });
      const run = await scene.run({ event: push(), inputs: { ...quiet, comment: 'always' } });
      expect(run.outputs['verdict']).toBe('fail');
      expect(run.annotations.warning.map(({ message }) => message)).toEqual([
        expect.stringMatching(/could not be looked up \(GitHub could not be reached\).*Run the job again/),
      ]);
      expectNoPermission(run);
    });

    test('by the deployments', async () => {
      await using scene = await startScene({ github: { faults: [{ path: /deployments/, effect: reset }] } });
      const run = await scene.run({ inputs: { ...quiet, url: '' } });
      expect(run.outputs['verdict']).toBe('inconclusive');
      expect(run.outputs['reason']).toMatch(
        /deployments.*could not be read \(GitHub could not be reached\)\. Run the job again/,
      );
      expectNoPermission(run);
    });

    test.each([
      ['comment', pullRequest(), { comment: 'always' }],
      ['tracking issue', schedule(), { 'track-issue': 'true' }],
    ])('by the %s', async (sink, event, wanted) => {
      await using scene = await startScene({ github: { faults: [{ path: /issues/, effect: reset }] } });
      const run = await scene.run({ event, inputs: { ...quiet, ...wanted } });
      expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'fail']);
      const warnings = run.annotations.warning.map(({ message }) => message).join('\n');
      expect(warnings).toMatch(
        new RegExp(`${sink} failed: .*GitHub could not be reached.*Run the job again`),
      );
      expectNoPermission(run);
    });
  });

  test('an answer 500 of GitHub is its own problem, and no permission is recommended', async () => {
    const effect = { kind: 'status', status: 500, json: { message: 'Server Error' } } as const;
    await using scene = await startScene({ github: { faults: [{ path: /contents/, effect }] } });
    const run = await scene.run({ inputs: { ...quiet, config: '' } });
    expect(run.outputs['verdict']).toBe('inconclusive');
    expect(run.outputs['reason']).toMatch(/\(HTTP 500\).*GitHub has a problem of its own/);
    expect(said(run)).not.toContain('permission');
  });

  test('without a token the remedy is to pass one', async () => {
    await using scene = await startScene();
    const run = await scene.run({ inputs: { ...quiet, config: '', 'github-token': '' } });
    expect(run.outputs['reason']).toMatch(/\(no github-token\).*Pass a github-token/);
    expect(said(run)).not.toContain('permission');
  });
});

/** One more line of headers every few moments. */
test.each<
  [string, (url: string) => { inputs?: Record<string, string>; env?: Record<string, string> }, RegExp]
>([
  ['service', (url) => ({ inputs: { 'base-url': url, config: 'none' } }), /no answer came within 30 s/],
  [
    'target',
    (url) => ({ inputs: { url, config: 'none' } }),
    /did not answer within 2 min: no answer came within \d+ s\./,
  ],
  ['GitHub', (url) => ({ env: { GITHUB_API_URL: url } }), /GitHub could not be reached/],
])('headers of the %s without end are given up within the time of the request', async (_place, at, says) => {
  await using server = await listenOnLoopback(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x: y\r\n'), 100);
    socket.on('close', () => clearInterval(timer));
  });
  await using scene = await startScene();
  const { inputs, ...rest } = at(server.url);
  const run = await scene.run({ inputs: { reports: 'none', comment: 'never', ...inputs }, ...rest });
  expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(run.outputs['reason']).toMatch(says);
  expect(scene.sandbox.scans).toEqual([]);
});
