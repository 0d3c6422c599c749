import { describe, expect, test } from '@jest/globals';
import { CancelledError, type Problem, SettingsError } from '../../../src/core/problem.ts';
import { checkTargetAfterScan, findReadyTarget } from '../../../src/target/find-target.ts';
import { deploymentStatus } from '../../support/events.ts';
import { startGitHub } from '../../support/github/server.ts';
import { startSite } from '../../support/site.ts';
import { type PreparedRun, preparedRun, type RecordedOptions } from '../recorded-run.ts';

async function find(options: RecordedOptions) {
  const run = await preparedRun(options);
  return { ...run, found: await findReadyTarget(run.setup, run.ports) };
}

const nobody = 'http://127.0.0.1:1';

describe('findReadyTarget', () => {
  test('takes the given URL, and waits until it is ready', async () => {
    await using site = await startSite(503, 404);
    const { found, ports } = await find({ inputs: { url: site.url, 'allowed-statuses': '404' } });
    expect(found).toMatchObject({ target: { givenAddress: site.url }, acceptedStatus: 404, problem: null });
    expect(ports.clock.sleptMs).toEqual([1000]);
  });

  test.each<[when: string, inputs: Readonly<Record<string, string>>, given: string | undefined]>([
    ['with `wait-for-url: 0`', { url: nobody, 'wait-for-url': '0' }, nobody],
    ['with `scan-id`', { url: nobody, 'scan-id': 'scan-1' }, nobody],
    ['with `scan-id` alone, for which nothing is discovered', { url: '', 'scan-id': 'scan-1' }, undefined],
  ])('does not ask the target %s', async (_when, inputs, given) => {
    const { found } = await find({ inputs });
    expect({
      given: found.target?.givenAddress,
      acceptedStatus: found.acceptedStatus,
      problem: found.problem,
    }).toEqual({ given, acceptedStatus: null, problem: null });
  });

  test('says why a target cannot be scanned', async () => {
    await using site = await startSite(401);
    const { found } = await find({ inputs: { url: site.url } });
    const problem = { kind: 'target-refused', status: 401 };
    expect(found).toMatchObject({ target: { givenAddress: site.url }, problem });
  });

  test('is stopped by a cancel', async () => {
    const cancelled = AbortSignal.abort(new CancelledError('SIGINT'));
    const { found } = await find({ inputs: { url: nobody }, ports: { cancelSignal: cancelled } });
    expect(found.problem).toEqual({ kind: 'cancelled' });
  });

  test('refuses itself as the baseline', async () => {
    const withBaseline = async (baseline: string) => {
      const inputs = { url: 'https://a.example', baseline, 'wait-for-url': '0' };
      return (await find({ inputs })).found.problem;
    };
    await expect(withBaseline('https://a.example/')).rejects.toThrow(SettingsError);
    expect(await withBaseline('https://b.example')).toBeNull();
    // The list of scans says what the target is.
    const attached = { url: '', 'scan-id': 'scan-1', baseline: 'https://a.example' };
    expect((await find({ inputs: attached })).found.problem).toBeNull();
  });
});

describe('a target from the event', () => {
  const environmentUrl = 'https://reviewer:pass-phrase@preview.example.com/?access=pr3view-token';

  async function discover(inputs: Readonly<Record<string, string>> = {}) {
    await using github = await startGitHub();
    const event = deploymentStatus({ environmentUrl });
    return await find({ event, github, inputs: { url: '', 'wait-for-url': '0', ...inputs } });
  }

  test('is known, and named in the log', async () => {
    const { found, ports } = await discover();
    expect(found).toMatchObject({ target: { givenAddress: environmentUrl }, problem: null });
    expect(ports.log.of('info')).toContain('Target: https://preview.example.com');
  });

  test('has its password and query values removed from texts', async () => {
    const { ports } = await discover();
    expect(ports.redactor.redact('by pass-phrase with pr3view-token')).toBe('by *** with ***');
    const log = JSON.stringify(ports.log.entries);
    expect(log).not.toMatch(/pass-phrase|pr3view/);
  });

  test('has no name in the log if findings are withheld', async () => {
    const { found, ports } = await discover({ disclosure: 'counts' });
    expect(found.target).toMatchObject({ shownAddress: 'https://preview.example.com' });
    expect(JSON.stringify(ports.log.entries)).not.toContain('preview.example.com');
  });

  test.each([
    ['http://localhost:1', 'success', 'deployment-without-site'],
    ['http://169.254.169.254/latest', 'success', 'deployment-without-site'],
    [environmentUrl, 'failure', 'deployment-not-ready'],
  ])('is refused at %s in the state %s: %s', async (address, state, kind) => {
    await using github = await startGitHub();
    const event = deploymentStatus({ state, environmentUrl: address });
    const { found } = await find({ event, github, inputs: { url: '' } });
    expect(found.problem).toMatchObject({ kind });
  });
});

describe('checkTargetAfterScan', () => {
  async function askAgain({ setup, ports }: PreparedRun, problem: Problem | null = null) {
    const target = setup.inputs.url;
    return checkTargetAfterScan(setup, { target, problem }, ports);
  }

  test('has no doubt about a target that answers as before', async () => {
    await using site = await startSite(404);
    const inputs = { url: site.url, 'allowed-statuses': '404' };
    expect(await askAgain(await preparedRun({ inputs }))).toBeNull();
  });

  test('doubts a target that is gone', async () => {
    const gone = await askAgain(await preparedRun({ inputs: { url: nobody } }));
    expect(gone).toMatchObject({ kind: 'target-lost' });
  });

  test.each<[inputs: Readonly<Record<string, string>>, problem: Problem | null]>([
    [{ 'scan-id': 'scan-1' }, null],
    [{ 'wait-for-url': '0' }, null],
    [{}, { kind: 'too-few-checks', checks: 0, minimum: 1 }],
  ])('asks nothing with %j after a scan with the problem %j', async (inputs, problem) => {
    await using site = await startSite(500);
    const run = await preparedRun({ inputs: { url: site.url, ...inputs } });
    expect(await askAgain(run, problem)).toBeNull();
    expect(site.requests).toEqual([]);
  });

  test('doubts the target if a cancel came first', async () => {
    const cancelled = AbortSignal.abort(new CancelledError('SIGINT'));
    const run = await preparedRun({ inputs: { url: nobody }, ports: { cancelSignal: cancelled } });
    // The scan was started, and the report must not say otherwise.
    expect(await askAgain(run)).toEqual({ kind: 'cancelled' });
  });
});
