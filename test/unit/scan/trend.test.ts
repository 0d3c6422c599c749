import { describe, expect, test } from '@jest/globals';
import type { Settings } from '../../../src/policy/settings-in-force.ts';
import { endWithoutResult } from '../../../src/scan/scan-stage.ts';
import { findTrend } from '../../../src/scan/trend.ts';
import type { ServiceClient } from '../../../src/service/client.ts';
import { scanResultSchema } from '../../../src/service/wire.ts';
import { type Ending, endState } from '../../support/end-state.ts';
import { pullRequest, push, type RunnerEvent } from '../../support/events.ts';
import { startGitHub } from '../../support/github/server.ts';
import { preparedRun } from '../recorded-run.ts';
import { type ListScript, listedClient } from './scripted-client.ts';

const url = 'https://preview.example.com';
const scan = (id: string, startDate = 1_790_000_000, severity: string | null | undefined = 'high') => ({
  id,
  startDate,
  severity,
  progress: 100,
});
const clientWith = (list: ListScript['list']) => listedClient({ list });

describe('findTrend', () => {
  const scans = [scan('scan-0'), scan('scan-1', 1_790_000_100)];
  const list = [
    { url, scans },
    { url: 'https://other.example', scans: [scan('other', 150)] },
  ];

  interface Attempt {
    readonly event?: RunnerEvent;
    readonly reports?: Partial<Settings['publishing']>;
    readonly client?: ServiceClient;
    readonly scanEnd?: Ending;
  }

  async function trend({ event = push(), reports = {}, client = clientWith(list), scanEnd = {} }: Attempt) {
    await using github = await startGitHub();
    const { ports, setup } = await preparedRun({ event, github });
    const { settings } = setup;
    const shown = { ...setup, settings: { ...settings, publishing: { ...settings.publishing, ...reports } } };
    const started = { scanId: 'scan-1', origin: 'started' } as const;
    const ended = endWithoutResult(started, setup.policies, { kind: 'nothing-checked' });
    const scanned = {
      client,
      target: setup.inputs.target.url,
      scanEnd: { ...ended, ...endState(scanResultSchema.parse({}), scanEnd) },
    };
    return await findTrend(shown, scanned, ports);
  }

  test('has the last finished scans, oldest first, on runs without a pull request', async () => {
    expect(await trend({})).toEqual([
      { startedAt: 1_790_000_000_000, severity: 'high' },
      { startedAt: 1_790_000_100_000, severity: 'high' },
    ]);
    for (const summary of [true, false])
      expect(await trend({ reports: { summary, trackIssue: !summary } })).toHaveLength(2);
  });

  const trendOf = (own: readonly object[]) => trend({ client: clientWith([{ url, scans: own }]) });

  test('leaves out a scan that still runs', async () => {
    const points = await trendOf([...scans, { ...scan('scan-2', 1_790_000_200), progress: 40 }]);
    expect(points).toHaveLength(2);
  });

  test('treats a missing or unknown severity as `null`', async () => {
    const points = await trendOf([
      { id: 'a', startDate: 1, progress: 100 },
      scan('b', 2, null),
      scan('c', 3, 'apocalyptic'),
    ]);
    expect(points.map(({ severity }) => severity)).toEqual([null, null, null]);
  });

  test('has the last twelve', async () => {
    const many = Array.from({ length: 40 }, (_, index) => scan(`s${index}`, index + 1));
    const points = await trendOf(many);
    expect(points).toHaveLength(12);
    expect(points.at(-1)).toEqual({ startedAt: 40_000, severity: 'high' });
  });

  test.each<[when: string, attempt: Attempt]>([
    ['with a pull request', { event: pullRequest() }],
    ['if nothing shows it', { reports: { summary: false } }],
    ['without a verdict', { scanEnd: { problem: { kind: 'nothing-checked' } } }],
    ['of a partial result', { scanEnd: { partial: true } }],
    ['if the list cannot be read', { client: clientWith(403) }],
  ])('is empty %s', async (_when, attempt) => {
    expect(await trend(attempt)).toEqual([]);
  });
});
