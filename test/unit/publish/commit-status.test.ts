import { describe, expect, test } from '@jest/globals';
import { CancelledError, SettingsError } from '../../../src/core/problem.ts';
import { commitStatusFor, commitStatusTextOf } from '../../../src/publish/commit-status.ts';
import { beginSetup } from '../../../src/settings/setup.ts';
import { deploymentStatus, HEAD_SHA, pullRequest, schedule } from '../../support/events.ts';
import { type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { addStatus } from '../../support/github/state.ts';
import { preparedRun, type RecordedOptions, recordedPorts } from '../recorded-run.ts';
import { onlyWarns, plainModel, timedOut, withoutScan } from '../report/models.ts';
import { findings } from '../report/sample-findings.ts';

const success = { state: 'success', description: 'nothing blocks' } as const;

/** A run with a status that has begun. */
async function begin(github: LoopbackGitHub, options: RecordedOptions = {}) {
  const inputs = { 'commit-status': 'Scan Gate', ...options.inputs };
  const { ports, setupBeforePolicy } = await preparedRun({ github, ...options, inputs });
  const status = commitStatusFor(setupBeforePolicy, ports);
  if (status === null) throw new Error('no status is wanted');
  await status.setPending();
  return { ports, status };
}

/** The status of a run that ends early, whatever its inputs are; `null` if it has none. */
async function open(options: RecordedOptions) {
  const ports = recordedPorts(options);
  return commitStatusFor(await beginSetup(ports), ports);
}

const statuses = ({ state }: LoopbackGitHub) =>
  state.statuses.map(({ context, state: is, description }) => [context, is, description]);
const states = ({ state }: LoopbackGitHub) => state.statuses.map((status) => status.state);

describe('the commit status of a run', () => {
  test('is pending on the gated commit, then what the verdict says', async () => {
    await using github = await startGitHub();
    const { status, ports } = await begin(github, { runId: 101 });
    await status.setVerdict(success);
    expect(github.state.statuses).toMatchObject([
      { sha: HEAD_SHA, state: 'pending', context: 'Scan Gate' },
      { sha: HEAD_SHA, ...success },
    ]);
    for (const { targetUrl } of github.state.statuses)
      expect(targetUrl).toMatch(/\/runs\/101\/attempts\/1#[0-9a-f]{8}$/);
    expect(ports.log.of('warning')).toEqual([]);
  });

  test('is `error` if the run fails while the status of its verdict is still being set', async () => {
    await using github = await startGitHub();
    const { status } = await begin(github);
    const isSet = status.setVerdict(success);
    await status.setError(new Error('a mistake of the action'));
    await isSet;
    expect(states(github)).toEqual(['pending', 'success', 'error']);
  });

  test('is set for wrong inputs too, before anything is known', async () => {
    await using github = await startGitHub();
    const status = await open({ github, inputs: { 'commit-status': 'Scan Gate', timeout: 'soon' } });
    await status?.setError(new SettingsError('`timeout` is wrong.'));
    expect(statuses(github)).toEqual([['Scan Gate', 'error', '`timeout` is wrong.']]);
  });

  test('is set in the last second of a cancelled run', async () => {
    await using github = await startGitHub();
    const givenUp = AbortSignal.abort(new CancelledError('SIGINT'));
    const status = await open({
      github,
      inputs: { 'commit-status': 'Scan Gate' },
      ports: { giveUpSignal: givenUp },
    });
    await status?.setError(new CancelledError('SIGINT'));
    expect(statuses(github)).toMatchObject([['Scan Gate', 'error', expect.stringContaining('cancelled')]]);
  });

  test('is cut after 140 characters, and holds no secret', async () => {
    await using github = await startGitHub();
    const { status } = await begin(github, { inputs: { url: 'https://a.example/?key=s3cr3t-word' } });
    await status.setError(new SettingsError(`s3cr3t-word ${'long '.repeat(40)}`));
    const description = github.state.statuses.at(-1)?.description ?? '';
    expect(description).toMatch(/^\*\*\* long/);
    expect(description.length).toBeGreaterThan(130);
    expect(description.length).toBeLessThanOrEqual(140);
  });

  test('names the values of the matrix and the environment', async () => {
    await using github = await startGitHub();
    const event = deploymentStatus({ environmentUrl: 'https://a.example', environment: 'Preview' });
    await begin(github, { event, inputs: { 'comment-key': '{"site":"docs","id":4}' } });
    expect(github.state.statuses).toMatchObject([{ context: 'Scan Gate (docs, 4, Preview)' }]);
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
    const { setupBeforePolicy, ports } = await preparedRun({ github, ...options, inputs });
    expect(commitStatusFor(setupBeforePolicy, ports)).toBeNull();
    expect(ports.log.of('notice').filter((line) => why.test(line))).toHaveLength(1);
  });
});

describe('a status that another may have set', () => {
  const urlOf = (runId: number, attempt = 1) =>
    `https://github.com/acme/storefront/actions/runs/${runId}/attempts/${attempt}`;

  test('by another job of the run and attempt is `error` from then on, and each says so once', async () => {
    await using github = await startGitHub();
    const one = await begin(github);
    const other = await begin(github);
    await one.status.setVerdict(success);
    await other.status.setVerdict(success);
    expect(states(github)).toEqual(['pending', 'error', 'error', 'error']);
    expect(statuses(github).at(-1)?.[2]).toContain('its own commit-status');
    expect(one.ports.log.of('warning')).toEqual([expect.stringContaining('its own `commit-status`')]);
    expect(other.ports.log.of('warning')).toEqual(one.ports.log.of('warning'));
  });

  test.each([
    ['run', urlOf(200), { runId: 199, attempt: 9 }],
    ['attempt', urlOf(200, 2), { runId: 200 }],
  ])('by a newer %s stays, on whatever page it is, and a notice says so', async (_what, targetUrl, by) => {
    const newer = { sha: HEAD_SHA, state: 'failure', context: 'scan gate', targetUrl } as const;
    const noise = Array.from(
      { length: 120 },
      () => ({ sha: HEAD_SHA, state: 'success', context: 'ci' }) as const,
    );
    await using github = await startGitHub({ statuses: [newer, ...noise] });
    const { status, ports } = await begin(github, by);
    await status.setVerdict(success);
    expect(github.state.statuses).toHaveLength(121);
    expect(ports.log.of('notice')).toEqual([expect.stringContaining(targetUrl)]);
  });

  test('by an older run or attempt, on another commit, under another name or of another page is replaced', async () => {
    const of = { sha: HEAD_SHA, state: 'success', context: 'Scan Gate', targetUrl: urlOf(900) } as const;
    const others = [
      { ...of, targetUrl: urlOf(99, 9) },
      { ...of, targetUrl: urlOf(100, 1) },
      { ...of, context: 'Scan Gate (docs)' },
      { ...of, sha: 'b'.repeat(40) },
      { ...of, targetUrl: 'https://example.com/900' },
    ];
    await using github = await startGitHub({ statuses: others });
    const { status } = await begin(github, { attempt: 2 });
    await status.setVerdict({ ...success, state: 'failure' });
    expect(states(github).slice(others.length)).toEqual(['pending', 'failure']);
  });

  test('by a newer run while this one scans stays', async () => {
    await using github = await startGitHub();
    const { status } = await begin(github, { runId: 100 });
    addStatus(github.state, { sha: HEAD_SHA, state: 'pending', context: 'Scan Gate', targetUrl: urlOf(101) });
    await status.setVerdict(success);
    expect(states(github)).toEqual(['pending', 'pending']);
  });

  test('is our own if the answer to it was lost', async () => {
    await using github = await startGitHub({
      faults: [{ method: 'POST', path: /statuses/, times: 1, effect: { kind: 'lose-answer' } }],
    });
    const { status, ports } = await begin(github);
    await status.setVerdict(success);
    expect(states(github)).toEqual(['pending', 'pending', 'success']);
    expect(ports.log.of('warning')).toEqual([]);
  });
});

test('a status whose name is wrong is left out, while the error names it', async () => {
  expect(await open({ inputs: { 'commit-status': 'n'.repeat(101) } })).toBeNull();
});

test('a status for which a permission is missing is one warning with what to do', async () => {
  await using github = await startGitHub({ permissions: { statuses: 'read' } });
  const { status, ports } = await begin(github);
  await status.setVerdict(success);
  expect(ports.log.of('warning')).toEqual([expect.stringContaining('statuses: write')]);
});

describe('commitStatusTextOf', () => {
  test.each([
    ['a pass', plainModel(), 'success'],
    ['a fail', plainModel(findings({ high: 1 })), 'failure'],
    ['a fail that only warns', plainModel(findings({ high: 1 }), onlyWarns), 'failure'],
    ['no trustworthy answer', timedOut, 'error'],
    ['no trustworthy answer that only warns', { ...timedOut, ...onlyWarns }, 'success'],
    ['a cancelled run', { ...withoutScan({ kind: 'cancelled' }), ...onlyWarns }, 'error'],
  ])('of %s', (_name, given, state) => {
    expect(commitStatusTextOf(given, 'why').state).toBe(state);
  });

  test('says first that it is green without an answer', () => {
    const status = commitStatusTextOf({ ...timedOut, ...onlyWarns }, 'The scan was not finished.');
    expect(status.description).toBe('Inconclusive, but only warned about: The scan was not finished.');
  });
});
