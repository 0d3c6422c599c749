/** What only the shipped bundle can prove: it is what users run. One run at least for each promise of docs/contract.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from '../contract/repository.ts';
import { ourComment } from '../e2e/run-files.ts';
import { policyOnMain, pullNumber, type Scene, type SceneOptions, startScene } from '../e2e/scene.ts';
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

/** A finished result, changed by `change`. */
function changed(change: (result: object) => unknown): SceneOptions {
  const mutate = (answer: unknown) => (Object(answer).endDate === null ? answer : change(Object(answer)));
  return { sandbox: { faults: [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate } }] } };
}

describe('the promises, by the shipped bundle', () => {
  const noFindings = { issues: [], issuesSummary: {}, issuesSummaryTotal: 0, issuesCategoriesSummary: {} };
  test.each<[what: string, options: SceneOptions]>([
    ['that checked nothing', changed((result) => ({ ...result, ...noFindings, totalChecked: 0 }))],
    ['that ended early', { sandbox: { scanBehaviour: { endsEarlyAt: 60 } } }],
  ])('No pass without a trustworthy scan: a scan %s is neither pass nor fail', async (_what, options) => {
    await using scene = await start(options);
    expect(await run(scene)).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } });
  });

  test('One scan: a start whose answer was lost is looked up, and not sent again', async () => {
    const lost = { endpoint: 'start', fault: { kind: 'after-effect', fault: { kind: 'reset' } } } as const;
    await using scene = await start({ sandbox: { faults: [lost] } });
    const { outputs } = await run(scene, { inputs: { url: scene.hardened.url } });
    expect(outputs['verdict']).toBe('pass');
    expect(scene.sandbox.scans).toHaveLength(1);
  });

  test('Nobody weakens the gate on a branch: a policy of another repository decides, and none of this one', async () => {
    const repository = 'acme/policies';
    const token = 'ghs_policiesPoliciesPoliciesPolicies';
    const other = { repository, tokens: [token], contents: { main: { 'p.yml': 'fail-on: low\n' } } };
    await using scene = await start({ github: { contents: policyOnMain('fail-on: never\n'), other } });
    const { outputs, summary } = await run(scene, {
      inputs: { config: `${repository}/p.yml@main`, 'config-token': token },
    });
    expect(outputs['verdict']).toBe('fail');
    expect(summary).toContain(`${repository}/p.yml@main`);
  });

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
    await using scene = await start(
      changed((result) => resultWith(put, { rows: 20, scanId: String(Object(result).identificator) })),
    );
    const { lines, outputs } = await run(scene, { env: { RUNNER_DEBUG: '1' } });
    expect(outputs['verdict']).toBe('fail');
    expect(foreignCommands(lines)).toEqual([]);
  });

  test('What is published: a report of thousands of findings fits into a comment, and says how many are left out', async () => {
    const issue = { severity: 'high', group: 'Unspecified Threat', description: 'x'.repeat(300) };
    const issues = Array.from({ length: 3_000 }, (_, at) => ({ ...issue, name: `Finding ${at}` }));
    const summary = { high: issues.length };
    await using scene = await start(changed((result) => ({ ...result, issues, issuesSummary: summary })));
    const { outputs } = await run(scene);
    expect(outputs).toMatchObject({ verdict: 'fail', blocking: '3000' });
    const [comment = ''] = scene.comments();
    expect(comment.length).toBeGreaterThan(10_000);
    expect(comment.length).toBeLessThanOrEqual(65_536);
  });

  test('a request that is silent is given up after 30 seconds, and asked again', async () => {
    const silent = { endpoint: 'fetch', fault: { kind: 'hang' }, times: 1 } as const;
    await using scene = await start({ sandbox: { faults: [silent] } });
    const { outputs } = await run(scene, { inputs: { url: scene.hardened.url } });
    expect(outputs['verdict']).toBe('pass');
    expect(Number(outputs['duration-seconds'])).toBeGreaterThanOrEqual(30);
  }, 120_000);

  test('Newer runs win: the comment of a newer run stays', async () => {
    const comments = [{ issueNumber: pullNumber, body: ourComment(99) }];
    await using scene = await start({ github: { comments } });
    const { annotations } = await run(scene, { runId: 5 });
    expect(scene.comments()).toEqual([ourComment(99)]);
    expect(annotations.notice.join()).toContain('newer run');
  });
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
