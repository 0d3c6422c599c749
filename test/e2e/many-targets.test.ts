import { describe, expect, test } from '@jest/globals';
import { readText } from '../contract/repository.ts';
import { HEAD_SHA, push, schedule } from '../support/events.ts';
import type { GitHubOptions } from '../support/github.ts';
import { runScanWorkflow, type WorkflowOptions, type WorkflowRun } from '../support/workflow.ts';
import { fastEnvironment } from './fast-time.ts';
import { policyAtBase, policyPath, type Scene, startScene } from './scene.ts';

interface CallOptions extends Partial<WorkflowOptions> {
  /** A target whose scan ends early. */
  readonly broken?: string;
}

/** The permissions that docs/many-targets.md names, and nothing more. */
const permissions = {
  contents: 'read',
  pull_requests: 'write',
  issues: 'write',
  statuses: 'write',
  deployments: 'none',
} as const;

function startFleet(github: GitHubOptions = {}): Promise<Scene> {
  return startScene({ github: { permissions, ...github } });
}

/** Calls scan.yml with the shipped action as its gate. */
function call(scene: Scene, options: CallOptions): Promise<WorkflowRun> {
  const { broken, inputs, secrets, ...more } = options;
  return runScanWorkflow({
    secrets: { 'api-key': scene.sandbox.apiKey, ...secrets },
    github: scene.github,
    gate: (step) => {
      if (broken !== undefined)
        scene.sandbox.scanBehaviour = step.inputs?.['url'] === broken ? { endsEarlyAt: 40 } : {};
      return scene.run(step);
    },
    ...more,
    inputs: { 'base-url': scene.sandbox.url, comment: 'never', reports: 'none', ...inputs },
  });
}

/** Context and state of every status, oldest first. */
function statusesOf({ github }: Scene): string[] {
  return github.state.statuses.map(({ state, context }) => `${context}: ${state}`);
}

function targetsOf({ outputs }: WorkflowRun): Record<string, unknown>[] {
  return JSON.parse(outputs['targets'] ?? '');
}

test.concurrent('the worst verdict of all targets is the verdict, and one table has them all', async () => {
  await using scene = await startFleet();
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
  await using scene = await startFleet();
  const urls = JSON.stringify([scene.hardened.url, ` ${scene.hardened.url} `, `${scene.hardened.url}/about`]);
  const run = await call(scene, { inputs: { urls } });
  expect([run.result, run.outputs['verdict'], run.messages]).toEqual(['success', 'pass', []]);
  expect(targetsOf(run)).toHaveLength(2);
  expect(run.summary).toContain('2 of 2 targets passed.');
});

test.concurrent('a target that is inconclusive under warn has not passed, and the last job is green', async () => {
  await using scene = await startFleet();
  const { url } = scene.hardened;
  const [urls, broken] = [`${url}\n${url}/about`, `${url}/about`];
  const run = await call(scene, { inputs: { urls, 'on-inconclusive': 'warn' }, broken });
  expect([run.result, run.outputs['verdict']]).toEqual(['success', 'inconclusive']);
  expect(targetsOf(run).map(({ verdict }) => verdict)).toEqual(['pass', 'inconclusive']);
  expect(run.messages).toEqual(['1 of 2 targets passed; 1 inconclusive, which is only a warning.']);
});

test.concurrent('a target that is inconclusive without warn fails the last job', async () => {
  await using scene = await startFleet();
  const { url } = scene.hardened;
  const run = await call(scene, { inputs: { urls: url }, broken: url });
  expect([run.result, run.outputs['verdict']]).toEqual(['failure', 'inconclusive']);
  expect(run.messages).toEqual(['0 of 1 targets passed; 1 inconclusive.']);
});

test.concurrent('a re-run of failed jobs scans the failed targets only, and the other verdicts stay', async () => {
  await using scene = await startFleet();
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
  await using scene = await startFleet();
  const urls = `${scene.hardened.url}\n${scene.hardened.url}/about`;
  const uploads = (name: string) => !name.endsWith('-1-1');
  const run = await call(scene, { inputs: { urls, 'on-inconclusive': 'warn' }, uploads });
  expect([run.result, run.outputs['verdict']]).toEqual(['failure', 'fail']);
  expect(targetsOf(run).map(({ verdict }) => verdict)).toEqual(['pass', 'missing']);
  expect(run.messages).toEqual([
    '1 of 2 targets passed; 1 without a verdict, which counts as failed. The jobs that scan ended as failure.',
  ]);
});

