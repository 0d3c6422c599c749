import { describe, expect, test } from '@jest/globals';
import type { Settings } from '../../../src/policy/settings-in-force.ts';
import { unfinished } from '../../../src/scan/scan.ts';
import { findAttachedTarget, findTrend } from '../../../src/scan/trend.ts';
import type { ServiceClient } from '../../../src/service/client.ts';
import { pullRequest, push, type RunnerEvent } from '../../support/events.ts';
import { startGitHub } from '../../support/github/server.ts';
import { preparedRun } from '../recorded-run.ts';
import { type ListScript, listedClient } from './scripted-client.ts';

const secretUrl = 'https://reviewer:pass-phrase@preview.example.com/?access=pr3view-t0ken';
const scan = (id: string, startDate = 1_790_000_000) => ({ id, startDate, progress: 100, severity: 'high' });
const clientWith = (list: ListScript['list']) => listedClient({ list });

describe('findAttachedTarget', () => {
  async function lookUp(list: ListScript['list'], inputs: Readonly<Record<string, string>> = {}) {
    const { world, setup } = await preparedRun({ inputs: { url: '', 'scan-id': 'scan-1', ...inputs } });
    return { world, target: await findAttachedTarget(setup, clientWith(list), world) };
  }

  test('finds the target of `scan-id` in the list of scans', async () => {
    const list = [
      { url: 'https://other.example', scans: [scan('scan-2')] },
      { url: secretUrl, scans: [scan('SCAN-1')] },
    ];
    const shown = 'https://preview.example.com';
    const { target } = await lookUp(list);
    expect(target).toMatchObject({ given: secretUrl, logName: shown, shown });
    const counts = await lookUp(list, { disclosure: 'counts' });
    expect(counts.target).toMatchObject({ logName: 'the target', shown });
  });

  test('masks its user info and query values like those of a given target', async () => {
    const { world } = await lookUp([{ url: secretUrl, scans: [scan('scan-1')] }]);
    const secrets = ['reviewer', 'pass-phrase', 'pr3view-t0ken'];
    expect(world.runner.masked).toEqual(expect.arrayContaining(secrets));
    for (const secret of secrets) expect(world.redactor.redact(secret)).toBe('***');
  });

  test.each<[string, ListScript['list']]>([
    ['is not in the list', []],
    ['cannot be looked up', 403],
  ])('leaves the target unknown where it %s', async (_, list) => {
    const { target, world } = await lookUp(list);
    expect(target).toBeNull();
    expect(world.log.entries.every(({ level }) => level === 'debug')).toBe(true);
  });

  test('asks nothing without `scan-id`, nor without an API key', async () => {
    const { world, setup } = await preparedRun();
    expect(await findAttachedTarget(setup, listedClient({ list: 500 }), world)).toBeNull();
    const attached = await preparedRun({ inputs: { 'scan-id': 'scan-1' } });
    expect(await findAttachedTarget(attached.setup, null, attached.world)).toBeNull();
    expect([...world.log.entries, ...attached.world.log.entries]).toEqual([]);
  });
});

describe('findTrend', () => {
  const scans = [scan('scan-0'), scan('scan-1', 1_790_000_100)];
  const list = [{ url: 'https://preview.example.com', scans }];

  interface Attempt {
    readonly event?: RunnerEvent;
    readonly reports?: Partial<Settings['reports']>;
    readonly client?: ServiceClient | null;
    readonly outcome?: object;
  }

  async function trend({ event = push(), reports = {}, client = clientWith(list), outcome = {} }: Attempt) {
    await using github = await startGitHub();
    const { world, setup } = await preparedRun({ event, github });
    const { settings } = setup;
    const shown = { ...setup, settings: { ...settings, reports: { ...settings.reports, ...reports } } };
    const ended = unfinished({ scanId: 'scan-1', origin: 'started' }, { kind: 'nothing-checked' });
    const scanned = {
      client,
      target: setup.inputs.target.url,
      outcome: { ...ended, problem: null, ...outcome },
    };
    return await findTrend(shown, scanned, world);
  }

  test('has the last finished scans, oldest first, on runs without a pull request', async () => {
    expect(await trend({})).toEqual([
      { startedAt: 1_790_000_000_000, severity: 'high' },
      { startedAt: 1_790_000_100_000, severity: 'high' },
    ]);
    for (const summary of [true, false])
      expect(await trend({ reports: { summary, trackIssue: !summary } })).toHaveLength(2);
  });

  test.each<[string, Attempt]>([
    ['with a pull request', { event: pullRequest() }],
    ['where nothing shows it', { reports: { summary: false } }],
    ['without an API key', { client: null }],
    ['without a scan', { outcome: { scanId: null } }],
    ['without a verdict', { outcome: { problem: { kind: 'nothing-checked' } } }],
    ['of a partial result', { outcome: { partial: true } }],
    ['where the list cannot be read', { client: clientWith(403) }],
  ])('is empty %s', async (_, attempt) => {
    expect(await trend(attempt)).toEqual([]);
  });
});
