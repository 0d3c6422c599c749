import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import type { FaultRule } from '../../../sandbox/faults.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { scanListSchema, type WireTargetEntry } from '../../../src/service/schema.ts';
import { schedule } from '../../support/events.ts';
import type { Played } from './play.ts';
import { type Case, ends, passes, playCases } from './scan-cases.ts';

async function startScan(sandbox: Sandbox, url: string, preferences: object = {}): Promise<string> {
  const response = await fetch(`${sandbox.url}/v1/api/scan`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, preferences }),
  });
  expect(response.status).toBe(200);
  return sandbox.scans.at(-1)?.id ?? '';
}

async function finishedScan(sandbox: Sandbox, url: string, preferences: object = {}): Promise<string> {
  const id = await startScan(sandbox, url, preferences);
  const scan = sandbox.scans.find((each) => each.id === id);
  while (scan?.state !== 'finished') await sleep(5);
  return id;
}

async function noInputs(prepared: Promise<unknown>): Promise<Record<string, string>> {
  await prepared;
  return {};
}

/** Long enough to be still running when the action looks, in fast time. */
const slow = { scanMs: 800_000 };
const reuse = { 'reuse-within': '2h' };

function says(scans: number, line: RegExp): (played: Played) => void {
  return (played) => {
    passes(scans)(played);
    expect(played.lines.filter((each) => each.search(line) >= 0)).toHaveLength(1);
  };
}

/** A list in which every entry is changed. */
function listOf(change: (entry: WireTargetEntry) => object): FaultRule {
  const mutate = (list: unknown) => scanListSchema.parse(list).map(change);
  return { endpoint: 'list', fault: { kind: 'mutate', mutate } };
}

/** Every scan started two hours ago. */
const longAgo = listOf((entry) => ({
  ...entry,
  scans: entry.scans?.map((scan) => ({ ...scan, startDate: (scan.startDate ?? 0) - 7200 })),
}));

/** Runs without a pull request, which need no comment to find a scan by. */
const withoutPull: readonly Case[] = [
  {
    title: 'reuse-within takes a finished scan',
    plan: { inputs: reuse },
    before: (sandbox, url) => noInputs(finishedScan(sandbox, url)),
    check: says(0, /^Reusing scan .* finished/),
  },
  {
    title: 'reuse-within takes a running scan, and waits for it',
    plan: { inputs: reuse, sandbox: slow },
    before: (sandbox, url) => noInputs(startScan(sandbox, url)),
    check: says(0, /^Reusing scan .* running/),
  },
  {
    title: 'reuse-within does not take a scan that is too old',
    plan: { inputs: { 'reuse-within': '10s' } },
    before: async (sandbox, url) => {
      await finishedScan(sandbox, url);
      jest.advanceTimersByTime(20_000);
      return {};
    },
    check: says(1, /^Started scan /),
  },
  {
    title: 'reuse-within does not take a scan with other preferences',
    plan: { inputs: { ...reuse, preferences: '{"scan_deep": 3}' } },
    before: (sandbox, url) => noInputs(finishedScan(sandbox, url, { scan_deep: 1 })),
    check: says(1, /^Started scan /),
  },
  {
    title: 'reuse-within takes a scan with more preferences than are given',
    plan: { inputs: { ...reuse, preferences: '{"scan_deep": 3}' } },
    before: (sandbox, url) => noInputs(finishedScan(sandbox, url, { scan_deep: 3, xss: true })),
    check: says(0, /^Reusing scan /),
  },
  {
    title: 'reuse-within does not take the scan of another target',
    plan: { inputs: reuse },
    before: (sandbox, url) => noInputs(finishedScan(sandbox, `${url}/about`)),
    check: says(1, /^Started scan /),
  },
  ...[
    (url: string) => url.replace('127.0.0.1', 'LocalHost'),
    (url: string) => `${url.replace('127.0.0.1', 'localhost')}/`,
    (url: string) => url.replace('http://127.0.0.1', 'localhost'),
  ].map(
    (spell): Case => ({
      title: `reuse-within recognizes another spelling of the target: ${spell('http://127.0.0.1')}`,
      plan: { inputs: reuse },
      before: async (sandbox, url) => {
        await finishedScan(sandbox, spell(url));
        return { url: url.replace('127.0.0.1', 'localhost') };
      },
      check: says(0, /^Reusing scan /),
    }),
  ),
  {
    title: 'reuse-within takes a scan of the host where the list holds bare hosts only',
    plan: { inputs: reuse },
    before: async (sandbox, url) => {
      await finishedScan(sandbox, new URL(url).host);
      return { url: `${url}/about` };
    },
    check: says(0, /^Reusing scan /),
  },
  {
    title: 'reuse-within says that the list was cut where it holds no scan to reuse',
    plan: {
      inputs: { ...reuse, preferences: '{"scan_deep": 3}' },
      rules: [listOf((entry) => ({ ...entry, total: 9 }))],
    },
    before: (sandbox, url) => noInputs(finishedScan(sandbox, url, { scan_deep: 1 })),
    check: (played) => {
      says(1, /^The scan list was cut: it names 1 of 9 scans/)(played);
      says(1, /^Started scan /)(played);
    },
  },
  {
    title: 'a first attempt starts its own scan beside a running one',
    plan: { sandbox: slow },
    before: (sandbox, url) => noInputs(startScan(sandbox, url)),
    check: says(1, /^Started scan /),
  },
  {
    title: 'a re-run takes up the scan that an earlier attempt left running',
    plan: { attempt: 2, sandbox: slow },
    before: (sandbox, url) => noInputs(startScan(sandbox, url)),
    check: says(0, /^Taking up scan /),
  },
  {
    title: 'a re-run starts a new scan if the earlier one finished',
    plan: { attempt: 2 },
    before: (sandbox, url) => noInputs(finishedScan(sandbox, url)),
    check: says(1, /^Started scan /),
  },
  {
    title: 'a re-run leaves a running scan that started longer ago than the timeout',
    plan: { attempt: 2, sandbox: slow, rules: [longAgo] },
    before: (sandbox, url) => noInputs(startScan(sandbox, url)),
    check: says(1, /^Started scan /),
  },
  {
    title: 'a re-run replaces a scan that it took up and that has ended early',
    plan: { attempt: 2 },
    before: async (sandbox, url) => {
      sandbox.scanBehaviour = { endsEarlyAt: 40 };
      await startScan(sandbox, url);
      sandbox.scanBehaviour = {};
      while (sandbox.scans.at(-1)?.state !== 'ended-early') await sleep(5);
      return {};
    },
    check: (played) => {
      says(1, /^Taking up scan /)(played);
      says(1, /^Scan .* ended before it was finished. Starting a new one/)(played);
      expect(played.lines.filter((line) => /^Started scan /.test(line))).toHaveLength(1);
    },
  },
  {
    title: 'a re-run does not take a running scan with other preferences',
    plan: { attempt: 3, inputs: { preferences: '{"xss": false}' }, sandbox: slow },
    before: (sandbox, url) => noInputs(startScan(sandbox, url, { xss: true })),
    check: says(1, /^Started scan /),
  },
];

