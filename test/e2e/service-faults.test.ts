/** What a run does when the service fails (`docs/faults.md`): its verdict, how many scans it starts, and what it says. */
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { Endpoint, Fault, FaultRule } from '../../sandbox/faults.ts';
import type { ScanBehaviour } from '../../sandbox/scan/scan.ts';
import type { SandboxOptions } from '../../sandbox/server.ts';
import { isMapping } from '../../src/core/json.ts';
import { readText } from '../contract/repository.ts';
import { schedule } from '../support/events.ts';
import { startScene } from './scene.ts';
import { type Break, type Breakage, breakWay } from './way-to-service.ts';

/** One run: what goes wrong, and what must follow. */
interface Row {
  readonly name: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly sandbox?: Omit<SandboxOptions, 'clock'>;
  readonly rules?: readonly FaultRule[];
  readonly breakage?: Breakage;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly scans: 0 | 1;
  /** Parts of the reason or, if the run passes, of a warning. They name the place, the cause and the remedy. */
  readonly says: readonly string[];
  /** Where the faults are met. */
  readonly met: readonly Endpoint[];
}

async function play({ inputs, sandbox = {}, rules = [], breakage, met: expected, ...row }: Row) {
  await using scene = await startScene({ sandbox });
  const met = new Set<Endpoint>();
  scene.sandbox.faults = rules.map((rule) => ({
    ...rule,
    matches: (request) => {
      const isMet = rule.matches?.(request) ?? true;
      if (isMet) met.add(rule.endpoint);
      return isMet;
    },
  }));
  await using way =
    breakage &&
    (await breakWay({ ...breakage, upstream: scene.sandbox.url, onMet: (place) => met.add(place) }));
  const run = await scene.run({
    // Without a pull request, any scan of the target may be taken up.
    event: schedule(),
    env: { RUNNER_DEBUG: '1' },
    // The way is repaired while the run waits.
    turnMs: breakage?.repaired === true ? 50 : 250,
    inputs: {
      ...{ url: scene.hardened.url, 'wait-for-url': '0', config: 'none', reports: 'none' },
      ...(way === undefined ? {} : { 'base-url': way.url }),
      ...inputs,
    },
    ...(way === undefined ? {} : { network: way.network, onLine: way.onLine }),
  });
  const { verdict, scans, says } = row;
  expect({
    verdict: run.outputs['verdict'],
    exitCode: run.exitCode,
    scans: scene.sandbox.scans.length,
    log: run.lines,
  }).toMatchObject({ verdict, exitCode: verdict === 'pass' ? 0 : 1, scans });
  const warnings = run.annotations.warning.map(({ message }) => message);
  const said = verdict === 'pass' ? warnings.join('\n') : run.outputs['reason'];
  for (const words of says) expect(said).toContain(words.replaceAll('`', ''));
  expect([...met]).toEqual(expect.arrayContaining([...expected]));
  return run;
}

/** A fault at any operation of the service. */
interface WireFault {
  readonly title: string;
  readonly cause: Fault | Break;
  /** What the message names as the cause. */
  readonly says: string;
  /** The same where the answer to the start was lost. */
  readonly lost?: string;
  /** The same in the case of a report. */
  readonly reportSays?: string;
  /** What the message says to do: at every place, or by place. */
  readonly remedy: string | Readonly<Record<Endpoint, string>>;
  /**
   * What follows for a start: `again` if no scan can have begun and it is sent again, `lost` if one may have begun and is
   * looked for, `final` if the service has refused it.
   */
  readonly start: 'again' | 'lost' | 'final';
  /** True if the operation is carried out before the fault. */
  readonly carriedOut?: boolean;
  /** Where the action asks again, since the next answer may be good. */
  readonly passes: readonly ('fetch' | 'list' | 'report')[];
}

/** Which statuses are tried again, and how often, is decided in `exchange.test.ts`: here is one of each kind. */
const wireFaults: readonly WireFault[] = parse(await readText('test/fixtures/service-faults.yml'), {
  merge: true,
});

/** Places in the order in which a run gets to them. */
const order: readonly Endpoint[] = ['list', 'start', 'fetch', 'report'];
const doing: Readonly<Record<Endpoint, string>> = {
  start: 'While starting the scan',
  fetch: 'While reading the scan',
  list: 'While listing the scans',
  report: 'While generating the PDF report',
};

const reportTypes = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'] as const;

/** Worked out anew for each answer. */
const inTwentySeconds = {
  get 'retry-after'() {
    return new Date(Date.now() + 20_000).toUTCString();
  },
};

function causeOf({ title, cause }: WireFault): Fault | Break {
  return title.endsWith('as a date') ? { kind: 'status', code: 429, headers: inTwentySeconds } : cause;
}

/** The list is asked if a scan may be reused. */
function inputsFor(places: readonly Endpoint[]): Readonly<Record<string, string>> {
  return {
    ...(places.includes('list') ? { 'reuse-within': '1h' } : {}),
    reports: places.includes('report') ? reportTypes.join(',') : 'none',
  };
}

