import { describe, expect, test } from '@jest/globals';
import { readText } from '../contract/repository.ts';
import { HEAD_SHA, schedule } from '../support/events.ts';
import type { GitHubOptions } from '../support/github/server.ts';
import { boundByOrganization, organizationHas, organizationToken } from '../support/organization.ts';
import type { ActionOptions } from '../support/runner.ts';
import { runScanWorkflow, type WorkflowRun } from './scan-workflow.ts';
import { gatePermissions, policyOnMain, type Scene, startScene } from './scene.ts';

interface CallOptions extends ActionOptions {
  readonly secrets?: Readonly<Record<string, string>>;
}

/** The permissions that docs/many-targets.md names, and nothing more. */
const permissions = { ...gatePermissions, issues: 'write', statuses: 'write' } as const;

function startFleet(github: GitHubOptions = {}): Promise<Scene> {
  return startScene({ github: { permissions, ...github } });
}

/** Calls scan.yml. */
function call(scene: Scene, { inputs, secrets, ...job }: CallOptions): Promise<WorkflowRun> {
  return runScanWorkflow({
    secrets: { 'api-key': scene.sandbox.apiKey, ...secrets },
    inputs: { 'base-url': scene.sandbox.url, comment: 'never', reports: 'none', ...inputs },
    job: { github: scene.github, ...job },
    gate: (step) => scene.run(step),
  });
}

/** Context and state of every status, oldest first. */
function statusesOf({ github }: Scene): string[] {
  return github.state.statuses.map(({ state, context }) => `${context}: ${state}`);
}

function targetsOf({ outputs }: WorkflowRun): Record<string, unknown>[] {
  return JSON.parse(outputs['targets'] ?? '');
}

test('the worst verdict is that of all, with one table and one status; a re-run scans the failed targets only, and then all passed', async () => {
  await using scene = await startFleet();
  const { hardened, weak, github } = scene;
  const urls = `${hardened.url}\r\n${weak.url}\r\n`;
  const run = await call(scene, { inputs: { urls, 'commit-status': 'Scan Gate' } });
  expect(run).toMatchObject({ result: 'failure', outputs: { verdict: 'fail' } });
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
  expect(github.state.statuses).toMatchObject([
    {
      sha: HEAD_SHA,
      context: 'Scan Gate',
      state: 'failure',
      description: '1 of 2 targets passed; 1 failed.',
      targetUrl: 'https://github.com/acme/storefront/actions/runs/123456789/attempts/1',
    },
  ]);
  expect(scene.sandbox.scans).toHaveLength(2);

  weak.fix('headers', 'exposures');
  const again = await run.rerun();
  expect(again).toMatchObject({ result: 'success', outputs: { verdict: 'pass' }, messages: [] });
  expect(again.summary).toContain('2 of 2 targets passed.');
  expect(scene.sandbox.scans).toHaveLength(3);
  const links = targetsOf(again).map(({ link }) => String(link).split('/').at(-1));
  expect(links).toEqual(['4000000001', '4000000002']);
  expect(statusesOf(scene)).toEqual(['Scan Gate: failure', 'Scan Gate: success']);
  for (const none of [run.notices, again.notices, github.violations]) expect(none).toEqual([]);
});

