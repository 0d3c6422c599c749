import { expect, test } from '@jest/globals';
import { runScanWorkflow, type WorkflowOptions, type WorkflowRun } from '../support/workflow.ts';
import { policyAtBase, type Scene, startScene } from './scene.ts';

interface CallOptions extends Partial<WorkflowOptions> {
  /** A target whose scan ends early. */
  readonly broken?: string;
}

/** Calls scan.yml with the shipped action as its gate. */
function call(scene: Scene, options: CallOptions): Promise<WorkflowRun> {
  const { broken, inputs, ...more } = options;
  return runScanWorkflow({
    secrets: { 'api-key': scene.sandbox.apiKey },
    gate: (step) => {
      scene.sandbox.scanBehaviour = step.inputs?.['url'] === broken ? { endsEarlyAt: 40 } : {};
      return scene.run(step);
    },
    ...more,
    inputs: { 'base-url': scene.sandbox.url, comment: 'never', reports: 'none', ...inputs },
  });
}

function targetsOf({ outputs }: WorkflowRun): Record<string, unknown>[] {
  return JSON.parse(outputs['targets'] ?? '');
}

test.concurrent('the worst verdict of all targets is the verdict, and one table has them all', async () => {
  await using scene = await startScene();
  const { hardened, weak } = scene;
  const run = await call(scene, { inputs: { urls: `${hardened.url}\r\n${weak.url}\r\n` } });
  expect([run.result, run.outputs['verdict']]).toEqual(['failure', 'fail']);
  const [first, second] = targetsOf(run);
  expect(first).toMatchObject({ index: 0, url: hardened.url, verdict: 'pass', blocking: 0, critical: 0 });
  expect(second).toMatchObject({ index: 1, url: weak.url, verdict: 'fail' });
  expect(Number(second?.['blocking'])).toBeGreaterThan(0);
  expect(second?.['link']).toMatch(/^https:\/\/github\.com\/[\w/-]+\/actions\/runs\/\d+\/job\/4000000001$/);
  expect(run.messages).toContain('1 of 2 targets passed; 1 failed.');
  const rows = run.summary.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual([
    expect.stringMatching(
      `^\\| \`${weak.url}\` \\| ❌ fail \\| \\d+ \\|.*\\[job\\]\\(https:.*/job/4000000001\\) \\|$`,
    ),
    expect.stringMatching(`^\\| \`${hardened.url}\` \\| ✅ pass \\| 0 \\|`),
  ]);
});

test.concurrent('all targets passed: the verdict is pass, and the job is green', async () => {
  await using scene = await startScene();
  const urls = JSON.stringify([scene.hardened.url, ` ${scene.hardened.url} `, `${scene.hardened.url}/about`]);
  const run = await call(scene, { inputs: { urls } });
  expect([run.result, run.outputs['verdict'], run.messages]).toEqual(['success', 'pass', []]);
  expect(targetsOf(run)).toHaveLength(2);
  expect(run.summary).toContain('2 of 2 targets passed.');
});

test.concurrent('a target that is inconclusive under warn has not passed, and the last job is green', async () => {
  await using scene = await startScene();
  const { url } = scene.hardened;
  const [urls, broken] = [`${url}\n${url}/about`, `${url}/about`];
  const run = await call(scene, { inputs: { urls, 'on-inconclusive': 'warn' }, broken });
  expect([run.result, run.outputs['verdict']]).toEqual(['success', 'inconclusive']);
  expect(targetsOf(run).map(({ verdict }) => verdict)).toEqual(['pass', 'inconclusive']);
  expect(run.messages).toEqual(['1 of 2 targets passed; 1 inconclusive, which is only a warning.']);
});

test.concurrent('a target that is inconclusive without warn fails the last job', async () => {
  await using scene = await startScene();
  const { url } = scene.hardened;
  const run = await call(scene, { inputs: { urls: url }, broken: url });
  expect([run.result, run.outputs['verdict']]).toEqual(['failure', 'inconclusive']);
  expect(run.messages).toEqual(['0 of 1 targets passed; 1 inconclusive.']);
});