const withoutPullRequest = withoutPull.map(
  (each): Case => ({ ...each, plan: { ...each.plan, event: schedule() } }),
);

/** With a pull request whose comment cannot be read, nothing ties a scan to the run. */
const untied: readonly Case[] = [
  {
    title: 'a re-run with a pull request leaves a running scan that no comment names',
    plan: { attempt: 2, sandbox: slow },
    before: (sandbox, url) => noInputs(startScan(sandbox, url)),
    check: says(1, /^Started scan /),
  },
  {
    title: 'reuse-within with a pull request and a given url leaves a scan that no comment names',
    plan: { inputs: reuse },
    before: (sandbox, url) => noInputs(finishedScan(sandbox, url)),
    check: says(1, /^Started scan /),
  },
];

const existing = [...withoutPullRequest, ...untied];

const unknownId = '00000000-0000-4000-8000-000000000000';

const given: readonly Case[] = [
  {
    title: 'scan-id gates on that scan, of any target',
    plan: {},
    before: async (sandbox, url) => ({ 'scan-id': await finishedScan(sandbox, url), url: '' }),
    check: passes(0),
  },
  {
    title: 'scan-id may be given together with the url of its target',
    plan: { sandbox: slow },
    before: async (sandbox, url) => ({ 'scan-id': await startScan(sandbox, url) }),
    check: passes(0),
  },
  {
    title: 'a scan-id that does not exist is inconclusive, and no scan starts',
    plan: { inputs: { 'scan-id': unknownId } },
    check: ends(0, 'the service does not know the scan', 'Check scan-id'),
  },
  {
    title: 'a scan-id of another target than url is an error, even with on-inconclusive: warn',
    plan: { inputs: { 'on-inconclusive': 'warn' } },
    before: async (sandbox, url) => ({ 'scan-id': await finishedScan(sandbox, `${url}/about`) }),
    check: ends(0, 'is of another target than url', 'Correct scan-id, or leave one of the two out'),
  },
];

const cases = [...existing, ...given];

describe('an existing scan', () => {
  playCases(cases);
});

test('prints what was tried', () => {
  process.stdout.write(`existing scans: ${existing.length} of the target, ${given.length} given\n`);
  expect(cases.length).toBeGreaterThan(15);
});
