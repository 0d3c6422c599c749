import { describe, expect, test } from '@jest/globals';
import { CancelledError, ProblemError, SettingsError } from '../../../src/core/problem.ts';
import { DeadlineError } from '../../../src/core/time-limit.ts';
import { parseBaseline } from '../../../src/policy/baseline.ts';
import { judgingPolicies } from '../../../src/policy/organization.ts';
import type { OrganizationPolicy, Policy } from '../../../src/policy/policy.ts';
import { combineSettings } from '../../../src/policy/settings-in-force.ts';
import type { FetchedBaseline } from '../../../src/scan/baseline-scans.ts';
import type { ScanSetup } from '../../../src/scan/scan-context.ts';
import { runScanStage, type ScanStageInput } from '../../../src/scan/scan-stage.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { acceptedOf } from '../../support/expected-of.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { organizationOf, plainPolicy } from '../../support/plain-policy.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { inputsOf } from './inputs-of.ts';
import {
  at,
  failing,
  finished,
  listedClient,
  queued,
  type ScriptedAnswer,
  scriptedClient,
} from './scripted-client.ts';

interface StageOptions extends Partial<ScanStageInput> {
  readonly policies?: readonly Policy[];
  readonly cancelled?: AbortSignal;
  readonly startMs?: number;
  readonly listed?: readonly object[];
  readonly attempt?: number;
}

/** @param listed the scans of the target in the list, which a re-run may take up */
async function run(
  steps: readonly ScriptedAnswer[],
  given: Readonly<Record<string, string>>,
  setting: StageOptions = {},
) {
  const { startMs = 0, listed = [], attempt = listed.length === 0 ? 1 : 2 } = setting;
  const { policies, cancelled = new AbortController().signal, ...more } = setting;
  const clock = createFakeClock();
  const log = createRecordingLog();
  const scripted = scriptedClient(steps);
  const client = {
    ...scripted,
    list: async () => scanListSchema.parse([{ url: 'a.example', scans: listed }]),
    start: async () => {
      clock.pass(startMs);
      return 'scan-1';
    },
  };
  const inputs = inputsOf(given);
  const setup: ScanSetup = {
    inputs,
    policies: policies ?? [combineSettings(inputs.given, null, 'en').policy],
    disclosure: { mode: 'full' },
    pullRequest: { kind: 'none' },
    context: { runId: 1, attempt },
  };
  const input: ScanStageInput = {
    client,
    targetEnd: { target: inputs.target.url, deployedAt: null, problem: null },
    readNotedScan: async () => null,
    isEnoughToFail: () => false,
    isTrusted: () => true,
    onProgress: () => {},
    ...more,
  };
  const scanEnd = await runScanStage(setup, input, { clock, log, cancelled });
  return { scanEnd, log, nowMs: clock.now(), fetched: scripted.fetched };
}

const attached = { url: '', 'scan-id': 'given-1' };

