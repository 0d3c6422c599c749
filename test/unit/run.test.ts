import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../src/core/problem.ts';
import { plainText } from '../../src/report/plain-text.ts';
import { run } from '../../src/run.ts';
import { HEAD_SHA, push, schedule } from '../support/events.ts';
import { type GitHubOptions, startGitHub } from '../support/github/server.ts';
import { boundByOrganization, organizationHas } from '../support/organization.ts';
import { startRawServer } from '../support/raw-server.ts';
import { startSite } from '../support/site.ts';
import { type RecordedOptions, recordedPorts } from './recorded-run.ts';

interface PlayedRun extends RecordedOptions {
  readonly server?: GitHubOptions;
  /** The list of scans. */
  readonly list?: readonly object[];
}

/** Plays a run on a service that starts `scan-1` and knows `list`. */
async function play({ server, list = [], ...options }: PlayedRun) {
  await using github = await startGitHub({ pulls: [{ number: 7, headSha: HEAD_SHA }], ...server });
  await using service = await startRawServer(({ method }, response) => {
    const answer = method === 'POST' ? { enqueued_scan_id: 'scan-1' } : list;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const inputs = { 'base-url': service.url, 'wait-for-url': '0', ...options.inputs };
  const ports = recordedPorts({ github, ...options, inputs });
  const ended = await run(ports).catch((error: unknown) => error);
  return { ended, lines: ports.log.of('info') };
}

const target = 'https://preview.example.com';
const other = 'https://shop.example.com';
const listed = (url: string, ...ids: readonly string[]) => ({
  url,
  scans: ids.map((id) => ({ id, startDate: 1, progress: 100 })),
});

const onMain = (text: string): GitHubOptions => ({
  contents: { main: { '.github/scan-gate.yml': text, 'folder/a.yml': '' } },
});
const attached = { 'scan-id': 'given-1' };
const longStatus = { 'commit-status': 'Gate', 'comment-key': JSON.stringify({ value: 'x'.repeat(249) }) };

describe('what a run refuses, a dry run refuses with the same words', () => {
  test.each<[what: string, attempt: PlayedRun, says: RegExp]>([
    ['wrong inputs', { inputs: { timeout: 'soon', comment: 'yes' } }, /2 inputs are wrong/],
    ['a commit status that is too long', { inputs: longStatus }, /longer than the 255 characters/],
    [
      'a commit status that is too long, beside a wrong input',
      { inputs: { ...longStatus, timeout: 'soon' } },
      /2 inputs are wrong/,
    ],
    ['a named policy file that is not there', { inputs: { config: 'p.yml' } }, /there is no p\.yml/],
    ['a wrong policy file', { server: onMain('fail-on: x'), inputs: { config: '' } }, /line 1: `fail-on`/],
    ['an unreadable policy of the organization', { inputs: boundByOrganization }, /could not be read/],
    [
      'a wrong policy of the organization, also beside a wrong policy file',
      {
        server: { ...organizationHas('fail-on: x'), ...onMain('fail-on: x') },
        inputs: { ...boundByOrganization, config: '' },
      },
      /`acme\/policies\/gate\.yml@main` is wrong/,
    ],
    ['no `url` on a schedule', { event: schedule(), inputs: { url: '' } }, /has no deployment/],
    ['`previous` with a pull request', { inputs: { baseline: 'previous' } }, /is `previous`, on a run with/],
    ['the target as its own baseline', { inputs: { baseline: target } }, /is the target itself/],
    [
      'the target as the baseline of the organization',
      { server: organizationHas(`fail-on: low\nbaseline: ${target}`), inputs: boundByOrganization },
      /is the target itself/,
    ],
    [
      'the host of the target as its own baseline, if the list has bare hosts',
      { list: [listed('preview.example.com', 'old-1')], inputs: { baseline: `${target}/other` } },
      /is the target itself/,
    ],
    [
      'the target of an attached scan as its own baseline',
      { list: [listed(target, 'given-1')], inputs: { ...attached, url: '', baseline: target } },
      /is the target itself/,
    ],
    [
      'a baseline beside an attached scan that the list does not have',
      { inputs: { ...attached, url: '', baseline: target } },
      /may be the target itself/,
    ],
    [
      'a scan of another target than `url`',
      { list: [listed(other, 'given-1')], inputs: attached },
      /Scan given-1 is of another target/,
    ],
    [
      'a scan as its own baseline',
      { event: push(), inputs: { ...attached, baseline: 'GIVEN-1' } },
      /scan GIVEN-1 itself/,
    ],
  ])('refused by both: %s', async (_what, attempt, says) => {
    const { ended } = await play(attempt);
    if (!(ended instanceof SettingsError)) throw new Error('the run refuses nothing');
    expect(ended.message).toMatch(says);
    const dry = await play({ ...attempt, inputs: { ...attempt.inputs, 'dry-run': 'true' } });
    expect(dry.ended).toMatchObject({ level: 'error' });
    expect(dry.lines.join('\n')).toContain(`wrong. ${plainText(ended.message, 4_000)}`);
  });

  test.each([{ baseline: other }, attached, { 'scan-id': 'unknown-1' }])(
    'a dry run does not refuse %j',
    async (inputs) => {
      const list = [listed(target, 'given-1', 'old-1'), listed(other, 'base-1')];
      const { ended } = await play({ list, inputs: { ...inputs, 'dry-run': 'true' } });
      expect(ended).toMatchObject({ level: 'notice' });
    },
  );
});

test('a run without an API key asks nothing of the target', async () => {
  await using site = await startSite(200);
  const { ended } = await play({ inputs: { url: site.url, 'api-key': '', 'wait-for-url': '1m' } });
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
    publishes: [
      'GitHub: POST /graphql',
      `GitHub: GET ${comments}`,
      `GitHub: POST ${comments}`,
      `GitHub: GET ${comments}`,
    ],
  },
  {
    on: 'a schedule',
    options: { event: schedule() },
    result: resultWith({ name: 'SQL injection', severity: 'critical' }),
    publishes: [
      // For the trend.
      'Service: GET /v1/api/list_scans',
      'GitHub: POST /graphql',
      'GitHub: GET /repos/acme/storefront/issues',
      'GitHub: POST /repos/acme/storefront/labels',
      'GitHub: POST /repos/acme/storefront/issues',
    ],
  },
])('on $on, a run prepares, asks the target, scans, asks again, and publishes', async (scene) => {
  await using github = await startGitHub({
    pulls: [{ number: 7, headSha: HEAD_SHA }],
    ...onMain('fail-on: high'),
  });
  await using site = await startSite(200);
  await using service = await startRawServer(({ method, url }, response) => {
    const read = url?.includes('/scan-1') === true ? scene.result : [];
    response.end(JSON.stringify(method === 'POST' ? { enqueued_scan_id: 'scan-1' } : read));
  });
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
