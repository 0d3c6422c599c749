import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { root } from '../contract/repository.ts';
import { push, schedule } from '../support/events.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
import { type GitHubOptions, startGitHub } from '../support/github/server.ts';
import { type ActionOptions, runAction } from '../support/runner.ts';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { with?: Record<string, unknown> }[] }>>;
}

/** Puts into `folder` what the first and the last job check out, and nothing else: no package either. */
async function sparseCheckout(folder: string): Promise<void> {
  const { jobs }: Workflow = parse(await readFile(join(root, '.github/workflows/scan.yml'), 'utf8'));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const lists = steps.flatMap((step) => step.with?.['sparse-checkout'] ?? []).map(String);
  if (lists.length !== 2 || lists[0] !== lists[1]) throw new Error('the two checkouts differ');
  const paths = lists[0]?.trim().split('\n') ?? [];
  // Git adds the files at the top, which are not folders.
  for (const path of [...paths, 'package.json'])
    await cp(join(root, path), join(folder, path), { recursive: true });
}

const folder = folderForTests();
await sparseCheckout(folder);

function run(inputs: Readonly<Record<string, string>>, more: ActionOptions = {}) {
  const actionFile = join(folder, '.github/actions/many-targets/action.yml');
  const urls = 'a.example.com\nb.example.com';
  // The steps are the same for all runs, so Node.js has to strip and compile them only once.
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...more.env };
  return runAction({ actionFile, root: folder, ...more, inputs: { urls, ...inputs }, env });
}

const leg = {
  step: 'leg',
  key: 'k',
  artifacts: 'true',
  url: 'b.example.com',
  outcome: 'success',
  verdict: 'pass',
};

test('the list becomes outputs, with a key of its own for each call', async () => {
  const [one, other] = await Promise.all([run({ step: 'list' }), run({ step: 'list' })]);
  const urls = '["a.example.com","b.example.com"]';
  const key = expect.stringMatching(/^\w{12}$/);
  expect({ exitCode: one.exitCode, outputs: one.outputs, stderr: one.stderr }).toEqual({
    exitCode: 0,
    outputs: { urls, artifacts: 'true', key },
    stderr: '',
  });
  expect(other.outputs['key']).not.toBe(one.outputs['key']);
});

test.each([
  ['https://acme.ghe.com', 'true'],
  ['https://notgithub.com', 'false'],
])('artifacts on "%s": %s', async (server, artifacts) => {
  const { outputs } = await run({ step: 'list' }, { env: { GITHUB_SERVER_URL: server } });
  expect(outputs['artifacts']).toBe(artifacts);
});

test.each([
  ['https://github.example.com', { 'on-fail': 'warn' }, /^on-fail: warn is not possible on this server/],
  [
    'https://github.com',
    { 'commit-status': 'x'.repeat(101) },
    /^commit-status is wrong, expected at most 100/,
  ],
])('wrong inputs of the list on %s are one error, and no output: %j', async (server, inputs, message) => {
  const env = { GITHUB_SERVER_URL: server };
  const { exitCode, outputs, annotations } = await run({ step: 'list', ...inputs }, { env });
  expect({ exitCode, outputs }).toEqual({ exitCode: 1, outputs: {} });
  expect(annotations.error).toEqual([expect.stringMatching(message)]);
});

test('a leg is known by its place in the list and by the attempt', async () => {
  const { exitCode, outputs } = await run({ ...leg, high: '2', total: '5', job: '99' }, { runAttempt: 3 });
  expect({ exitCode, name: outputs['name'] }).toEqual({ exitCode: 0, name: 'scan-gate-verdict-k-1-3' });
  const file = JSON.parse(await readFile(outputs['path'] ?? '', 'utf8'));
  const verdict = { index: 1, attempt: 3, verdict: 'pass', stepFailed: false, job: '99' };
  expect(file).toMatchObject({ ...verdict, high: 2, total: 5, low: null });
});

test.each([
  ['a green step with a word that is no verdict', { verdict: 'passed' }, 1],
  ['a red step without a verdict', { verdict: '', outcome: 'failure' }, 0],
  ['a target that is not in the list', { url: 'c.example.com' }, 1],
  ['no artifacts, a failure that is only warned about', { artifacts: 'false', verdict: 'fail' }, 1],
  ['no artifacts, a dry run', { artifacts: 'false', verdict: 'inconclusive', 'dry-run': 'true' }, 0],
  ['an unknown step', { step: 'toString' }, 1],
])('a leg leaves no file: %s', async (_name, inputs, exitCode) => {
  const { outputs, annotations, ...result } = await run({ ...leg, ...inputs });
  expect({ exitCode: result.exitCode, outputs }).toEqual({ exitCode, outputs: {} });
  // A red step says why, and a green one has no error.
  expect(annotations.error).toHaveLength(exitCode);
});

