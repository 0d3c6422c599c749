/** What only the shipped bundle can prove: it is what users run, with a real output and a real clock. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from '../contract/repository.ts';
import { policyOnMain, type Scene, type SceneOptions, startScene } from '../e2e/scene.ts';
import { schedule } from '../support/events.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
import { hostileTexts } from '../support/hostile/corpus.ts';
import { foreignCommands } from '../support/hostile/job-log.ts';
import { resultWith } from '../support/hostile/result.ts';
import type { ActionOptions, RunResult } from '../support/runner.ts';

/** Where Node.js writes which scripts each run loaded. */
const loaded = folderForTests();

function start(options: SceneOptions = {}): Promise<Scene> {
  return startScene({ ...options, shipped: true });
}

function run(scene: Scene, { inputs, ...options }: ActionOptions = {}): Promise<RunResult> {
  const env = { NODE_V8_COVERAGE: loaded, ...options.env };
  return scene.run({ ...options, env, inputs: { reports: 'none', ...inputs } });
}

describe('the promises, by the shipped bundle', () => {
  test('Secrets: a key that the service sends back is masked first, and nowhere else', async () => {
    await using scene = await start();
    const { apiKey } = scene.sandbox;
    const body = `{"detail":"unknown key ${apiKey}"}`;
    scene.sandbox.faults = [{ endpoint: 'start', fault: { kind: 'status', code: 403, body } }];
    const { lines, outputs, summary, masked } = await run(scene);
    expect(lines[0]).toBe(`::add-mask::${apiKey}`);
    expect(masked).toContain(scene.github.token);
    const said = lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
    expect(said).toContain('unknown key ***');
    expect([said, JSON.stringify(outputs), summary, ...scene.comments()].join('\n')).not.toContain(apiKey);
  });

  test('Nothing from outside is trusted: hostile texts form no command', async () => {
    const put = (field: string, row: number) => `${hostileTexts[row % hostileTexts.length]?.text} ${field}`;
    const mutate = (answer: unknown) => {
      const { endDate, identificator } = Object(answer);
      return endDate === null ? answer : resultWith(put, { rows: 20, scanId: String(identificator) });
    };
    await using scene = await start({
      sandbox: { faults: [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate } }] },
    });
    const { lines, outputs } = await run(scene, { env: { RUNNER_DEBUG: '1' } });
    expect(outputs['verdict']).toBe('fail');
    expect(foreignCommands(lines)).toEqual([]);
  });

  test('a request that is silent is given up after 30 seconds, and asked again', async () => {
    const silent = { endpoint: 'fetch', fault: { kind: 'hang' }, times: 1 } as const;
    await using scene = await start({ sandbox: { faults: [silent] } });
    const { outputs } = await run(scene, { inputs: { url: scene.hardened.url } });
    expect(outputs['verdict']).toBe('pass');
    expect(Number(outputs['duration-seconds'])).toBeGreaterThanOrEqual(30);
  }, 120_000);
});

describe('the step, by the shipped bundle', () => {
  test('passes with everything on, and leaves a comment, an artifact, a report and a status', async () => {
    await using scene = await start({ github: { contents: policyOnMain('fail-on: medium\n') } });
    const inputs = { url: scene.hardened.url, reports: 'ACTION_REPORT', 'commit-status': 'Gate' };
    const passed = await run(scene, { inputs });
    expect(passed).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' }, annotations: { warning: [] } });
    expect(passed.outputs['report-path']).toMatch(/\.pdf$/);
    expect(scene.comments()).toEqual([expect.stringContaining('Scan Gate: passed')]);
    expect(passed.summary).toContain('Scan Gate: passed');
    const kinds = scene.artifacts.artifacts.map(({ contentType }) => contentType);
    expect(kinds.toSorted()).toEqual(['application/pdf', 'application/zip']);
    expect(scene.github.state.statuses.map(({ state }) => state)).toEqual(['pending', 'success']);
  });

  test('in Portuguese fails and opens a tracking issue', async () => {
    await using scene = await start();
    const inputs = { language: 'pt', 'track-issue': 'true', preferences: 'scan_deep: 2' };
    const { exitCode, outputs } = await run(scene, { event: schedule(), inputs });
    expect({ exitCode, verdict: outputs['verdict'] }).toEqual({ exitCode: 1, verdict: 'fail' });
    expect(outputs['reason']).toContain('bloque');
    expect(outputs['sarif-path']).toMatch(/\.sarif$/);
    const issues = [...scene.github.state.issues.values()].filter(({ isPull }) => !isPull);
    expect(issues).toHaveLength(1);
    expect(outputs['issue-url']).toContain(`/issues/${issues[0]?.number}`);
  });

  test('runs dry, and leaves nothing behind', async () => {
    await using scene = await start();
    const { exitCode, annotations, temp } = await run(scene, { inputs: { 'dry-run': 'true' } });
    expect({ exitCode, files: readdirSync(temp) }).toEqual({ exitCode: 0, files: [] });
    const requests = [...scene.sandbox.requests, ...scene.github.requests, ...scene.artifacts.requests];
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(annotations.notice.join()).toContain('Dry run: nothing is wrong');
  });

  test('says which proxy is wrong', async () => {
    await using scene = await start();
    const { exitCode, outputs } = await run(scene, { env: { HTTPS_PROXY: 'proxy.example.com' } });
    expect(exitCode).toBe(1);
    expect(outputs['reason']).toContain('HTTPS_PROXY');
  });
});

test('the runs above load every chunk of dist', () => {
  const texts = readdirSync(loaded).map((name) => readFileSync(join(loaded, name), 'utf8'));
  const chunks = readdirSync(join(root, 'dist')).filter((name) => name.endsWith('.js'));
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.filter((name) => !texts.some((text) => text.includes(`/dist/${name}"`)))).toEqual([]);
});
