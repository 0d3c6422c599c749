/** Rows of the fault table for faults of connections and answers. Each fault takes up to four runs. */
import type { Fault, FaultRule } from '../../../sandbox/faults.ts';
import type { FaultRow, Plan, WireFault } from './fault-row.ts';
import type { Break } from './front.ts';

type ServicePlace = Exclude<FaultRow['place'], 'target'>;

const doing: Readonly<Record<ServicePlace, string>> = {
  start: 'While starting the scan',
  fetch: 'While reading the scan',
  list: 'While listing the scans',
  report: 'While generating the PDF report',
};

/** The list is asked where a scan may be reused. */
const askList = { 'reuse-within': '1h' };
const oneReport = { reports: 'ACTION_REPORT' };
const noReport = { reports: 'none' };

function isBreak(cause: Fault | Break): cause is Break {
  return typeof cause === 'string';
}

function remedyOf({ remedy }: WireFault, place: ServicePlace): string {
  return typeof remedy === 'string' ? remedy : remedy[place];
}

/** The fault from the first request to `place` on. */
function lastingPlan(fault: WireFault, place: ServicePlace): Plan {
  const { cause } = fault;
  // Where a start is carried out, it is lost for good only if the list never tells of it.
  const sandbox = place === 'start' ? { scanBehaviour: { listDelayMs: 86_400_000 } } : {};
  const inputs = { ...(place === 'list' ? askList : {}), ...(place === 'report' ? oneReport : noReport) };
  return isBreak(cause)
    ? { inputs, breakage: { how: cause, at: [place], mended: false } }
    : { inputs, sandbox, rules: [{ endpoint: place, fault: cause }] };
}

function lastingRow(fault: WireFault, place: ServicePlace): FaultRow {
  const isLost = place === 'start' && fault.start === 'lost';
  const says = (place === 'report' ? fault.reportSays : undefined) ?? fault.says;
  const passes = place === 'start' ? fault.start !== 'final' : fault.passes.some((each) => each === place);
  return {
    fault: fault.title,
    place,
    lasts: passes ? 'on' : 'always',
    plan: lastingPlan(fault, place),
    verdict: place === 'report' ? 'pass' : 'inconclusive',
    scans: place === 'list' || (place === 'start' && fault.carriedOut !== true) ? 0 : 1,
    says: isLost
      ? [
          'The answer to the start of the scan was lost',
          fault.lost ?? fault.says,
          'Look for it in the dashboard',
        ]
      : [doing[place], says, remedyOf(fault, place)],
  };
}

/** Places in the order in which a run comes by. */
const order: readonly ServicePlace[] = ['list', 'start', 'fetch', 'report'];

/** One run that meets the fault once at every place where it passes. */
function briefRows(fault: WireFault): FaultRow[] {
  const { cause, start } = fault;
  const places = order.filter((place) =>
    place === 'start' ? start !== 'final' : fault.passes.some((each) => each === place),
  );
  if (places.length === 0) return [];
  const inputs = { ...askList, ...(places.includes('report') ? oneReport : noReport) };
  const plan: Plan = isBreak(cause)
    ? { inputs, breakage: { how: cause, at: places, mended: true } }
    : { inputs, rules: places.map((place) => once(place, place === 'start' && start === 'lost', cause)) };
  return places.map((place) => ({
    fault: fault.title,
    place,
    lasts: 'briefly',
    plan,
    verdict: 'pass',
    scans: 1,
    says: [],
    note: noteOf(fault, place),
  }));
}

function once(endpoint: ServicePlace, lost: boolean, cause: Fault): FaultRule {
  // Without an answer nobody knows whether the scan has begun; here it has.
  return { endpoint, times: 1, fault: lost ? { kind: 'after-effect', fault: cause } : cause };
}

function noteOf(fault: WireFault, place: ServicePlace): string {
  if (place === 'start')
    return fault.start === 'lost'
      ? 'the scan is looked for in the scan list, and taken up there'
      : 'sent again, since no scan can have begun';
  return isBreak(fault.cause) || fault.cause.kind !== 'redirect' ? 'asked again' : 'followed';
}

export function wireRows(fault: WireFault): FaultRow[] {
  return [...briefRows(fault), ...order.map((place) => lastingRow(fault, place))];
}