describe('scan', () => {
  test('starts a scan and waits for its end', async () => {
    const { scanEnd } = await run([queued, at(50), finished({ totalChecked: 3 })], {});
    expect(scanEnd).toMatchObject({ scanId: 'scan-1', origin: 'started', percentage: 100, problem: null });
    expect(scanEnd.result?.totalChecked).toBe(3);
  });

  test('waits for a scan of its own to appear, and for a given one not at all', async () => {
    const own = await run([failing(404), failing(404), finished()], {});
    expect(own.scanEnd.problem).toBeNull();
    const given = await run([failing(404), finished()], attached);
    expect(given.scanEnd).toMatchObject({ scanId: 'given-1', origin: 'attached' });
    expect(given.scanEnd.problem).toMatchObject({ kind: 'service', fault: { status: 404 } });
    expect(given.fetched).toHaveLength(1);
  });

  test.each([
    [new DeadlineError('up'), { kind: 'timeout', afterMs: 300_000, percentage: null, scan: 'none' }],
    [new CancelledError('SIGINT'), { kind: 'cancelled', signal: 'SIGINT', scanId: null }],
  ])('starts nothing after %p, and says that there is no scan', async (reason, problem) => {
    const { scanEnd } = await run([], { timeout: '5m' }, { cancelled: AbortSignal.abort(reason) });
    expect(scanEnd).toMatchObject({ scanId: null, problem, result: null });
  });

  test('counts the start towards the time limit', async () => {
    const { scanEnd, nowMs } = await run([at(20)], { timeout: '5m' }, { startMs: 100_000 });
    const problem = { kind: 'timeout', afterMs: 300_000, percentage: 20 };
    expect(scanEnd).toMatchObject({ scanId: 'scan-1', percentage: 20, problem });
    expect(nowMs).toBe(300_000);
  });

  const left = [{ id: 'left', startDate: 0, progress: 40 }];
  const ended = at(40, { endDate: '2026-11-20T10:00:00Z' });
  /** A scan of the target that has just finished. */
  const recent = { listed: [{ id: 'left', startDate: 0, progress: 100 }], attempt: 1 };

  test('replaces a scan that it took up and that ended early by a new one, and says so', async () => {
    const { scanEnd, log, fetched } = await run([ended, at(50), finished()], {}, { listed: left });
    expect(scanEnd).toMatchObject({ scanId: 'scan-1', origin: 'started', problem: null });
    expect(fetched).toEqual(['left', 'scan-1', 'scan-1']);
    expect(log.of('info').join()).toContain('Scan left ended before it was finished. Starting a new one');
  });

  test('replaces a reused scan that has no end date', async () => {
    const list = [{ url: 'a.example', scans: [{ id: 'left', startDate: 0, progress: 100 }] }];
    const scans = { left: at(100), 'scan-1': finished() };
    const client = { ...listedClient({ list, scans }), start: async () => 'scan-1' };
    const { scanEnd, nowMs } = await run([], { 'reuse-within': '1h' }, { client });
    expect(scanEnd).toMatchObject({ scanId: 'scan-1', origin: 'started', problem: null });
    expect(nowMs).toBeGreaterThanOrEqual(120_000);
  });

  const doubting = { isTrusted: () => false };

  test.each<[why: string, steps: readonly ScriptedAnswer[], Partial<ScanStageInput>]>([
    ['its result leaves a doubt', [finished(), finished()], doubting],
    ['it is another scan', [finished({ identificator: 'another' }), finished()], {}],
  ])('replaces a reused scan once if %s', async (_why, steps, gate) => {
    const { scanEnd, fetched } = await run(steps, { 'reuse-within': '1h' }, { ...recent, ...gate });
    expect({ scanId: scanEnd.scanId, fetched }).toEqual({ scanId: 'scan-1', fetched: ['left', 'scan-1'] });
  });

  test('says that a reused scan leaves a doubt', async () => {
    const { log } = await run([finished(), finished()], { 'reuse-within': '1h' }, { ...recent, ...doubting });
    expect(log.of('info').join()).toContain('Scan left leaves a doubt. Starting a new one');
  });

  test('has an error of the gate as the problem of its end', async () => {
    const isTrusted = () => {
      throw new TypeError('a mistake');
    };
    const { scanEnd } = await run([finished()], { 'reuse-within': '1h' }, { ...recent, isTrusted });
    expect(scanEnd).toMatchObject({ scanId: 'left', result: null, problem: { kind: 'internal' } });
  });

  test('keeps a reused scan that is trusted, and its own scan even with a doubt', async () => {
    const reused = await run([finished()], { 'reuse-within': '1h' }, recent);
    const own = await run([finished()], {}, doubting);
    expect({ reused: reused.fetched, own: own.fetched }).toEqual({ reused: ['left'], own: ['scan-1'] });
  });

  test('replaces a scan that ended early only once', async () => {
    const { scanEnd, fetched } = await run([ended, ended], {}, { listed: left });
    expect(scanEnd).toMatchObject({ scanId: 'scan-1', problem: { kind: 'ended-early' } });
    expect(fetched).toEqual(['left', 'scan-1']);
  });

  test.each([
    ['of its own', {}],
    ['that was given', attached],
  ])('does not replace a scan %s that ended early', async (_which, given) => {
    const { scanEnd, fetched } = await run([ended, finished()], given);
    expect(scanEnd.problem).toEqual({ kind: 'ended-early', percentage: 40 });
    expect(fetched).toHaveLength(1);
  });
});

test('nothing is scanned without a ready target', async () => {
  const problem = { kind: 'target-refused', status: 401 } as const;
  const refused = await run([], attached, { targetEnd: { target: null, deployedAt: null, problem } });
  expect(refused.scanEnd).toMatchObject({ scanId: 'given-1', origin: 'attached', problem });
});

