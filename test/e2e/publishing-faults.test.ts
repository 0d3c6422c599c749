import { expect, test } from '@jest/globals';
import { readNote } from '../../src/github/note.ts';
import type { Effect, Fault } from '../support/faults.ts';
import { actionOutputs, noteOf, ourComment } from './run-files.ts';
import { pullNumber, startScene } from './scene.ts';

/** The requests of a comment, in their order. */
type Operation = 'list' | 'viewer' | 'update' | 'create';

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

const forbidden = answer(403, 'Resource not accessible by integration', {
  'x-accepted-github-permissions': 'issues=write; pull_requests=write',
});
const needed = /403.*permissions: pull-requests: write/;

/**
 * One for each way to act. How a refusal is answered is decided by its status alone: `warnings.test.ts`; what is tried
 * again, and for how long: `connect.test.ts` and `comment.test.ts`. The fault hits all requests, unless `times` says how
 * many. Without a warning the comment is there in spite of it.
 */
test.each<[name: string, on: Operation[], effect: Effect, warning: RegExp | null, times?: number]>([
  ['401', ['viewer'], answer(401, 'Bad credentials'), /401.*github-token/],
  ['403, a permission is missing', ['update'], forbidden, needed],
  ['500 once', ['list', 'viewer', 'update'], answer(500, 'Server Error'), null, 1],
  ['lost answer', ['update'], { kind: 'lose-answer' }, null, 1],
  ['lost answer', ['create'], { kind: 'lose-answer' }, null, 1],
  ['silence once', ['list', 'update'], { kind: 'hang' }, null, 1],
  ['silence', ['create'], { kind: 'hang' }, /no complete answer.*within 30 s.*Run the job again/],
])(
  'comment faults: %s on %j: verdict and all else stay, and it says what to do',
  async (_name, on, effect, warning, times = Number.POSITIVE_INFINITY) => {
    // Only an existing comment is updated.
    const comments = on.includes('create') ? [] : [{ issueNumber: pullNumber, body: ourComment(1) }];
    await using scene = await startScene({ github: { comments } });
    const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
    for (const operation of on) scene.github.faults.add({ ...matching[operation], effect, times });
    const result = await scene.run({ runId: 2, inputs });
    // A failed comment must not hide the verdict.
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' } });
    expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
    expect(result.summary).toContain('❌ Scan Gate: ');
    expect(scene.artifacts.artifacts).toHaveLength(1);
    const warnings = result.annotations.warning;
    if (warning === null) {
      expect(warnings).toEqual([]);
      expect(scene.comments().map(readNote)).toEqual([{ ...noteOf(2), verdict: 'fail' }]);
      expect(result.outputs['comment-url']).toMatch(/^http/);
    } else {
      expect(warnings).toEqual([expect.stringMatching(/^The pull request comment failed: /)]);
      expect(warnings[0]).toMatch(warning);
      expect(scene.comments()).toHaveLength(comments.length);
      expect(result.outputs['comment-url']).toBe('');
    }
  },
);

/** What other failures of an upload are answered with: `artifacts.test.ts`. */
test('an upload to a storage that is silent is given up after five minutes, and the verdict stands', async () => {
  const silent = { path: /\/account\/container\//, effect: { kind: 'hang' } } as const;
  await using scene = await startScene({ artifacts: { faults: [silent] } });
  const inputs = { 'scan-id': await scene.scanned(scene.hardened.url), reports: 'none' };
  const result = await scene.run({ inputs });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass', 'artifact-id': '' } });
  expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
  expect(scene.comments()).toEqual([expect.stringContaining('Scan Gate: passed')]);
  const warning = /^The artifact.*not done within 300 s.*Re-run the job/;
  expect(result.annotations.warning).toEqual([expect.stringMatching(warning)]);
});
