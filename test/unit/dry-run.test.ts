import { describe, expect, test } from '@jest/globals';
import { CancelledError, SettingsError } from '../../src/core/problem.ts';
import { dryRun } from '../../src/dry-run.ts';
import { beginSetup } from '../../src/settings/setup.ts';
import { deploymentStatus, HEAD_SHA, pullRequest } from '../support/events.ts';
import { type GitHubOptions, startGitHub } from '../support/github/server.ts';
import { writesOf } from '../support/github/with-pull.ts';
import { startRawServer } from '../support/raw-server.ts';
import { type RecordedOptions, recordedPorts } from './recorded-run.ts';

interface Attempt extends RecordedOptions {
  readonly server?: GitHubOptions;
  /** What the service answers to the question for its list, and the site to any. */
  readonly serviceStatus?: number;
  readonly siteStatus?: number;
  readonly list?: readonly object[];
}

/** A dry run on a service and a site of its own. */
async function check({ server, serviceStatus = 200, siteStatus = 200, list = [], ...options }: Attempt = {}) {
  await using github = await startGitHub({ pulls: [{ number: 7, headSha: HEAD_SHA }], ...server });
  await using service = await startRawServer((_request, response) =>
    response.writeHead(serviceStatus, { 'content-type': 'application/json' }).end(JSON.stringify(list)),
  );
  await using site = await startRawServer((_request, response) => response.writeHead(siteStatus).end());
  const inputs = { 'dry-run': 'true', 'base-url': service.url, url: site.url, ...options.inputs };
  const ports = recordedPorts({ github, ...options, inputs });
  const setup = await beginSetup(ports);
  const end = await dryRun(setup, ports).catch((error: unknown) => {
    if (!(error instanceof SettingsError)) throw error;
    return { level: 'wrong setting', message: String(error) };
  });
  expect(writesOf(github)).toEqual([]);
  const asked = service.requests.map(({ method, url }) => `${method} ${url}`);
  return { ports, end, asked, site, outputs: ports.runner.outputs };
}

describe('a dry run', () => {
  test('asks for the target and the list of scans, and starts nothing', async () => {
    const { end, asked, site, outputs, ports } = await check({ inputs: { 'commit-status': 'Gate' } });
    expect(end).toEqual({ level: 'notice', message: expect.stringContaining('nothing is wrong') });
    expect(asked).toEqual(['GET /v1/api/list_scans']);
    expect(site.requests).toHaveLength(1);
    expect(outputs).toMatchObject({
      verdict: 'inconclusive',
      reason: end.message,
      url: site.url,
      'duration-seconds': '0',
      total: '',
      'scan-id': '',
      'result-path': '',
    });
    expect(ports.runner.summary).toBe('');
  });

  test.each<[what: string, attempt: Attempt, says: RegExp]>([
    ['a key that the service refuses', { serviceStatus: 401 }, /HTTP 401/],
    ['an empty key', { inputs: { 'api-key': '' } }, /`api-key` is empty/],
    ['a target that asks for a password', { siteStatus: 401 }, /The target answered HTTP 401/],
    ['both', { siteStatus: 401, serviceStatus: 403 }, /answered HTTP 401.*HTTP 403/s],
  ])('is red for %s, and says what to do', async (_what, attempt, says) => {
    const inputs = { 'on-inconclusive': 'warn', ...attempt.inputs };
    const { end, outputs } = await check({ ...attempt, inputs });
    expect(end).toEqual({ level: 'error', message: expect.stringMatching(says) });
    expect(outputs).toMatchObject({
      verdict: 'inconclusive',
      reason: end.message.replaceAll('\n', ' ').replaceAll('`', ''),
    });
  });

  const own = 'https://a.example';
  const unasked = { 'wait-for-url': '0' };
  const list = [{ url: 'https://shop.example', scans: [{ id: 'other' }] }];
  test.each<[what: string, attempt: Attempt, says: RegExp]>([
    ['a wrong input', { inputs: { timeout: 'soon' } }, /`timeout` is `soon`/],
    ['no policy file', { inputs: { config: 'p.yml' } }, /there is no p\.yml/],
    ['the target as its baseline', { inputs: { url: own, baseline: own } }, /`baseline` is the target/],
    [
      'a baseline of the same host, if the list holds hosts only',
      { list: [{ url: 'a.example' }], inputs: { url: `${own}/x`, baseline: `${own}/y`, ...unasked } },
      /`baseline` is the target/,
    ],
    ['a scan of another target', { list, inputs: { url: own, 'scan-id': 'other' } }, /is of another target/],
  ])('ends like a run with %s', async (_what, attempt, says) => {
    const { end } = await check(attempt);
    expect(end).toEqual({ level: 'wrong setting', message: expect.stringMatching(says) });
  });

  test('compares the baseline with the target that the event names', async () => {
    const event = deploymentStatus({ environmentUrl: own });
    const { end, outputs } = await check({
      event,
      inputs: { url: '', baseline: 'https://b.example', ...unasked },
    });
    expect(end).toMatchObject({ level: 'notice', message: expect.stringContaining('nothing is wrong') });
    expect(outputs['url']).toBe(own);
  });

  test('is no error if the run can have no key, and skips without', async () => {
    const inputs = { 'api-key': '', 'on-missing-api-key': 'skip' };
    const { end, asked } = await check({ event: pullRequest({ fork: true }), inputs });
    const message = expect.stringContaining('only inputs were checked');
    expect({ end, asked }).toEqual({ end: { level: 'notice', message }, asked: [] });
  });

  test('is not green if it was cancelled, although nothing was asked', async () => {
    const inputs = { 'api-key': '', 'on-missing-api-key': 'skip' };
    const ports = { cancelSignal: AbortSignal.abort(new CancelledError('SIGINT')) };
    const attempt = { event: pullRequest({ fork: true }), inputs, ports };
    await expect(check(attempt)).rejects.toThrow(CancelledError);
  });

  test('shows no address if findings are withheld', async () => {
    const { ports, end } = await check({ inputs: { disclosure: 'counts' }, siteStatus: 302 });
    expect(end.level).toBe('error');
    expect([end.message, ...ports.log.of('info')].join('\n')).not.toContain('127.0.0.1');
  });
});
