import { describe, expect, test } from '@jest/globals';
import type { Fault, FaultRule } from '../../../sandbox/faults.ts';
import { scanListSchema } from '../../../src/service/schema.ts';
import { startScene } from '../scene.ts';
import type { Plan } from './fault-row.ts';
import { type Case, ends, passes, playCases } from './scan-cases.ts';

/** Statuses that mean that no scan began. */
const notBegun: readonly Fault[] = [
  { kind: 'status', code: 503 },
  { kind: 'status', code: 429, headers: { 'retry-after': '3' } },
  { kind: 'status', code: 503, headers: { 'retry-after': '2' } },
];

const lostAnswers: readonly (readonly [string, Fault])[] = [
  ['a reset', { kind: 'reset' }],
  ['a 502', { kind: 'status', code: 502 }],
  ['an empty body', { kind: 'body', body: '' }],
  ['an HTML page', { kind: 'body', contentType: 'text/html', body: '<h1>Bad gateway</h1>' }],
];

function startFails(faults: readonly Fault[], more: Omit<Plan, 'rules'> = {}): Plan {
  // The first rule that has not been used up applies to a request.
  return { ...more, rules: faults.map((fault): FaultRule => ({ endpoint: 'start', times: 1, fault })) };
}

/** At the first attempt, in each way, and after one to three attempts that were refused, in one way. */
const positions: readonly Case[] = [0, 1, 2, 3].flatMap((turnedAway) =>
  lostAnswers.slice(0, turnedAway === 0 ? undefined : 1).flatMap(([name, fault]): Case[] => {
    const before = notBegun.slice(0, turnedAway);
    return [
      {
        title: `${name} at attempt ${turnedAway + 1} of the start, after the scan began: it is taken up`,
        plan: startFails([...before, { kind: 'after-effect', fault }]),
        check: passes(1),
      },
      {
        title: `${name} at attempt ${turnedAway + 1} of the start, before the scan began: none is started`,
        plan: startFails([...before, fault]),
        check: ends(0, 'The answer to the start of the scan was lost', 'Look for it in the dashboard'),
      },
    ];
  }),
);

/** The list without the newest scan of a target. The others started 40 seconds before it. */
function withoutNewest(list: unknown): object {
  return scanListSchema.parse(list).map((entry) => {
    const newest = Math.max(...(entry.scans ?? []).map(({ startDate = 0 }) => startDate));
    const others = entry.scans?.filter(({ startDate }) => startDate !== newest);
    return { ...entry, scans: others?.map((scan) => ({ ...scan, startDate: newest - 40 })) };
  });
}

const lookUps: readonly Case[] = [
  {
    title: 'an answer that comes after the time limit: the scan is taken up',
    plan: startFails([{ kind: 'delay', ms: 40_000 }]),
    check: passes(1),
  },
  {
    title: 'a lost start that is in the list half a minute later: the scan is taken up',
    plan: startFails([{ kind: 'reset', afterEffect: true }], {
      sandbox: { scanBehaviour: { listDelayMs: 30_000 } },
    }),
    check: passes(1),
  },
  {
    title: 'a lost start of a scan that waits in the queue: the scan is taken up',
    plan: startFails([{ kind: 'reset', afterEffect: true }], { sandbox: { queueMs: 40_000 } }),
    check: passes(1),
  },
  {
    title: 'a lost start, and a list that fails at first: the scan is taken up',
    plan: {
      rules: [
        { endpoint: 'start', fault: { kind: 'reset', afterEffect: true } },
        { endpoint: 'list', times: 3, fault: { kind: 'status', code: 500 } },
      ],
    },
    check: passes(1),
  },
  {
    title: 'a lost start, and a list that fails for good: the message names both faults',
    plan: {
      rules: [
        { endpoint: 'start', fault: { kind: 'reset', afterEffect: true } },
        { endpoint: 'list', fault: { kind: 'status', code: 500 } },
      ],
    },
    check: ends(
      1,
      'was lost (the connection was cut off',
      'could not be looked for in the scan list (HTTP 500',
    ),
  },
  {
    title: 'a lost start, and a list that is silent: the message says so after a minute',
    plan: {
      rules: [
        { endpoint: 'start', fault: { kind: 'reset', afterEffect: true } },
        { endpoint: 'list', fault: { kind: 'hang' } },
      ],
    },
    check: ends(1, 'could not be looked for in the scan list (no answer within', 'within 1 min'),
  },
];

const cases = [...positions, ...lookUps];

describe('a start that is not answered', () => {
  playCases(cases);
});

// In real time: in fast time the clocks differ by more than the 40 seconds.
test('a lost start, and a scan of another push that started just before: ours is taken up', async () => {
  const fault = { kind: 'reset', afterEffect: true } as const;
  await using scene = await startScene();
  const other = await scene.scanned(scene.hardened.url);
  scene.sandbox.faults = [
    { endpoint: 'start', fault },
    { endpoint: 'list', times: 1, fault: { kind: 'mutate', mutate: withoutNewest } },
  ];
  const { outputs } = await scene.run({ inputs: { url: scene.hardened.url, reports: 'none' } });
  expect(scene.sandbox.scans.map(({ id }) => id)).toEqual([other, outputs['scan-id']]);
});

test('prints what was tried', () => {
  process.stdout.write(
    `lost starts: ${positions.length} positions of the start, ${lookUps.length} ways of the list\n`,
  );
  expect(positions.length).toBe(14);
});