test.concurrent('a re-run of failed jobs scans the failed targets only, and the other verdicts stay', async () => {
  await using scene = await startScene();
  const first = await call(scene, { inputs: { urls: `${scene.hardened.url}\n${scene.weak.url}` } });
  expect([first.result, first.outputs['verdict']]).toEqual(['failure', 'fail']);
  expect(scene.sandbox.scans).toHaveLength(2);

  scene.weak.fix('headers', 'exposures');
  const second = await first.rerun();
  expect([second.result, second.outputs['verdict']]).toEqual(['success', 'pass']);
  expect(scene.sandbox.scans).toHaveLength(3);
  const links = targetsOf(second).map(({ link }) => String(link).split('/').at(-1));
  expect(links).toEqual(['4000000001', '4000000002']);
});

test.concurrent('a verdict that was not uploaded is no pass', async () => {
  await using scene = await startScene();
  const urls = `${scene.hardened.url}\n${scene.hardened.url}/about`;
  const uploads = (name: string) => !name.endsWith('-1-1');
  const run = await call(scene, { inputs: { urls, 'on-inconclusive': 'warn' }, uploads });
  expect([run.result, run.outputs['verdict']]).toEqual(['failure', 'fail']);
  expect(targetsOf(run).map(({ verdict }) => verdict)).toEqual(['pass', 'missing']);
  expect(run.messages).toEqual([
    '1 of 2 targets passed; 1 without a verdict, which counts as failed. The jobs that scan ended as `failure`.',
  ]);
});

test.concurrent('a line after a JSON list is not dropped: nothing is scanned', async () => {
  await using scene = await startScene();
  const run = await call(scene, { inputs: { urls: `["${scene.hardened.url}"]\n${scene.weak.url}` } });
  expect([run.result, run.outputs]).toEqual(['failure', { verdict: 'fail', targets: '[]' }]);
  expect(run.messages).toEqual([
    expect.stringMatching(/^`urls` begins with `\[`, but is not one JSON list and nothing else\./),
    'Nothing was scanned: the list of targets was not read (`failure`). The job `targets` says why.',
  ]);
  expect(scene.sandbox.scans).toEqual([]);
});

test.concurrent('the files of the legs hold no address', async () => {
  const contents = policyAtBase('disclosure: counts\n');
  await using scene = await startScene({ github: { contents } });
  const run = await call(scene, { inputs: { urls: scene.weak.url } });
  expect(run.outputs['verdict']).toBe('fail');
  const [file = ''] = run.artifacts.values();
  const counts = ['blocking', 'total', 'critical', 'high', 'medium', 'low', 'warning'];
  expect(Object.keys(JSON.parse(file))).toEqual([
    'index',
    'attempt',
    'verdict',
    'stepFailed',
    'job',
    ...counts,
  ]);
  expect(file).not.toContain('127.0.0.1');
});

const enterprise = { GITHUB_SERVER_URL: 'https://github.example.com' };

test.concurrent('without artifacts, a green job is a target that passed', async () => {
  await using scene = await startScene();
  const run = await call(scene, { inputs: { urls: scene.hardened.url }, env: enterprise });
  expect([run.result, run.outputs['verdict']]).toEqual(['success', 'pass']);
  expect(targetsOf(run)).toMatchObject([{ verdict: 'pass', blocking: null, critical: null }]);
  expect([...run.artifacts]).toEqual([]);
  const failed = await call(scene, { inputs: { urls: scene.weak.url }, env: enterprise });
  expect([failed.result, failed.outputs['verdict']]).toEqual(['failure', 'fail']);
});

test.concurrent('without artifacts, `on-inconclusive: warn` is refused, by input and by policy file', async () => {
  const contents = policyAtBase('on-inconclusive: warn\n');
  await using scene = await startScene({ github: { contents } });
  const { url } = scene.hardened;
  const refusal = /not possible on this server: it has no artifacts .* Give `on-inconclusive: fail`, or use/;
  const warned = { urls: url, 'on-inconclusive': 'warn' };
  const byInput = await call(scene, { inputs: warned, env: enterprise });
  expect([byInput.result, byInput.outputs['verdict'], byInput.messages[0]]).toEqual([
    'failure',
    'fail',
    expect.stringMatching(refusal),
  ]);
  expect(scene.sandbox.scans).toEqual([]);

  const byFile = await call(scene, { inputs: { urls: url }, broken: url, env: enterprise });
  expect([byFile.result, byFile.outputs['verdict'], byFile.messages[0]]).toEqual([
    'failure',
    'fail',
    expect.stringMatching(refusal),
  ]);
  expect(scene.sandbox.scans).toHaveLength(1);
});
