import { describe, expect, test } from '@jest/globals';
import { CancelledError, SettingsError } from '../../../src/core/problem.ts';
import { protectAndReadStep } from '../../../src/prepare/prepare.ts';
import { openCommitStatus } from '../../../src/publish/commit-status.ts';
import { deploymentStatus, HEAD_SHA, pullRequest, schedule } from '../../support/events.ts';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { addStatus } from '../../support/github/state.ts';
import { preparedRun, type RecordedOptions, recordedPorts } from '../recorded-run.ts';

const success = { state: 'success', description: 'nothing blocks' } as const;

interface StatusOptions extends RecordedOptions {
  readonly name?: string;
}

/** A run with a status that has begun. */
async function begin(github: LoopbackGitHub, { name = 'Scan Gate', ...options }: StatusOptions = {}) {
  const inputs = { 'commit-status': name, ...options.inputs };
  const { ports, step } = await preparedRun({ github, ...options, inputs });
  const status = openCommitStatus(step, ports);
  if (status === null) throw new Error('no status is wanted');
  await status.begin();
  return { ports, status };
}

/** The status of a run that ends early, whatever its inputs are; `null` if it has none. */
async function open(options: RecordedOptions) {
  const ports = recordedPorts(options);
  return openCommitStatus(protectAndReadStep(ports), ports);
}

const statuses = ({ state }: LoopbackGitHub) =>
  state.statuses.map(({ context, state: is, description }) => [context, is, description]);

describe('the commit status of a run', () => {
  test('is pending on the gated commit, then what the verdict says', async () => {
    await using github = await startGitHub();
    const { status, ports } = await begin(github, { runId: 101 });
    await status.finish(success);
    expect(github.state.statuses).toMatchObject([
      { sha: HEAD_SHA, state: 'pending', context: 'Scan Gate' },
      { sha: HEAD_SHA, ...success },
    ]);
    for (const { targetUrl } of github.state.statuses) expect(targetUrl).toMatch(/\/runs\/101\/attempts\/1$/);
    expect(ports.log.of('warning')).toEqual([]);
  });

  test('is `error` with the reason if the run ends without a verdict', async () => {
    await using github = await startGitHub();
    const { status } = await begin(github);
    await status.fail(new SettingsError('`fail-on` is wrong.'));
    expect(statuses(github).at(-1)).toEqual(['Scan Gate', 'error', '`fail-on` is wrong.']);
    expect(github.state.statuses).toHaveLength(2);
  });

  test('is `error` if the run fails while the status of its verdict is still being set', async () => {
    await using github = await startGitHub();
    const { status } = await begin(github);
    const isSet = status.finish(success);
    await status.fail(new Error('a mistake of the action'));
    await isSet;
    expect(statuses(github).map(([, state]) => state)).toEqual(['pending', 'success', 'error']);
  });

  test('is set for wrong inputs too, before anything is known', async () => {
    await using github = await startGitHub();
    const status = await open({ github, inputs: { 'commit-status': 'Scan Gate', timeout: 'soon' } });
    await status?.fail(new SettingsError('`timeout` is wrong.'));
    expect(statuses(github)).toEqual([['Scan Gate', 'error', '`timeout` is wrong.']]);
  });

  test('is set in the last second of a cancelled run', async () => {
    await using github = await startGitHub();
    const givenUp = AbortSignal.abort(new CancelledError('SIGINT'));
    const status = await open({ github, inputs: { 'commit-status': 'Scan Gate' }, ports: { givenUp } });
    await status?.fail(new CancelledError('SIGINT'));
    expect(statuses(github)).toMatchObject([['Scan Gate', 'error', expect.stringContaining('cancelled')]]);
  });

  test('is cut after 140 characters, and holds no secret', async () => {
    await using github = await startGitHub();
    const { status } = await begin(github, { inputs: { url: 'https://a.example/?key=s3cr3t-word' } });
    await status.finish({ ...success, description: `s3cr3t-word ${'long '.repeat(40)}` });
    const description = github.state.statuses.at(-1)?.description ?? '';
    expect(description).toMatch(/^\*\*\* long/);
    expect(description.length).toBeGreaterThan(130);
    expect(description.length).toBeLessThanOrEqual(140);
  });

  test('names the values of the matrix and the environment, without secrets', async () => {
    await using github = await startGitHub();
    const environmentUrl = 'https://a.example/?key=s3cr3t-word';
    const inputs = { url: environmentUrl, 'comment-key': '{"site":"docs","id":"s3cr3t-word"}' };
    await begin(github, { event: deploymentStatus({ environmentUrl, environment: 'Preview' }), inputs });
    expect(github.state.statuses).toMatchObject([
      { context: expect.stringMatching(/^Scan Gate \(docs, \*{3}, [0-9a-f]{8}, Preview\)$/) },
    ]);
  });
});