const lastStep = { step: 'verdict', 'list-result': 'success', 'scan-result': 'success' };

test('a folder that is not there is no verdict of any target', async () => {
  const inputs = { ...lastStep, artifacts: 'true', folder: join(folder, 'none') };
  const { exitCode, outputs, summary } = await run(inputs);
  expect({ exitCode, verdict: outputs['verdict'] }).toEqual({ exitCode: 1, verdict: 'fail' });
  expect(summary).toContain('0 of 2 targets passed; 2 without a verdict, which counts as failed.');
});

describe('the commit status', () => {
  const head = { ...lastStep, artifacts: 'false', 'commit-status': 'Scan Gate' };

  /** A GitHub, the last step as often as wanted, and what it left there. */
  async function startStatuses(options: GitHubOptions = {}) {
    const permissions = { statuses: 'write' } as const;
    const github = await startGitHub({ permissions, ...options });
    const verdict = (more: ActionOptions = {}) => run(head, { github, ...more });
    const states = () => github.state.statuses.map(({ state, context }) => `${context}: ${state}`);
    const stop = () => {
      expect(github.violations).toEqual([]);
      return github[Symbol.asyncDispose]();
    };
    return { verdict, states, [Symbol.asyncDispose]: stop };
  }

  test('of a newer run stays, and two calls of one run cannot share one', async () => {
    await using statuses = await startStatuses();
    const newer = await statuses.verdict({ runId: 123_456_790 });
    expect(newer.exitCode).toBe(0);
    expect(statuses.states()).toEqual(['Scan Gate: success']);
    const older = await statuses.verdict();
    expect(statuses.states()).toEqual(['Scan Gate: success']);
    expect(older.annotations.notice).toEqual([
      'The commit status is left as a newer run set it: https://github.com/acme/storefront/actions/runs/123456790/attempts/1',
    ]);
    const second = await statuses.verdict({ runId: 123_456_790 });
    expect(second.exitCode).toBe(0);
    expect(statuses.states().at(-1)).toBe('Scan Gate: error');
    expect(second.annotations.warning).toEqual([
      expect.stringContaining('Another job of this run sets the same commit status'),
    ]);
  });

  test('is left out on a schedule', async () => {
    await using statuses = await startStatuses();
    const { exitCode, annotations } = await statuses.verdict({ event: schedule() });
    expect(exitCode).toBe(0);
    expect(statuses.states()).toEqual([]);
    expect(annotations.notice).toEqual([
      'There is no commit status, because a scheduled run gates no commit.',
    ]);
  });

  test('is set although GitHub fails, or limits requests, for a moment', async () => {
    const [path, times] = [/\/statuses/, 1];
    const failure = { kind: 'status', status: 502 } as const;
    const limit = { kind: 'status', status: 429, headers: { 'retry-after': '1' } } as const;
    await using statuses = await startStatuses({
      faults: [
        { path, times, effect: failure },
        { path, times, after: 1, effect: limit },
      ],
    });
    await statuses.verdict();
    expect(statuses.states()).toEqual(['Scan Gate: success']);
  });

  const limit = { kind: 'status', status: 403, headers: { 'x-ratelimit-remaining': '0' } } as const;
  const refused = { statuses: 'read' } as const;
  const advice = 'which runs of forks and of Dependabot do not have.';
  test.each<[what: string, options: GitHubOptions, message: string]>([
    ['is refused', { permissions: refused }, `HTTP 403. It needs statuses: write, ${advice}`],
    [
      'a rate limit keeps from being set',
      { faults: [{ path: /\/statuses/, effect: limit }] },
      "HTTP 403, GitHub's rate limit is reached. Run the last job again later.",
    ],
  ])('that %s is a warning that says so, and the verdict stands', async (_what, options, message) => {
    await using statuses = await startStatuses(options);
    const run = await statuses.verdict({ event: push() });
    const warning = [`The commit status was not set: ${message}`];
    expect(run).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' }, annotations: { warning } });
    expect(statuses.states()).toEqual([]);
  });
});