function messageAt(fault: WireFault, place: Endpoint): readonly string[] {
  const { remedy, says, reportSays = says, lost = says } = fault;
  if (place === 'start' && fault.start === 'lost')
    return ['The answer to the start of the scan was lost', lost, 'Look for it in the dashboard'];
  const cause = place === 'report' ? reportSays : says;
  return [doing[place], cause, typeof remedy === 'string' ? remedy : remedy[place]];
}

/**
 * One run that meets the fault once at every place where it passes. The second report never comes, unless it is a break in
 * the way to the service, which is the same way for both reports.
 */
function briefly(fault: WireFault): Row {
  const cause = causeOf(fault);
  const places = order.filter((place) =>
    place === 'start' ? fault.start !== 'final' : fault.passes.includes(place),
  );
  const row = {
    name: 'passes soon',
    inputs: inputsFor(['list', 'report']),
    verdict: 'pass',
    scans: 1,
  } as const;
  if (typeof cause === 'string')
    return { ...row, breakage: { how: cause, at: places, repaired: true }, says: [], met: places };
  const reportOf = (type: string) => ({
    matches: ({ body }: { readonly body: string }) => body.includes(type),
  });
  // Without an answer, nobody knows whether the scan has begun. Here it has.
  const faultAt = (place: Endpoint): Fault =>
    place === 'start' && fault.start === 'lost' ? { kind: 'after-effect', fault: cause } : cause;
  const once = places.map(
    (place): FaultRule => ({
      ...{ endpoint: place, times: 1, fault: faultAt(place) },
      ...(place === 'report' ? reportOf(reportTypes[0]) : {}),
    }),
  );
  const secondReport: FaultRule = { endpoint: 'report', fault: cause, ...reportOf(reportTypes[1]) };
  return {
    ...row,
    rules: [...once, secondReport],
    says: messageAt(fault, 'report'),
    met: [...places, 'report'],
  };
}

/** The fault from the first request to `place` on. */
function lasting(fault: WireFault, place: Endpoint): Row {
  const cause = causeOf(fault);
  return {
    name: `lasts, at ${place}`,
    // A scan that cannot be read is given up after minutes: eight polls show it as well as forty.
    inputs: { ...inputsFor([place]), 'poll-interval': '30s' },
    // A start that is carried out is lost for good only if the list never names the scan.
    sandbox: place === 'start' ? { scanBehaviour: { listDelayMs: 86_400_000 } } : {},
    ...(typeof cause === 'string'
      ? { breakage: { how: cause, at: [place], repaired: false } }
      : { rules: [{ endpoint: place, fault: cause }] }),
    verdict: place === 'report' ? 'pass' : 'inconclusive',
    scans: place === 'list' || (place === 'start' && fault.carriedOut !== true) ? 0 : 1,
    says: messageAt(fault, place),
    met: [place],
  };
}

describe.each(wireFaults)('$title', (fault) => {
  // A list that cannot be read is handled like a scan that cannot, but for the remedy. The first run has a report that fails.
  const places = order.filter((place) =>
    place === 'list'
      ? typeof fault.remedy !== 'string'
      : place !== 'report' || typeof fault.cause === 'string',
  );
  const rows = [briefly(fault), ...places.map((place) => lasting(fault, place))];

  test.each(rows)('$name', async (row) => {
    const { outputs } = await play(row);
    if (row.inputs?.['reports']?.includes(reportTypes[0]) && row.rules !== undefined)
      expect(outputs['report-path']).toMatch(/-ACTION_REPORT-/);
  });
});

test('a wrong content type is read all the same: what counts is the body', async () => {
  const fault: Fault = { kind: 'content-type', contentType: 'text/html' };
  const rules = order.map((endpoint) => ({ endpoint, fault }));
  const inputs = { 'reuse-within': '1h', reports: 'ACTION_REPORT' };
  const { outputs } = await play({
    ...{ name: 'content type', inputs, rules, verdict: 'pass', scans: 1, says: [], met: order },
  });
  expect(outputs['report-path']).toMatch(/-ACTION_REPORT-/);
});

describe('a start whose answer was lost', () => {
  const lost: FaultRule = { endpoint: 'start', fault: { kind: 'reset', afterEffect: true } };
  const refused = (headers = {}): FaultRule => ({
    ...{ endpoint: 'start', times: 1, fault: { kind: 'status', code: 503, headers } },
  });
  const unlisted = { verdict: 'inconclusive', scans: 1 } as const;
  const rows: readonly Row[] = [
    {
      name: 'after three that were refused: the scan is taken up',
      rules: [refused(), refused({ 'retry-after': '3' }), refused(), lost],
      ...{ verdict: 'pass', scans: 1, says: [], met: ['start'] },
    },
    {
      name: 'and a list that fails at first: the scan is taken up',
      rules: [lost, { endpoint: 'list', times: 3, fault: { kind: 'status', code: 500 } }],
      ...{ verdict: 'pass', scans: 1, says: [], met: ['start', 'list'] },
    },
    {
      name: 'and a list that fails for good: the message names both faults',
      rules: [lost, { endpoint: 'list', fault: { kind: 'status', code: 500 } }],
      ...unlisted,
      says: ['was lost (the connection was cut off', 'could not be looked for in the scan list (HTTP 500'],
      met: ['start', 'list'],
    },
    {
      name: 'and a list that is silent: the message says so after a minute',
      rules: [lost, { endpoint: 'list', fault: { kind: 'hang' } }],
      ...unlisted,
      says: ['could not be looked for in the scan list (no answer within', 'within 1 min'],
      met: ['start', 'list'],
    },
  ];

  test.each(rows)('$name', play);
});

