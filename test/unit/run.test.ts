import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../src/core/problem.ts';
import { run } from '../../src/run.ts';
import { HEAD_SHA, schedule } from '../support/events.ts';
import { type GitHubOptions, startGitHub } from '../support/github/server.ts';
import { startRawServer } from '../support/raw-server.ts';
import { startSite } from '../support/site.ts';
import { type RecordedOptions, recordedPorts } from './recorded-run.ts';

const pulls = [{ number: 7, headSha: HEAD_SHA }];

interface PlayedRun extends RecordedOptions {
  readonly server?: GitHubOptions;
  /** The list of scans. */
  readonly list?: readonly object[];
}

/** A service that knows the scans of `list` and starts `scan-1`, which ends with `result`. */
function startService({ list = [], result }: Pick<PlayedRun, 'list'> & { readonly result?: object }) {
  return startRawServer(({ method, url }, response) => {
    const read = url?.includes('/scan-1') === true ? result : list;
    response.end(JSON.stringify(method === 'POST' ? { enqueued_scan_id: 'scan-1' } : read));
  });
}

/** Plays a run on such a service. */
async function play({ server, ...options }: PlayedRun) {
  await using github = await startGitHub({ pulls, ...server });
  await using service = await startService(options);
  const inputs = { 'base-url': service.url, 'wait-for-url': '0', ...options.inputs };
  const ports = recordedPorts({ github, ...options, inputs });
  return await run(ports).catch((error: unknown) => error);
}

const onMain = (text: string) => ({ contents: { main: { '.github/scan-gate.yml': text } } });
const target = 'https://preview.example.com';
const list = [{ url: 'https://shop.example.com', scans: [{ id: 'given-1' }] }];
const warning = { 'on-fail': 'warn', 'on-inconclusive': 'warn' };

describe('a run refuses, whatever `on-inconclusive` is,', () => {
  test.each<[what: string, attempt: PlayedRun, says: RegExp]>([
    ['wrong inputs', { inputs: { timeout: 'soon', comment: 'yes' } }, /2 inputs are wrong/],
    ['a wrong policy file', { server: onMain('fail-on: x'), inputs: { config: '' } }, /line 1: `fail-on`/],
    ['no `url` on a schedule', { event: schedule(), inputs: { url: '' } }, /names no site that is deployed/],
    ['the target as its own baseline', { inputs: { baseline: target } }, /is the target itself/],
    ['a scan of another target', { list, inputs: { 'scan-id': 'given-1' } }, /is of another target/],
  ])('%s', async (_what, attempt, says) => {
    const ended = await play({ ...attempt, inputs: { ...warning, ...attempt.inputs } });
    if (!(ended instanceof SettingsError)) throw new Error(`it ended with ${JSON.stringify(ended)}`);
    expect(ended.message).toMatch(says);
  });
});

test('a run without a verdict sets its commit status to `error`', async () => {
  await using github = await startGitHub(onMain('fail-on: x'));
  const ports = recordedPorts({ github, inputs: { config: '', 'commit-status': 'Gate' } });
  await expect(run(ports)).rejects.toThrow(SettingsError);
  expect(github.state.statuses.map(({ state }) => state)).toEqual(['pending', 'error']);
});

test('a run without an API key asks nothing of the target, and is red always', async () => {
  await using site = await startSite(200);
  const ended = await play({ inputs: { url: site.url, 'api-key': '', 'wait-for-url': '1m', ...warning } });
  expect(ended).toMatchObject({ level: 'error', message: expect.stringContaining('api-key is empty') });
  expect(site.requests).toEqual([]);
});

/** A finished result, with or without a finding that blocks. */
const resultWith = (...issues: readonly object[]) => ({
  percentage: '100.00',
  endDate: '2026-11-21T12:00:00Z',
  totalChecked: 10,
  issues,
  issuesSummary: {},
});

const comments = '/repos/acme/storefront/issues/7/comments';

test.each([
  {
    on: 'a pull request',
    options: {},
    result: resultWith(),
    publishes: ['GitHub: POST /graphql', `GitHub: GET ${comments}`, `GitHub: POST ${comments}`],
  },
  {
    on: 'a schedule',
    options: { event: schedule() },
    result: resultWith({ name: 'SQL injection', severity: 'critical' }),
    publishes: [
      'GitHub: POST /graphql',
      'GitHub: GET /repos/acme/storefront/issues',
      'GitHub: POST /repos/acme/storefront/issues',
    ],
  },
])('on $on, a run prepares, asks the target, scans, asks again, and publishes', async (scene) => {
  await using github = await startGitHub({ pulls, ...onMain('fail-on: high') });
  await using site = await startSite(200);
  await using service = await startService(scene);
  const inputs = {
    'base-url': service.url,
    url: site.url,
    config: '',
    reports: 'none',
    'track-issue': 'true',
  };
  const ports = recordedPorts({ github, ...scene.options, inputs });
  await run(ports);
  const requests = ports.log.of('debug').flatMap((line) => /^(\w+: [A-Z]+ .*) → /.exec(line)?.[1] ?? []);
  const { host } = new URL(site.url);
  expect(requests).toEqual([
    'GitHub: GET /repos/acme/storefront/contents/.github%2Fscan-gate.yml',
    `Target: GET ${host}/`,
    'Service: POST /v1/api/scan',
    'Service: GET /v1/api/scan/scan-1',
    `Target: GET ${host}/`,
    ...scene.publishes,
  ]);
});
