import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fastEnvironment } from '../fast-time.ts';
import { actionOutputs, ourComment } from '../run-files.ts';
import { pullNumber, pulls, type Scene, startScene } from '../scene.ts';
import { runSideBySide } from '../side-by-side.ts';
import { type CommentFault, commentFaults } from './comment-faults.ts';

interface Played {
  readonly result: Awaited<ReturnType<Scene['run']>>;
  readonly comments: readonly string[];
  readonly artifacts: number;
}

/** The verdict is the same in all of them: `fail`, since a failed sink must not hide that either. */
async function play({ operation, fault }: CommentFault): Promise<Played> {
  // Only a comment that is there is read and updated.
  await using scene = await startScene({
    github: {
      pulls,
      comments: operation === 'create' ? [] : [{ issueNumber: pullNumber, body: ourComment(1) }],
    },
  });
  const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
  scene.github.faults.add(fault);
  const result = await scene.run({ runId: 2, inputs, env: fastEnvironment });
  return { result, comments: scene.comments(), artifacts: scene.artifacts.artifacts.length };
}

let played: ReadonlyMap<CommentFault, Promise<Played>> = new Map();
beforeAll(() => {
  played = runSideBySide(commentFaults, 6, play);
});

async function outcomeOf(row: CommentFault): Promise<Played> {
  const outcome = await played.get(row);
  if (outcome === undefined) throw new Error(`${row.name} was not played`);
  return outcome;
}

describe.each(commentFaults)('$name on $operation', (row) => {
  test('leaves the verdict and the other sinks alone, and says what to do', async () => {
    const { result, comments, artifacts } = await outcomeOf(row);
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'fail']);
    expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
    expect(result.summary).toContain('Scan Gate: failed');
    expect(artifacts).toBe(1);
    const warnings = result.annotations.warning.map(({ message }) => message);
    if (row.warning === null) {
      expect(warnings).toEqual([]);
      expect(comments).toEqual([expect.stringContaining(' run=2 attempt=1 -->')]);
      expect(result.outputs['comment-url']).toMatch(/^http/);
    } else {
      expect(warnings).toEqual([expect.stringMatching(/^The pull request comment failed: /)]);
      expect(warnings[0]).toMatch(row.warning);
      expect(comments.length).toBe(row.operation === 'create' ? 0 : 1);
      expect(result.outputs['comment-url']).toBe('');
    }
  });
});

afterAll(() => {
  process.stdout.write(`Publishing: ${commentFaults.length} faults of GitHub tried\n`);
});
