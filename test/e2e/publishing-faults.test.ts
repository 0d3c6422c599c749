import { describe, expect, test } from '@jest/globals';
import { readOwnPost } from '../../src/report/hidden-line.ts';
import { pullRequest, schedule } from '../support/events.ts';
import type { Effect, Fault } from '../support/faults.ts';
import { actionOutputs, markerOf, ourComment } from './run-files.ts';
import { pullNumber, pulls, startScene } from './scene.ts';

describe('comment faults', () => {
  /** The requests of a comment, in their order. */
  type Operation = 'list' | 'viewer' | 'update' | 'create';

  /** The fault hits all requests, unless `times` says how many. Without a warning the comment is there in spite of it. */
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
  const limited = /rate limit of the token is used up. Run the job again later/;

  /**
   * One for each way to act. What each refusal is answered with is decided by its status alone: `failures.test.ts`; what
   * is tried again, and for how long: `connect.test.ts` and `sticky-comment.test.ts`.
   */
  const rows: readonly Row[] = [
    ['401', ['list'], answer(401, 'Bad credentials'), /401.*github-token/],
    ['401', ['viewer'], answer(401, 'Bad credentials'), /401.*github-token/],
    ['403, a permission is missing', ['update'], forbidden, needed],
    ['403, the conversation is locked', ['create'], locked, /403.*locked.*comment: never/],
    ['403, rate limit of the hour, short', ['list'], usedUp(403, 20), null, 1],
    ['403, rate limit of the hour, long', ['create'], usedUp(403, 360_000), limited],
    ['403, secondary rate limit', ['list', 'update'], tooFast(403, { 'retry-after': '30' }), null, 1],
    ['404, deleted meanwhile', ['update'], { kind: 'delete-comment' }, null],
    ['500 once', ['list', 'viewer', 'update'], answer(500, 'Server Error'), null, 1],
    ['lost answer', ['update'], { kind: 'lose-answer' }, null, 1],
    ['lost answer', ['create'], { kind: 'lose-answer' }, null, 1],
    ['silence once', ['list', 'update'], { kind: 'hang' }, null, 1],
    ['silence', ['create'], { kind: 'hang' }, /no answer in time.*Run the job again/],
  ];

  test.each(rows)(
    '%s on %j: verdict and other sinks stay, and it says what to do',
    async (_name, on, effect, warning, times = Number.POSITIVE_INFINITY) => {
      // Only an existing comment is updated.
      const comments = on.includes('create') ? [] : [{ issueNumber: pullNumber, body: ourComment(1) }];
      await using scene = await startScene({ github: { pulls, comments } });
      const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
      for (const operation of on) scene.github.faults.add({ ...matching[operation], effect, times });
      const result = await scene.run({ runId: 2, inputs });
      // A failed sink must not hide the verdict.
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' } });
      expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
      expect(result.summary).toContain('❌ Scan Gate: ');
      expect(scene.artifacts.artifacts).toHaveLength(1);
      const warnings = result.annotations.warning;
      if (warning === null) {
        expect(warnings).toEqual([]);
        expect(scene.comments().map((body) => readOwnPost(body)?.marker)).toEqual([markerOf(2)]);
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

  const create = { path: /CreateArtifact/ };
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
    ['a page instead of JSON', create, page, again],
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
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
      expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
      expect(result.summary).toContain('Scan Gate: passed');
      expect(scene.comments()).toHaveLength(1);
      expect(result.outputs['result-path']).toMatch(/result\.json$/);
      const warnings = result.annotations.warning.filter((message) => message.startsWith('The artifact'));
      expect(warnings).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
      expect(result.outputs['artifact-id'] === '').toBe(warning !== null);
      expect(scene.artifacts.artifacts.length).toBe(warning === null ? 1 : 0);
    },
  );
});

/** A permission that is missing is not what is wrong, so none may be recommended. Other requests: `gitHubFaultOf`. */
describe('a GitHub that cannot be reached is not called a refusal', () => {
  const quiet = { reports: 'none', comment: 'never', config: 'none' };
  const refusal = /permission|HTTP 500|answered 500/;

  test('by the policy file', async () => {
    await using scene = await startScene();
    const env = { GITHUB_API_URL: 'http://127.0.0.1:1' };
    const run = await scene.run({ inputs: { ...quiet, config: '' }, env });
    expect(run).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } });
    expect(run.outputs['reason']).toMatch(
      /could not be read from the default branch \(GitHub could not be reached\)\. Nothing was scanned.*Run the job again/,
    );
    expect(run.maskedLog).not.toMatch(refusal);
    expect(scene.sandbox.scans).toEqual([]);
  });

  test.each([
    ['comment', pullRequest(), { comment: 'always' }],
    ['tracking issue', schedule(), { 'track-issue': 'true' }],
  ])('by the %s', async (sink, event, wanted) => {
    const reset = { path: /issues/, effect: { kind: 'reset' } } as const;
    await using scene = await startScene({ github: { faults: [reset] } });
    const run = await scene.run({ event, inputs: { ...quiet, ...wanted } });
    expect(run).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' } });
    const warnings = run.annotations.warning.join('\n');
    expect(warnings).toMatch(new RegExp(`${sink} failed: .*GitHub could not be reached.*Run the job again`));
    expect(run.maskedLog).not.toMatch(refusal);
  });
});