test.concurrent('a line after a JSON list is not dropped: nothing is scanned', async () => {
  await using scene = await startFleet();
  const run = await call(scene, { inputs: { urls: `["${scene.hardened.url}"]\n${scene.weak.url}` } });
  expect([run.result, run.outputs]).toEqual(['failure', { verdict: 'fail', targets: '[]' }]);
  expect(run.messages).toEqual([
    expect.stringMatching(/^urls begins with \[, but is not one JSON list and nothing else\./),
    'Nothing was scanned: the list of targets was not read (failure). The job targets says why.',
  ]);
  expect(scene.sandbox.scans).toEqual([]);
});

test.concurrent('the files of the legs hold no address', async () => {
  const contents = policyAtBase('disclosure: counts\n');
  await using scene = await startFleet({ contents });
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
  await using scene = await startFleet();
  const run = await call(scene, { inputs: { urls: scene.hardened.url }, env: enterprise });
  expect([run.result, run.outputs['verdict']]).toEqual(['success', 'pass']);
  expect(targetsOf(run)).toMatchObject([{ verdict: 'pass', blocking: null, critical: null }]);
  expect([...run.artifacts]).toEqual([]);
  const failed = await call(scene, { inputs: { urls: scene.weak.url }, env: enterprise });
  expect([failed.result, failed.outputs['verdict']]).toEqual(['failure', 'fail']);
});

test.concurrent('without artifacts, `on-inconclusive: warn` is refused, by input and by policy file', async () => {
  const contents = policyAtBase('on-inconclusive: warn\n');
  await using scene = await startFleet({ contents });
  const { url } = scene.hardened;
  const refusal = /not possible on this server: it has no artifacts .* Give fail, or use/;
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

test.concurrent('more than 256 targets are refused with what to do, and nothing is scanned', async () => {
  await using scene = await startFleet();
  const urls = Array.from({ length: 257 }, (_each, index) => `${scene.hardened.url}/${index}`).join('\n');
  const run = await call(scene, { inputs: { urls } });
  expect([run.result, run.outputs['verdict']]).toEqual(['failure', 'fail']);
  expect(run.messages[0]).toBe(
    'urls names 257 targets, and a matrix has at most 256 jobs. Split the list, and call the workflow once for each part.',
  );
  expect(scene.sandbox.scans).toEqual([]);
});

test.concurrent('under `on-fail: warn` the last job is green, and the verdict and the status are not', async () => {
  await using scene = await startFleet();
  const urls = `${scene.hardened.url}\n${scene.weak.url}`;
  const run = await call(scene, { inputs: { urls, 'on-fail': 'warn', 'commit-status': 'Scan Gate' } });
  expect([run.result, run.outputs['verdict']]).toEqual(['success', 'fail']);
  expect(run.messages).toEqual(['1 of 2 targets passed; 1 failed, which is only a warning.']);
  expect(statusesOf(scene)).toEqual(['Scan Gate: failure']);
});

test.concurrent("the organization's policy binds every target", async () => {
  const token = 'ghs_organizationOrganizationOrganization01';
  const contents = { main: { 'gate.yml': 'fail-on: medium\n' } };
  await using scene = await startFleet({ other: { repository: 'acme/policies', tokens: [token], contents } });
  const run = await call(scene, {
    inputs: {
      urls: `${scene.weak.url}\n${scene.hardened.url}`,
      'fail-on': 'never',
      'org-policy': 'acme/policies/gate.yml@main',
    },
    secrets: { 'org-policy-token': token },
  });
  expect([run.result, run.outputs['verdict']]).toEqual(['failure', 'fail']);
  expect(targetsOf(run).map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
});

describe('a dry run', () => {
  const inputs = { 'dry-run': 'true', 'commit-status': 'Scan Gate' };

  test.concurrent('is green where nothing is wrong, says inconclusive, and scans nothing', async () => {
    await using scene = await startFleet();
    const urls = `${scene.hardened.url}\n${scene.weak.url}`;
    const run = await call(scene, { inputs: { ...inputs, urls } });
    expect([run.result, run.outputs['verdict'], run.messages]).toEqual(['success', 'inconclusive', []]);
    expect(run.summary).toContain('Dry run: nothing is wrong. Nothing was scanned.');
    expect([scene.sandbox.scans, scene.github.state.statuses]).toEqual([[], []]);
    const enterpriseRun = await call(scene, { inputs: { ...inputs, urls }, env: enterprise });
    expect([enterpriseRun.result, enterpriseRun.outputs['verdict']]).toEqual(['success', 'inconclusive']);
  });

  test.concurrent('is red where something is wrong, and says for which targets', async () => {
    await using scene = await startFleet();
    const urls = `${scene.hardened.url}\nhttp://127.0.0.1:1/`;
    const run = await call(scene, { inputs: { ...inputs, urls, 'wait-for-url': '1s' } });
    expect([run.result, run.outputs['verdict']]).toEqual(['failure', 'inconclusive']);
    expect(run.messages).toEqual([
      'Dry run: something is wrong for 1 of 2 targets, and their jobs say what. Nothing was scanned.',
    ]);
    expect(run.summary).toContain('❌ wrong');
  });
});

describe('the commit status', () => {
  const inputs = { 'commit-status': 'Scan Gate' };

  test.concurrent('is one for all targets, on the gated commit, with a link to the run', async () => {
    await using scene = await startFleet();
    const urls = `${scene.hardened.url}\n${scene.weak.url}`;
    const failed = await call(scene, { inputs: { ...inputs, urls } });
    expect(scene.github.state.statuses).toMatchObject([
      {
        ...{ sha: HEAD_SHA, context: 'Scan Gate', state: 'failure' },
        description: '1 of 2 targets passed; 1 failed.',
        targetUrl: 'https://github.com/acme/storefront/actions/runs/123456789/attempts/1',
      },
    ]);
    scene.weak.fix('headers', 'exposures');
    await failed.rerun();
    expect(statusesOf(scene)).toEqual(['Scan Gate: failure', 'Scan Gate: success']);
    expect(failed.notes).toEqual([]);
    expect(scene.github.violations).toEqual([]);
  });

  test.concurrent('of a list that is wrong is error, and so is that of a target without an answer', async () => {
    await using scene = await startFleet();
    await call(scene, { inputs: { ...inputs, urls: '[1]' } });
    expect(scene.github.state.statuses[0]?.description).toBe(
      'Nothing was scanned: the list of targets was not read (failure). The job targets says why.',
    );
    const { url } = scene.hardened;
    const next = { inputs: { ...inputs, urls: url }, broken: url, runId: 123_456_790 };
    await call(scene, next);
    const warned = { ...next, inputs: { ...next.inputs, 'on-inconclusive': 'warn' }, runId: 123_456_791 };
    await call(scene, warned);
    expect(statusesOf(scene)).toEqual(['error', 'error', 'success'].map((state) => `Scan Gate: ${state}`));
  });

  test.concurrent('of a newer run stays, and two calls of one run cannot share one', async () => {
    await using scene = await startFleet();
    const urls = scene.hardened.url;
    const newer = await call(scene, { inputs: { ...inputs, urls }, runId: 123_456_790 });
    expect([newer.result, statusesOf(scene)]).toEqual(['success', ['Scan Gate: success']]);
    const older = await call(scene, { inputs: { ...inputs, urls } });
    expect(statusesOf(scene)).toEqual(['Scan Gate: success']);
    expect(older.notes).toEqual([
      'The commit status is left as a newer run set it: https://github.com/acme/storefront/actions/runs/123456790/attempts/1',
    ]);
    const second = await call(scene, { inputs: { ...inputs, urls }, runId: 123_456_790 });
    expect([second.result, statusesOf(scene).at(-1)]).toEqual(['success', 'Scan Gate: error']);
    expect(second.messages.join()).toContain('Another job of this run sets the same commit status');
  });

  test.concurrent('is left out on a schedule; one that is refused is a warning, and the verdict stands', async () => {
    await using scene = await startFleet({ permissions: { ...permissions, statuses: 'read' } });
    const urls = scene.hardened.url;
    const scheduled = await call(scene, { inputs: { ...inputs, urls }, event: schedule() });
    expect(scheduled.notes).toEqual(['There is no commit status, because a scheduled run gates no commit.']);
    const refused = await call(scene, { inputs: { ...inputs, urls }, event: push() });
    expect([refused.result, refused.outputs['verdict'], scene.github.state.statuses]).toEqual([
      'success',
      'pass',
      [],
    ]);
    expect(refused.messages).toEqual([
      'The commit status was not set: HTTP 403. It needs statuses: write, which runs of forks and of Dependabot do not have.',
    ]);
  });

  test.concurrent('is set although GitHub fails, or limits requests, for a moment', async () => {
    const [path, times] = [/\/statuses/, 1];
    const failure = { kind: 'status', status: 502 } as const;
    const limit = { kind: 'status', status: 429, headers: { 'retry-after': '1' } } as const;
    await using scene = await startFleet({
      faults: [
        { path, times, effect: failure },
        { path, times, after: 1, effect: limit },
      ],
    });
    await call(scene, { inputs: { ...inputs, urls: scene.hardened.url } });
    expect(statusesOf(scene)).toEqual(['Scan Gate: success']);
  });

  test.concurrent('that a rate limit keeps from being set is a warning that says so', async () => {
    const limit = { kind: 'status', status: 403, headers: { 'x-ratelimit-remaining': '0' } } as const;
    await using scene = await startFleet({ faults: [{ path: /\/statuses/, effect: limit }] });
    const run = await call(scene, { inputs: { ...inputs, urls: scene.hardened.url } });
    expect([run.result, run.messages]).toEqual([
      'success',
      [
        "The commit status was not set: HTTP 403, GitHub's rate limit is reached. Run the last job again later.",
      ],
    ]);
  });
});

describe('requests to GitHub for a target, as docs/many-targets.md counts them', () => {
  const scheduled = { event: schedule() };
  const tracked = { ...scheduled, inputs: { 'track-issue': 'true' } };
  const always = { inputs: { comment: 'always', timeout: '5m' } };
  const files = { [policyPath]: 'fail-on: medium\n' };
  const contents = { main: files, [HEAD_SHA]: files };

  /** Requests and writes of the scans of `runs`, the last one alone. */
  async function count(scene: Scene, runs: readonly CallOptions[]) {
    let before = 0;
    for (const { inputs, ...run } of runs) {
      before = scene.github.requests.length;
      await call(scene, { ...run, inputs: { urls: scene.weak.url, ...inputs } });
    }
    const requests = scene.github.requests.slice(before);
    const writes = requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql');
    return { requests: requests.length, writes: writes.length };
  }

  test.concurrent.each<[string, CallOptions[], string]>([
    ['no pull request', [scheduled], '1 | 0 | 1,000 | 15,000'],
    ['no pull request, `track-issue`, a first failure', [tracked], '6 | 2 | 166 | 250'],
    ['no pull request, `track-issue`, a later failure', [tracked, tracked], '4 | 1 | 250 | 500'],
    ['pull request, `comment: never`', [{}], '2 | 0 | 500 | 7,500'],
    [
      'pull request, `comment: on-failure`, a first failure',
      [{ inputs: { comment: 'on-failure' } }],
      '6 | 1 | 166 | 500',
    ],
  ])('%s', async (what, runs, row) => {
    await using scene = await startFleet({ contents });
    const { requests, writes } = await count(scene, runs);
    const docs = await readText('docs/many-targets.md');
    expect(docs).toContain(`| ${what} | ${row} |\n`);
    expect(row).toMatch(new RegExp(`^${requests} \\| ${writes} \\|`));
  });

  test.concurrent('a comment that appears while the scan runs takes two for each update', async () => {
    const scanBehaviour = { stuckAt: 60 };
    await using scene = await startScene({ github: { permissions, contents }, sandbox: { scanBehaviour } });
    const { requests, writes } = await count(scene, [{ ...always, env: fastEnvironment }]);
    expect(writes).toBeGreaterThan(2);
    // The first and the last write are in the seven. In fast time the upload may take so long that the comment is read again.
    const counted = 7 + 2 * (writes - 2);
    expect([counted, counted + 1]).toContain(requests);
    const docs = await readText('docs/many-targets.md');
    expect(docs).toContain('`comment: always`, a scan of one minute | 7 | 2 | 142 | 250 |');
    expect(docs).toContain('| the same, a scan of ten minutes | 25 | 11 | 40 | 45 |');
  });

  test.concurrent('the policy of the organization takes two, the commit status two or three for the run', async () => {
    const token = 'ghs_organizationOrganizationOrganization01';
    const shared = { main: { 'gate.yml': 'fail-on: medium\n' } };
    const other = { repository: 'acme/policies', tokens: [token], contents: shared };
    await using scene = await startFleet({ contents, other });
    const inputs = { 'org-policy': 'acme/policies/gate.yml@main', 'commit-status': 'Scan Gate' };
    const run = { inputs, secrets: { 'org-policy-token': token } };
    expect((await count(scene, [run])).requests).toBe(2 + 2 + 2);
    expect((await count(scene, [{ ...run, runId: 123_456_790 }])).requests).toBe(2 + 2 + 3);
  });
});