type Json = Readonly<Record<string, unknown>>;

/** A result that is replaced in part. */
function changed(change: (result: Json) => Json): FaultRule[] {
  const mutate = (answer: unknown) => (isMapping(answer) && 'issues' in answer ? change(answer) : answer);
  return [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate } }];
}

/** All that a result lists and counts. */
function findings(list: readonly Json[], counts: Json, total = list.length): FaultRule[] {
  const issuesSummary = { critical: 0, high: 0, medium: 0, low: 0, warning: 0, ...counts };
  return changed((result) => ({
    ...result,
    ...{ issues: { headers: { issues: list } }, issuesSummary, issuesSummaryTotal: total },
  }));
}

function without(...names: readonly string[]): FaultRule[] {
  return changed((result) =>
    Object.fromEntries(Object.entries(result).filter(([name]) => !names.includes(name))),
  );
}

function behaving(scanBehaviour: ScanBehaviour): Pick<Row, 'sandbox'> {
  return { sandbox: { scanBehaviour, scanMs: 10_000 } };
}

const door = { group: 'Improper Access Control', name: 'Open door', cvss: null };
const oneBlocks = ['1 finding has severity `high` or worse', 'Fix the blocking finding'];
const newer = 'newer release';

/** What else a strange result means is decided in `assess.test.ts`, `finding-counts.test.ts` and `schema.test.ts`. */
const results: readonly Pick<Row, 'name' | 'sandbox' | 'rules' | 'verdict' | 'says'>[] = [
  {
    name: '404 right after the start, for a while',
    ...behaving({ invisibleForMs: 20_000 }),
    verdict: 'pass',
    says: [],
  },
  {
    name: '404 right after the start, and from then on',
    ...behaving({ invisibleForMs: 86_400_000 }),
    verdict: 'inconclusive',
    says: ['While reading the scan, the service does not know the scan (HTTP 404', 'Check `scan-id`'],
  },
  {
    name: '`100.00` without an end date',
    ...behaving({ noEndDate: true }),
    verdict: 'inconclusive',
    says: ['reached 100%, but was not marked finished within 2 min', 'with `scan-id` set to this scan'],
  },
  {
    name: 'counts that hold more than the list',
    rules: findings([], { high: 2 }, 2),
    verdict: 'fail',
    says: ['counts 2 findings that would block and that its list does not hold', 'the worse of the two'],
  },
  {
    name: 'a list that holds more than the counts',
    rules: findings([{ ...door, severity: 'critical' }], {}),
    verdict: 'fail',
    says: oneBlocks,
  },
  {
    name: 'a total that holds more than list and counts',
    rules: findings([], {}, 3),
    verdict: 'inconclusive',
    says: ['has 3 findings in all, but lists only 0', 'run the job again for a new scan'],
  },
  {
    name: 'zero checks',
    rules: changed((result) => ({ ...result, totalChecked: 0 })),
    verdict: 'inconclusive',
    says: ['without making a single check', 'Check that the service can reach the target'],
  },
  {
    name: 'an unknown severity without a score',
    rules: findings([{ ...door, severity: 'grave' }], { grave: 1 }),
    verdict: 'fail',
    says: oneBlocks,
  },
  {
    name: 'no `issues`',
    rules: without('issues'),
    verdict: 'inconclusive',
    says: [
      'The result of the scan could not be understood: `issues` should be an array, or an object by issue type',
      newer,
    ],
  },
  {
    name: 'no number of checks',
    rules: without('totalChecked', 'information'),
    verdict: 'inconclusive',
    says: ['`totalChecked` should be the number of checks performed', newer],
  },
  {
    name: 'no percentage',
    rules: without('percentage'),
    verdict: 'inconclusive',
    says: ['While reading the scan', '`percentage` should be a percentage', 'Check that `base-url`'],
  },
  {
    name: 'without the fields that decide nothing',
    rules: without('information', 'preferences', 'startDate', 'identificator', 'issuesSummaryTotal'),
    verdict: 'pass',
    says: [],
  },
];

test.each(results)('a result: $name', async (row) => {
  const met = row.rules === undefined ? [] : (['fetch'] as const);
  await play({ ...row, inputs: { timeout: '6m', 'poll-interval': '30s' }, scans: 1, met });
});
