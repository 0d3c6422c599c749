import { describe, expect, test } from '@jest/globals';
import { readNote } from '../../src/github/note.ts';
import type { RunResult } from '../support/runner.ts';
import { readOutput } from './run-files.ts';
import { type Scene, startScene } from './scene.ts';
import { type Place, placesOfRun, publishedPlaces } from './secret-places.ts';

interface Complete {
  readonly findings: readonly (Record<'name' | 'description' | 'remediation', string> &
    Record<'fingerprints' | 'references', readonly string[]>)[];
  readonly host: { readonly services: readonly { readonly product: string }[] };
}

/** What everybody can read of a run on a public repository: the log with its annotations, and what it published. */
function saidByRun(scene: Scene, run: RunResult): Place[] {
  const hidden = ['the outputs', 'the state'];
  const reason: Place = ['the reason', run.outputs['reason'] ?? ''];
  const places = [...placesOfRun(run), reason, ...publishedPlaces(scene)];
  return places.filter(([name]) => !hidden.includes(name));
}

/** What the complete result says about findings and host. */
async function secretsOf(run: RunResult): Promise<string[]> {
  const { findings, host }: Complete = JSON.parse(await readOutput(run, 'result-path'));
  expect(findings.length).toBeGreaterThan(10);
  const texts = findings.flatMap(({ name, description, remediation, fingerprints, references }) => [
    ...[name, description, remediation],
    ...fingerprints.flatMap((each) => [each, each.slice(3, 13)]),
    ...references,
  ]);
  return [...texts, ...host.services.map(({ product }) => product)].filter((text) => text.length > 3);
}

/** Which of `secrets` are shown, and where. */
function leaksOf(scene: Scene, run: RunResult, secrets: readonly string[]): string[] {
  return saidByRun(scene, run).flatMap(([where, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${where}: ${secret}`),
  );
}

const counts = { disclosure: 'counts', 'track-issue': 'true' };
const debug = { RUNNER_DEBUG: '1' };

describe('disclosure: counts', () => {
  test('shows the verdict and the counts, and nothing of what was found, while the files on the runner are complete', async () => {
    await using scene = await startScene();
    const run = await scene.run({ inputs: counts, env: debug });
    expect(run).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' } });
    const host = new URL(scene.weak.url).host;
    expect(leaksOf(scene, run, [...(await secretsOf(run)), host])).toEqual([]);
    for (const [, text] of saidByRun(scene, run)) expect(text).not.toBe('');
    const [comment = ''] = scene.comments();
    for (const text of [comment, run.summary]) {
      expect(text).toContain('❌ Scan Gate: ');
      expect(text).toContain('disclosure');
    }
    expect(run.maskedLog).toMatch(/\d+ critical, \d+ high, /);
    expect(readNote(comment)).toMatchObject({ verdict: 'fail', attempt: 1 });
    expect(scene.artifacts.requests).toEqual([]);
    expect(run.outputs).toMatchObject({ 'artifact-id': '', 'artifact-url': '', url: scene.weak.url });
    expect((await readOutput(run, 'report-path')).startsWith('%PDF-')).toBe(true);
    for (const name of ['result-path', 'sarif-path'])
      expect(await readOutput(run, name)).toContain('Environment file exposed');
    expect(await readOutput(run, 'comment-path')).toBe(comment);
  });

  test('is checked in the right places: with full, each of them shows findings', async () => {
    await using scene = await startScene();
    const run = await scene.run({ inputs: { reports: 'none' } });
    const leaks = leaksOf(scene, run, ['Environment file exposed']);
    // The client of the artifact service packs files in any order.
    const places = leaks.map((leak) => leak.split(':')[0]).toSorted();
    expect(places).toEqual(['a comment', 'result.json', 'result.sarif', 'the log', 'the summary']);
  });
});