test('a scan that was not started is the problem of the end, and nothing is waited for', async () => {
  const start = async () => {
    throw new ProblemError({ kind: 'nothing-checked' });
  };
  const { scanEnd, fetched } = await run([], {}, { client: { ...scriptedClient([]), start } });
  expect(scanEnd).toMatchObject({ scanId: null, origin: 'started', problem: { kind: 'nothing-checked' } });
  expect(scanEnd).toMatchObject({ state: 'problem', result: null, percentage: null });
  expect(fetched).toEqual([]);
});

test('a partial result ends the wait if the gate says that it is enough', async () => {
  const steps = [at(20, { totalChecked: 1 }), finished()];
  const { scanEnd } = await run(steps, {}, { isEnoughToFail: ({ totalChecked }) => totalChecked === 1 });
  expect(scanEnd).toMatchObject({ state: 'enough', percentage: 20, problem: null });
});

describe('the baselines of two policies', () => {
  const base = 'https://base.example';
  const scans = ['c', 'b', 'a'].map((id, index) => ({ id, startDate: 300 - index, progress: 100 }));
  const results = Object.fromEntries(
    ['c', 'b', 'a', 'scan-1', 'other'].map((id) => [id, finished({ identificator: id, issues: [] })]),
  );

  /** A client of which `list` is the scan list. It can start a scan. */
  const clientWith = (list: readonly object[] | number) => ({
    ...listedClient({ list, scans: results }),
    start: async () => 'scan-1',
  });
  const idsOf = (baseline: FetchedBaseline | undefined) =>
    baseline?.kind === 'scan' ? [baseline, ...baseline.olderScans].map(({ scanId }) => scanId).join(' ') : '';

  const [site, again] = [acceptedOf(parseBaseline(base)), acceptedOf(parseBaseline(base))];
  const other = { kind: 'scan', scanId: 'other' } as const;
  const [one, two] = [{ baseline: site }, { baseline: site, baselineScans: 2 }];
  const allowing = (baselineScans: number) => organizationOf({ baselineScans }, { allowBaseline: true });

  interface Case {
    readonly repository: Partial<Policy>;
    readonly organization: OrganizationPolicy | null;
    /** The ids that each baseline has. */
    readonly ids: readonly [ofRepository: string, ofOrganization: string];
    /** All that were read. That of the scan itself is the last. */
    readonly read: string;
  }

  test.each<[which: string, Case]>([
    ['none', { repository: {}, organization: null, ids: ['', ''], read: 'scan-1' }],
    ['one', { repository: one, organization: null, ids: ['c', ''], read: 'c scan-1' }],
    [
      'one that the organization does not allow',
      { repository: two, organization: organizationOf(), ids: ['c b', ''], read: 'c b scan-1' },
    ],
    [
      'one of both, read once, as far as each counts',
      { repository: one, organization: allowing(3), ids: ['c', 'c b a'], read: 'c b a scan-1' },
    ],
    [
      'the same with the counts exchanged',
      { repository: two, organization: allowing(1), ids: ['c b', 'c'], read: 'c b scan-1' },
    ],
    [
      'two',
      {
        repository: one,
        organization: organizationOf({ baseline: other }),
        ids: ['c', 'other'],
        read: 'c other scan-1',
      },
    ],
    [
      'one that both name, read once',
      {
        repository: one,
        organization: organizationOf({ baseline: again }),
        ids: ['c', 'c'],
        read: 'c scan-1',
      },
    ],
  ])('are %s', async (_which, { repository, organization, ids, read }) => {
    const client = clientWith([{ url: base, scans }]);
    const policies = judgingPolicies({ policy: { ...plainPolicy, ...repository }, organization }, 0);
    const { scanEnd } = await run([], {}, { client, policies });
    const [ofRepository, ofOrganization] = scanEnd.policiesWithBaselines.map(({ baseline }) => baseline);
    expect(idsOf(ofRepository)).toBe(ids[0]);
    expect(idsOf(ofOrganization)).toBe(ids[1]);
    expect(client.fetched.join(' ')).toBe(read);
  });

  test('that cannot be read are the problem of the end', async () => {
    const policies = [{ ...plainPolicy, baseline: site }];
    const { scanEnd } = await run([], {}, { client: clientWith(403), policies });
    expect(scanEnd).toMatchObject({ scanId: 'scan-1', result: null, problem: { kind: 'baseline' } });
  });

  test('are wrong settings if one is the scan itself', async () => {
    const own = { kind: 'scan', scanId: 'scan-1' } as const;
    const policies = [{ ...plainPolicy, baseline: own }];
    const running = run([], {}, { client: clientWith([]), policies });
    await expect(running).rejects.toThrow(SettingsError);
  });
});