describe('there is no commit status', () => {
  const skipping = { 'api-key': '', 'on-missing-api-key': 'skip' };

  test.each<[what: string, options: RecordedOptions, why: RegExp]>([
    ['on a schedule', { event: schedule() }, /scheduled run/],
    ['with `scan-id`', { inputs: { 'scan-id': 'scan-1' } }, /`scan-id`/],
    ['without a token', { inputs: { 'github-token': '' } }, /`github-token` is empty/],
    [
      'without a known commit',
      { event: { name: 'workflow_dispatch', payload: {} } },
      /commit.* is not known/,
    ],
    ['if nothing is scanned', { event: pullRequest({ fork: true }), inputs: skipping }, /nothing is scanned/],
  ])('%s: a notice says so, once', async (_what, options, why) => {
    await using github = await startGitHub();
    const inputs = { 'commit-status': 'Scan Gate', ...options.inputs };
    const { step, ports } = await preparedRun({ github, ...options, inputs });
    expect(openCommitStatus(step, ports)).toBeNull();
    expect(ports.log.of('notice').filter((line) => why.test(line))).toHaveLength(1);
  });
});

describe('a status that another may have set', () => {
  test('is an error for a second step of the job, but not for the step itself', async () => {
    await using github = await startGitHub();
    const first = await begin(github, { env: { GITHUB_ACTION: 'one' } });
    const { tempFolder } = first.ports.runner;
    const again = begin(github, { runner: { tempFolder }, env: { GITHUB_ACTION: 'two' } });
    await expect(again).rejects.toThrow(SettingsError);
    await begin(github, { runner: { tempFolder }, env: { GITHUB_ACTION: 'one' } });
    await begin(github, { runner: { tempFolder }, env: { GITHUB_ACTION: 'two' }, name: 'Other' });
  });

  test('by another job of the run is `error` from then on, and one warning says so', async () => {
    await using github = await startGitHub();
    const one = await begin(github);
    const other = await begin(github);
    await one.status.finish(success);
    await other.status.finish(success);
    expect(github.state.statuses.map(({ state }) => state)).toEqual(['pending', 'error', 'error', 'error']);
    const [, ...errors] = github.state.statuses.map(({ description }) => description);
    expect(new Set(errors).size).toBe(1);
    for (const { ports } of [one, other])
      expect(ports.log.of('warning')).toEqual([expect.stringContaining('Several jobs of this run')]);
  });

  test('by a newer run is kept, and one notice says so', async () => {
    await using github = await startGitHub();
    const targetUrl = 'https://github.com/acme/storefront/actions/runs/200/attempts/1';
    addStatus(github.state, { sha: HEAD_SHA, state: 'failure', context: 'Scan Gate', targetUrl });
    const { status, ports } = await begin(github, { runId: 199 });
    await status.finish(success);
    expect(github.state.statuses).toHaveLength(1);
    expect(ports.log.of('notice')).toEqual([expect.stringContaining(targetUrl)]);
  });
});

describe('a status that cannot be set', () => {
  test('because its context is too long is an error', async () => {
    await using github = await startGitHub();
    // GitHub takes 255 characters; name, space and parentheses are 103 of them.
    const matrix = (length: number) => ({ 'comment-key': JSON.stringify({ value: 'x'.repeat(length) }) });
    const name = 'n'.repeat(100);
    await begin(github, { name, inputs: matrix(152) });
    expect(github.state.statuses[0]?.context).toHaveLength(255);
    await expect(begin(github, { name, inputs: matrix(153) })).rejects.toThrow(/255 characters/);
    expect(await open({ github, inputs: { 'commit-status': name, ...matrix(153) } })).toBeNull();
  });

  test('because its name is wrong is left out, while the error names it', async () => {
    expect(await open({ inputs: { 'commit-status': 'n'.repeat(101) } })).toBeNull();
  });

  test('for a wrong `scan-id` is left out too: a run with a right one sets none', async () => {
    await using github = await startGitHub();
    const inputs = { 'commit-status': 'Scan Gate', 'scan-id': 'no id' };
    await (await open({ github, inputs }))?.fail(new SettingsError('`scan-id` is wrong.'));
    expect(github.requests).toEqual([]);
  });

  const refused = { kind: 'status', status: 422, json: { message: 'no' } } as const;
  test.each<[what: string, options: GitHubOptions, advice: RegExp]>([
    ['for want of a permission', { permissions: { statuses: 'read' } }, /statuses: write/],
    ['because GitHub refuses', { faults: [{ method: 'POST', path: /statuses/, effect: refused }] }, /422/],
  ])('%s is one warning with what to do', async (_what, options, advice) => {
    await using github = await startGitHub(options);
    const { status, ports } = await begin(github);
    await status.finish(success);
    expect(ports.log.of('warning')).toEqual([expect.stringMatching(advice)]);
  });
});
