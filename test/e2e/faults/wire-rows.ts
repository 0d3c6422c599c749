/** Rows of the fault table for faults of connections and answers. Each fault takes up to five runs. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Fault, FaultRule } from '../../../sandbox/faults.ts';
import type { FaultRow, Plan, WireFault } from './fault-row.ts';
import type { Break } from './front.ts';

type ServicePlace = Exclude<FaultRow['place'], 'target'>;

/** Places in the order in which a run gets to them. */
const order: readonly ServicePlace[] = ['list', 'start', 'fetch', 'report'];
const doing: Readonly<Record<ServicePlace, string>> = {
  start: 'While starting the scan',
  fetch: 'While reading the scan',
  list: 'While listing the scans',
  report: 'While generating the PDF report',
};

const reportTypes = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'] as const;

const file = new URL('../../fixtures/faults/wire.yml', import.meta.url);
const faults: readonly WireFault[] = parse(readFileSync(file, 'utf8'), { merge: true });

/** Worked out anew for each answer. */
const inTwentySeconds = {
  get 'retry-after'() {
    return new Date(Date.now() + 20_000).toUTCString();
  },
};

function causeOf({ title, cause }: WireFault): Fault | Break {
  return title.endsWith('as a date') ? { kind: 'status', code: 429, headers: inTwentySeconds } : cause;
}

function passesAt({ start, passes }: WireFault, place: ServicePlace): boolean {
  return place === 'start' ? start !== 'final' : passes.some((each) => each === place);
}

/** The list is asked if a scan may be reused. */
function inputsFor(places: readonly ServicePlace[]): Readonly<Record<string, string>> {
  return {
    ...(places.includes('list') ? { 'reuse-within': '1h' } : {}),
    reports: places.includes('report') ? reportTypes.join(',') : 'none',
  };
}

/** The first request to `place`, or the first for the first report, meets the fault. */
function brieflyAt(fault: WireFault, place: ServicePlace, each: Fault): FaultRule {
  // Without an answer, nobody knows whether the scan has begun. Here it has.
  const isLost = place === 'start' && fault.start === 'lost';
  const rule: FaultRule = {
    endpoint: place,
    times: 1,
    fault: isLost ? { kind: 'after-effect', fault: each } : each,
  };
  return place === 'report' ? { ...rule, matches: ({ body }) => body.includes(reportTypes[0]) } : rule;
}

/**
 * One run that meets the fault once at every place where it passes. The second report never comes, unless it is a break in
 * the way to the service, which is the same way for both reports.
 */
function briefPlan(fault: WireFault): Plan {
  const cause = causeOf(fault);
  const places = order.filter((place) => passesAt(fault, place));
  const inputs = inputsFor(['list', ...places, 'report']);
  if (typeof cause === 'string') return { inputs, breakage: { how: cause, at: places, repaired: true } };
  const secondReport: FaultRule = {
    endpoint: 'report',
    fault: cause,
    matches: ({ body }) => body.includes(reportTypes[1]),
  };
  return { inputs, rules: [...places.map((place) => brieflyAt(fault, place, cause)), secondReport] };
}

/** The fault from the first request to `place` on. */
function lastingPlan(fault: WireFault, place: ServicePlace): Plan {
  const cause = causeOf(fault);
  // A start that is carried out is lost for good only if the list never names the scan.
  const sandbox = place === 'start' ? { scanBehaviour: { listDelayMs: 86_400_000 } } : {};
  // A scan that cannot be read is given up after minutes: eight polls show it as well as forty.
  const inputs = { ...inputsFor([place]), 'poll-interval': '30s' };
  return typeof cause === 'string'
    ? { inputs, breakage: { how: cause, at: [place], repaired: false } }
    : { inputs, sandbox, rules: [{ endpoint: place, fault: cause }] };
}

function lastingRow(fault: WireFault, place: ServicePlace, plan: Plan): FaultRow {
  const { remedy, says, reportSays = says, lost = says } = fault;
  const lostStart = ['The answer to the start of the scan was lost', lost, 'Look for it in the dashboard'];
  const message = place === 'report' ? reportSays : says;
  return {
    fault: fault.title,
    place,
    lasts: passesAt(fault, place) ? 'on' : 'always',
    plan,
    verdict: place === 'report' ? 'pass' : 'inconclusive',
    scans: place === 'list' || (place === 'start' && fault.carriedOut !== true) ? 0 : 1,
    says:
      place === 'start' && fault.start === 'lost'
        ? lostStart
        : [doing[place], message, typeof remedy === 'string' ? remedy : remedy[place]],
  };
}

function briefRow(fault: WireFault, place: ServicePlace, plan: Plan): FaultRow {
  return {
    ...{ fault: fault.title, place, lasts: 'briefly', plan, verdict: 'pass', scans: 1, says: [] },
    note: noteOf(fault, place),
  };
}

function noteOf({ start, cause }: WireFault, place: ServicePlace): string {
  if (place === 'start')
    return start === 'lost'
      ? 'the scan is looked for in the scan list, and taken up there'
      : 'sent again, since no scan can have begun';
  return typeof cause === 'string' || cause.kind !== 'redirect' ? 'asked again' : 'followed';
}

export const wireRows: readonly FaultRow[] = faults.flatMap((fault) => {
  const brief = briefPlan(fault);
  const isOneWay = typeof fault.cause === 'string';
  return [
    ...order.filter((place) => passesAt(fault, place)).map((place) => briefRow(fault, place, brief)),
    ...order.map((place) =>
      lastingRow(fault, place, place === 'report' && !isOneWay ? brief : lastingPlan(fault, place)),
    ),
  ];
});
