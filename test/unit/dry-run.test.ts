import { describe, expect, test } from '@jest/globals';
import { dryRun } from '../../src/dry-run.ts';
import { protectAndReadStep } from '../../src/prepare/prepare.ts';
import { pt } from '../../src/report/language/texts.ts';
import { HEAD_SHA, pullRequest, push, repositoryDispatch, schedule } from '../support/events.ts';
import { type GitHubOptions, startGitHub } from '../support/github/server.ts';
import { tipOf } from '../support/github/views.ts';
import { writesOf } from '../support/github/with-pull.ts';
import { boundByOrganization, organizationHas } from '../support/organization.ts';
import { startRawServer } from '../support/raw-server.ts';
import { type RecordedOptions, recordedPorts } from './recorded-run.ts';

interface Attempt extends RecordedOptions {
  readonly server?: GitHubOptions;
  /** What the service answers to the question for its list, and the site to any. */
  readonly serviceStatus?: number;
  readonly siteStatus?: number;
  readonly list?: readonly object[];
}

const labels = [
  ...['Inputs', 'Policy file', 'Policy of the organization', 'API key'],
  ...['Target', 'Comment', 'Tracking issue', 'Commit status'],
];
const signs: Readonly<Record<string, string>> = { '✅': 'fine', '❌': 'wrong', '➖': 'unchecked' };

/** A dry run on a service and a site of its own. */
async function check({ server, serviceStatus = 200, siteStatus = 200, list = [], ...options }: Attempt = {}) {
  await using github = await startGitHub({ pulls: [{ number: 7, headSha: HEAD_SHA }], ...server });
  await using service = await startRawServer((_request, response) =>
    response.writeHead(serviceStatus, { 'content-type': 'application/json' }).end(JSON.stringify(list)),
  );
  await using site = await startRawServer((_request, response) => response.writeHead(siteStatus).end());
  const inputs = { 'dry-run': 'true', 'base-url': service.url, url: site.url, ...options.inputs };
  const ports = recordedPorts({ github, ...options, inputs });
  const conclusion = await dryRun(protectAndReadStep(ports), ports);
  expect(writesOf(github)).toEqual([]);
  const lines = ports.log.of('info');
  const rows = labels.map((label) => lines.find((line) => line.slice(2).startsWith(`${label}: `)) ?? '');
  const found = Object.fromEntries(rows.map((row, index) => [labels[index], signs[row.slice(0, 1)]]));
  const asked = service.requests.map(({ method, url }) => `${method} ${url}`);
  return { ports, conclusion, lines, found, asked, site, outputs: ports.runner.outputs };
}

const status = { 'commit-status': 'Gate' };
const skipping = { 'api-key': '', 'on-missing-api-key': 'skip' };
const tracked = { 'track-issue': 'true' };

const allFine = {
  Inputs: 'fine',
  'Policy file': 'fine',
  'Policy of the organization': 'unchecked',
  'API key': 'fine',
  Target: 'fine',
  Comment: 'unchecked',
  'Tracking issue': 'unchecked',
  'Commit status': 'unchecked',
};