test('a line after a JSON list is not dropped: nothing is scanned, and the status is error', async () => {
  await using scene = await startFleet();
  const urls = `["${scene.hardened.url}"]\n${scene.weak.url}`;
  const run = await call(scene, { inputs: { urls, 'commit-status': 'Scan Gate' } });
  expect(run.result).toBe('failure');
  expect(run.outputs).toEqual({ verdict: 'fail', targets: '[]' });
  const nothing =
    'Nothing was scanned: the list of targets was not read (failure). The job targets says why.';
  expect(run.messages).toEqual([
    expect.stringMatching(/^urls begins with \[, but is not one JSON list and nothing else\./),
    nothing,
  ]);
  expect(scene.sandbox.scans).toEqual([]);
  expect(statusesOf(scene)).toEqual(['Scan Gate: error']);
  expect(scene.github.state.statuses[0]?.description).toBe(nothing);
});

test('under `on-fail: warn` the last job is green, and the verdict and the status are not', async () => {
  await using scene = await startFleet({ contents: policyOnMain('disclosure: counts\n') });
  const { hardened, weak } = scene;
  // One target is there twice.
  const urls = JSON.stringify([hardened.url, ` ${hardened.url} `, weak.url]);
  const run = await call(scene, { inputs: { urls, 'on-fail': 'warn', 'commit-status': 'Scan Gate' } });
  expect(run).toMatchObject({ result: 'success', outputs: { verdict: 'fail' } });
  expect(run.messages).toEqual(['1 of 2 targets passed; 1 failed, which is only a warning.']);
  expect(statusesOf(scene)).toEqual(['Scan Gate: failure']);
  // The files of the legs hold no address.
  const counts = ['blocking', 'total', 'critical', 'high', 'medium', 'low', 'warning'];
  const fields = ['index', 'attempt', 'verdict', 'stepFailed', 'job', ...counts];
  const files = [...run.artifacts.values()];
  expect(files.map((file) => Object.keys(JSON.parse(file)))).toEqual([fields, fields]);
  expect(files.join()).not.toContain('127.0.0.1');
});

describe('requests to GitHub for a target, as docs/many-targets.md counts them', () => {
  const scheduled = { event: schedule() };
  const tracked = { ...scheduled, inputs: { 'track-issue': 'true' } };
  const contents = policyOnMain('fail-on: medium\n');

  /** Requests and writes of the scan of one target, and its verdict. */
  async function count(scene: Scene, { inputs, ...run }: CallOptions) {
    const before = scene.github.requests.length;
    const { outputs } = await call(scene, { ...run, inputs: { urls: scene.weak.url, ...inputs } });
    const requests = scene.github.requests.slice(before);
    const writes = requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql');
    return { requests: requests.length, writes: writes.length, verdict: outputs['verdict'] };
  }

  // One after the other: the second of the tracked runs finds the issue of the first.
  const rows: [string, CallOptions, string][] = [
    ['no pull request', scheduled, '1 | 0 | 1,000 | 15,000'],
    ['no pull request, `track-issue`, a first failure', tracked, '5 | 2 | 200 | 250'],
    [
      'no pull request, `track-issue`, a later failure',
      { ...tracked, runId: 123_456_790 },
      '4 | 1 | 250 | 500',
    ],
    ['pull request, `comment: never`', {}, '1 | 0 | 1,000 | 15,000'],
    [
      'pull request, `comment: on-failure`, a first failure',
      { inputs: { comment: 'on-failure' } },
      '5 | 1 | 200 | 500',
    ],
  ];
  test('are as many as its table says', async () => {
    await using scene = await startFleet({ contents });
    const docs = await readText('docs/many-targets.md');
    for (const [what, run, row] of rows) {
      const { requests, writes } = await count(scene, run);
      expect(docs).toContain(`| ${what} | ${row} |\n`);
      expect(`${what} | ${row}`).toContain(`${what} | ${requests} | ${writes} |`);
    }
  });

  test('a comment that appears while the scan runs takes two for each update', async () => {
    const scanBehaviour = { stuckAt: 60 };
    await using scene = await startScene({ github: { permissions, contents }, sandbox: { scanBehaviour } });
    const { requests, writes } = await count(scene, { inputs: { comment: 'always', timeout: '5m' } });
    expect(writes).toBeGreaterThan(2);
    // The first and the last write are in the six. In fast time the upload may take so long that the comment is read again.
    const counted = 6 + 2 * (writes - 2);
    expect([counted, counted + 1]).toContain(requests);
    const docs = await readText('docs/many-targets.md');
    expect(docs).toContain('`comment: always`, a scan of one minute | 6 | 2 | 166 | 250 |');
    expect(docs).toContain('| the same, a scan of ten minutes | 24 | 11 | 41 | 45 |');
  });

  test('the policy of the organization, which binds every target, takes two, the commit status three or four for the run', async () => {
    await using scene = await startFleet({ contents, ...organizationHas('fail-on: medium\n') });
    const inputs = {
      'fail-on': 'never',
      'org-policy': boundByOrganization['org-policy'],
      'commit-status': 'Scan Gate',
    };
    const run = { inputs, secrets: { 'org-policy-token': organizationToken } };
    expect(await count(scene, run)).toMatchObject({ requests: 1 + 2 + 3, verdict: 'fail' });
    const later = await count(scene, { ...run, runId: 123_456_790 });
    expect(later).toMatchObject({ requests: 1 + 2 + 4, verdict: 'fail' });
  });
});
