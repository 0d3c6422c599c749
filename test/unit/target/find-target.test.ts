import { describe, expect, test } from '@jest/globals';
import { CancelledError, SettingsError } from '../../../src/core/problem.ts';
import { checkTargetAfterScan, findReadyTarget } from '../../../src/target/find-target.ts';
import { deploymentStatus, pullRequest, push, type RunnerEvent } from '../../support/events.ts';
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
    expect(found).toMatchObject({ target: { fullAddress: site.url }, deployedAt: null, problem: null });
    expect(found.acceptedStatus).toBe(404);
    expect(ports.clock.sleptMs).toEqual([1000]);
  });

  test.each<[when: string, inputs: Readonly<Record<string, string>>, given: string | undefined]>([
    ['with `wait-for-url: 0`', { url: nobody, 'wait-for-url': '0' }, nobody],
    ['with `scan-id`', { url: nobody, 'scan-id': 'scan-1' }, nobody],
    ['with `scan-id` alone, for which nothing is discovered', { url: '', 'scan-id': 'scan-1' }, undefined],
  ])('does not ask the target %s', async (_when, inputs, given) => {
    const { found } = await find({ inputs });
    expect({
      given: found.target?.fullAddress,
      acceptedStatus: found.acceptedStatus,
      problem: found.problem,
    }).toEqual({ given, acceptedStatus: null, problem: null });
  });

  test('says why a target cannot be scanned', async () => {
    await using site = await startSite(401);
    const { found } = await find({ inputs: { url: site.url } });
    const problem = { kind: 'target-refused', status: 401 };
    expect(found).toMatchObject({ target: { fullAddress: site.url }, problem });
  });

  test('is stopped by a cancel', async () => {
    const cancelled = AbortSignal.abort(new CancelledError('SIGINT'));
    const { found } = await find({ inputs: { url: nobody }, ports: { cancelled } });
    expect(found.problem).toMatchObject({ kind: 'cancelled' });
  });

  const withBaseline = async (baseline: string, event: RunnerEvent) => {
    await using github = await startGitHub();
    const inputs = { url: 'https://a.example', baseline, 'wait-for-url': '0' };
    return (await find({ inputs, event, github })).found.problem;
  };

  test('refuses itself as the baseline on a pull request only', async () => {
    for (const baseline of ['previous', 'https://a.example/']) {
      await expect(withBaseline(baseline, pullRequest())).rejects.toThrow(SettingsError);
      expect(await withBaseline(baseline, push())).toBeNull();
    }
    expect(await withBaseline('https://b.example', pullRequest())).toBeNull();
  });

  test('leaves the baseline of a scan without `url` to the list of scans, but for `previous`', async () => {
    const inputs = { url: '', 'scan-id': 'scan-1' };
    expect((await find({ inputs: { ...inputs, baseline: 'https://a.example' } })).found.problem).toBeNull();
    await expect(find({ inputs: { ...inputs, baseline: 'previous' } })).rejects.toThrow(SettingsError);
  });
});

describe('a target from the event', () => {
  const environmentUrl = 'https://reviewer:pass-phrase@preview.example.com/?access=pr3view';

  async function discover(inputs: Readonly<Record<string, string>> = {}) {
    await using github = await startGitHub();
    const event = deploymentStatus({ environmentUrl });
    return await find({ event, github, inputs: { url: '', 'wait-for-url': '0', ...inputs } });
  }

  test('is known with the time of its deployment, and named in the log', async () => {
    const { found, ports } = await discover();
    expect(found).toMatchObject({
      target: { fullAddress: environmentUrl },
      deployedAt: Date.parse('2026-11-01T10:00:00Z'),
      problem: null,
    });
    expect(ports.log.of('info')).toContain('Target: https://preview.example.com');
  });

  test('has its user info and query values masked', async () => {
    const { ports } = await discover();
    expect(ports.runner.masked).toEqual(expect.arrayContaining(['reviewer', 'pass-phrase', 'pr3view']));
    expect(ports.redactor.redact('as reviewer by pass-phrase with pr3view')).toBe('as *** by *** with ***');
  });

  test('has no name in the log if findings are withheld', async () => {
    const { found, ports } = await discover({ disclosure: 'counts' });
    expect(found.target).toMatchObject({ shownAddress: 'https://preview.example.com' });
    expect(JSON.stringify(ports.log.entries)).not.toContain('preview.example.com');
  });

  test('is missing: the problem says so', async () => {
    await using github = await startGitHub();
    const event = deploymentStatus({ state: 'failure', environmentUrl });
    const { found } = await find({ event, github, inputs: { url: '' } });
    expect(found).toMatchObject({ target: null, problem: { kind: 'deployment-not-ready' } });
  });
});

describe('checkTargetAfterScan', () => {
  async function askAgain({ setup, ports }: PreparedRun, state: 'whole' | 'enough' | 'problem' = 'whole') {
    const target = setup.inputs.target.url;
    return checkTargetAfterScan(setup, { target, scanEnd: { state, scanId: 'scan-9' } }, ports);
  }

  test('reports a status that was accepted', async () => {
    await using site = await startSite(404);
    const inputs = { url: site.url, 'allowed-statuses': '404' };
    expect(await askAgain(await preparedRun({ inputs }))).toEqual({ acceptedStatus: 404, doubt: null });
  });

  test('doubts a target that is gone', async () => {
    const gone = await askAgain(await preparedRun({ inputs: { url: nobody } }));
    expect(gone).toMatchObject({ acceptedStatus: null, doubt: { kind: 'target-lost' } });
  });

  test.each<Readonly<Record<string, string>>>([{ 'scan-id': 'scan-1' }, { 'wait-for-url': '0' }])(
    'asks nothing with %j',
    async (inputs) => {
      await using site = await startSite(500);
      const run = await preparedRun({ inputs: { url: site.url, ...inputs } });
      expect((await findReadyTarget(run.setup, run.ports)).problem).toBeNull();
      expect(await askAgain(run)).toEqual({ acceptedStatus: null, doubt: null });
      expect(site.requests).toEqual([]);
    },
  );

  test.each(['enough', 'problem'] as const)('asks nothing after a scan with the state %s', async (state) => {
    await using site = await startSite(500);
    const run = await preparedRun({ inputs: { url: site.url } });
    expect(await askAgain(run, state)).toEqual({ acceptedStatus: null, doubt: null });
    expect(site.requests).toEqual([]);
  });

  test('doubts the target if a cancel came first', async () => {
    const cancelled = AbortSignal.abort(new CancelledError('SIGINT'));
    const run = await preparedRun({ inputs: { url: nobody }, ports: { cancelled } });
    // The scan was started, and the report must not say otherwise.
    expect((await askAgain(run)).doubt).toMatchObject({ kind: 'cancelled', scanId: { text: 'scan-9' } });
  });
});