describe('a dry run', () => {
  test('asks for the list of scans, the target and what it would write to, and starts nothing', async () => {
    const { conclusion, found, asked, site, outputs, ports } = await check({ inputs: status });
    expect(conclusion).toEqual({ level: 'notice', message: expect.stringContaining('nothing is wrong') });
    expect(found).toEqual(allFine);
    expect(asked).toEqual(['GET /v1/api/list_scans']);
    expect(site.requests).toHaveLength(1);
    expect(outputs).toMatchObject({
      verdict: 'inconclusive',
      reason: conclusion.message,
      url: site.url,
      'duration-seconds': '0',
      total: '',
      'scan-id': '',
      'result-path': '',
    });
    for (const label of labels) expect(ports.runner.summary).toContain(label);
  });

  test('says nothing of what anybody can read, because nothing is published', async () => {
    const { ports } = await check({ event: schedule({ private: false }) });
    expect(ports.log.of('notice')).toEqual([]);
  });

  const noStatuses: GitHubOptions = { permissions: { statuses: 'none' } };
  const noIssues: GitHubOptions = { permissions: { issues: 'none' } };
  const refused = { kind: 'status', status: 403, json: { message: 'Resource not accessible' } } as const;
  const noLookUp: GitHubOptions = { faults: [{ path: /\/commits\/\w+\/pulls/, effect: refused }] };
  test.each<[what: string, attempt: Attempt, wrong: Record<string, string>]>([
    ['a key that the service refuses', { serviceStatus: 401 }, { 'API key': 'wrong' }],
    ['an empty key', { inputs: { 'api-key': '' } }, { 'API key': 'wrong' }],
    ['a target that asks for a password', { siteStatus: 401 }, { Target: 'wrong' }],
    ['a token that may not read', { server: noStatuses, inputs: status }, { 'Commit status': 'wrong' }],
    ['one that finds no pull request', { server: noLookUp, event: push() }, { Comment: 'wrong' }],
    [
      'one without issues',
      { server: noIssues, event: schedule(), inputs: tracked },
      { 'Tracking issue': 'wrong' },
    ],
    ['a baseline that is the target itself', { inputs: { baseline: 'previous' } }, { Target: 'wrong' }],
    ['no policy file', { inputs: { config: 'p.yml' } }, { 'Policy file': 'wrong', Target: 'unchecked' }],
    ['an unreadable org policy', { inputs: boundByOrganization }, { 'Policy of the organization': 'wrong' }],
  ])('names %s, and checks the rest', async (_what, attempt, wrong) => {
    const { conclusion, found, lines } = await check(attempt);
    expect(found).toEqual({ ...allFine, ...wrong });
    expect(conclusion).toEqual({ level: 'error', message: expect.stringContaining('1 check failed') });
    expect(lines.filter((line) => line.startsWith('   '))).toContainEqual(
      expect.stringMatching(/^ {3}What to do: \S/),
    );
  });

  const [production, preview] = ['https://shop.example', 'https://preview.example'];
  const list = [
    { url: production, scans: [{ id: 'new' }] },
    { url: preview, scans: [{ id: 'own' }] },
  ];
  test('takes settings that agree with the list of scans', async () => {
    const inputs = { url: preview, 'scan-id': 'own', baseline: production };
    const { found, ports } = await check({ list, inputs });
    expect(found).toMatchObject({ 'API key': 'fine', Target: 'unchecked' });
    expect(ports.log.of('notice')).toEqual([]);
  });

  test('says its reason and the summary in `language`', async () => {
    const { outputs, ports } = await check({ inputs: { language: 'pt' } });
    expect(outputs['reason']).toBe(pt.dryRun.allPassed);
    expect(ports.runner.summary).toContain(outputs['reason']);
  });

  test('of wrong inputs checks nothing else', async () => {
    const { conclusion, found, asked, site, outputs } = await check({ inputs: { timeout: 'soon' } });
    expect(found).toEqual({
      Inputs: 'wrong',
      'Policy file': 'unchecked',
      'Policy of the organization': 'unchecked',
      'API key': 'unchecked',
      Target: 'unchecked',
    });
    expect(conclusion.level).toBe('error');
    expect({ asked, requests: site.requests, url: outputs['url'] }).toEqual({
      asked: [],
      requests: [],
      url: '',
    });
  });

  test('of wrong policy files checks what does not depend on them', async () => {
    const contents = { main: { '.github/scan-gate.yml': 'fail-on: severe\n' } };
    const server = { contents, ...organizationHas('fail-no: high\n') };
    const { found, lines } = await check({
      server,
      inputs: { config: '', ...status, ...boundByOrganization },
    });
    const both = { 'Policy file': 'wrong', 'Policy of the organization': 'wrong' };
    expect(found).toEqual({ ...allFine, ...both, Target: 'unchecked' });
    expect(lines.join('\n')).toMatch(/line 1: `fail-on` is wrong.*line 1: `fail-no` is not known/s);
    const open = lines.filter((line) => line.includes('Correct first what else is wrong'));
    expect(open.map((line) => line.slice(2).split(':')[0])).toEqual(['Target', 'Comment', 'Tracking issue']);
  });

  test('reads the policy file and says which', async () => {
    const contents = { main: { '.github/scan-gate.yml': 'fail-on: low\n' } };
    const { found, lines } = await check({ server: { contents }, inputs: { config: '' } });
    expect(found).toEqual(allFine);
    expect(lines.join('\n')).toMatch(/`\.github\/scan-gate\.yml` was read from the default branch/);
    const none = await check({ inputs: { config: '' } });
    expect(none.lines.join('\n')).toContain('There is no policy file');
    expect((await check()).lines.join('\n')).toContain('`config` is `none`');
  });

  test('reads the policy of the organization, but not if the run has no key', async () => {
    const server = organizationHas('fail-on: high\n');
    const { found, lines } = await check({ server, inputs: boundByOrganization });
    expect(found).toEqual({ ...allFine, 'Policy of the organization': 'fine' });
    expect(lines.join('\n')).toContain(`was read at \`${tipOf('main').slice(0, 7)}\``);
    const keyless = await check({ server, inputs: { ...boundByOrganization, 'api-key': '' } });
    expect(keyless.found).toMatchObject({ 'Policy of the organization': 'unchecked', 'API key': 'wrong' });
  });

  test.each<[what: string, attempt: Attempt, says: RegExp]>([
    ['is not asked with `wait-for-url: 0`', { inputs: { 'wait-for-url': '0' } }, /was not asked/],
    ['is not asked with `scan-id`', { inputs: { 'scan-id': 'scan-1' } }, /not asked/],
  ])('says that the target %s', async (_what, attempt, says) => {
    const { found, lines, site, conclusion } = await check(attempt);
    expect(found).toEqual({ ...allFine, Target: 'unchecked' });
    expect(lines.find((line) => line.includes('Target: '))).toMatch(says);
    expect({ requests: site.requests, level: conclusion.level }).toEqual({ requests: [], level: 'notice' });
  });

  test('is no error if the run can have no key, and skips without', async () => {
    const event = pullRequest({ fork: true });
    const inputs = { ...skipping, ...boundByOrganization };
    const { found, asked } = await check({ event, inputs });
    expect(found).toMatchObject({ 'API key': 'unchecked', 'Policy of the organization': 'unchecked' });
    expect(asked).toEqual([]);
  });

  test('shows no name of the target if findings are withheld', async () => {
    const { ports, lines } = await check({ inputs: { disclosure: 'counts' }, siteStatus: 401 });
    expect([...lines, ports.runner.summary].join('\n')).not.toContain('127.0.0.1');
  });

  test('writes no summary with `summary: false`, and warns if it cannot write', async () => {
    const contents = { main: { '.github/scan-gate.yml': 'summary: false\n' } };
    const quiet = await check({ server: { contents }, inputs: { config: '' } });
    expect(quiet.ports.runner.summary).toBe('');
    const fails = () => {
      throw new Error('the disk is full');
    };
    const { ports, conclusion } = await check({ runner: { writeSummary: fails, setOutput: fails } });
    expect(ports.log.of('warning')).toHaveLength(2);
    expect(conclusion.level).toBe('notice');
  });
});

describe('what a dry run reads on GitHub', () => {
  const needed = 'Whether it may write shows only when it writes';

  test.each<[what: string, attempt: Attempt, read: readonly string[]]>([
    ['with a pull request', {}, ['Comment']],
    ['with `comment: never`', { inputs: { comment: 'never' } }, []],
    ['without one', { event: schedule(), inputs: { ...tracked, ...status } }, ['Tracking issue']],
    ['if there may be one', { event: repositoryDispatch(), inputs: tracked }, ['Comment']],
    ['with a status', { inputs: status }, ['Comment', 'Commit status']],
    ['with a status of a push', { event: push({ sha: '4'.repeat(40) }), inputs: status }, ['Commit status']],
    ['of a skipped run', { event: pullRequest({ fork: true }), inputs: { ...status, ...skipping } }, []],
    ['with a status and an attached scan', { inputs: { ...status, 'scan-id': 'scan-1' } }, ['Comment']],
  ])('is what the run would write: %s', async (_what, attempt, read) => {
    const { lines } = await check(attempt);
    const of = (label: string) => lines.find((line) => line.includes(`${label}: `)) ?? '';
    expect(labels.slice(5).filter((label) => of(label).includes(needed))).toEqual(read);
  });
});
