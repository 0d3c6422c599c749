/** Rows of the fault table for the target, which is asked before the scan and when it has finished (`wait-for-url`). */
import type { FaultRow, TargetPlan } from './fault-row.ts';

type Says = Pick<FaultRow, 'lasts' | 'says'> & Partial<Pick<FaultRow, 'note'>>;

/** No scan is started. */
function refused(fault: string, target: TargetPlan, says: Says): FaultRow {
  return { fault, place: 'target', plan: { target }, verdict: 'inconclusive', scans: 0, ...says };
}

/** The scan runs. A self-signed certificate is one of its findings, and not what these rows are about. */
function scanned(fault: string, target: TargetPlan, says: Says): FaultRow {
  const plan = { target, inputs: { 'fail-on': 'never' } };
  return { fault, place: 'target', plan, verdict: 'pass', scans: 1, ...says };
}

function briefly(fault: string, target: TargetPlan): FaultRow {
  return scanned(fault, target, { lasts: 'briefly', says: [], note: 'waited for' });
}

function lasting(fault: string, target: TargetPlan, cause: string): FaultRow {
  const deploy = 'Check that the deployment has finished and that `url` is right';
  const says = [`The target did not answer within 30 s: ${cause}`, 'No scan was started', deploy];
  return refused(fault, target, { lasts: 'on', says });
}

const breaks = [
  ['Connection refused', 'refused', 'the connection was refused (ECONNREFUSED)'],
  ['Host name not found', 'name', 'the host name does not exist (ENOTFOUND)'],
  ['TLS error', 'tls', 'its certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
] as const;
const reset = 'Connection reset before the answer';

/** The target is ready before the scan, and asked again when the scan has finished. */
function afterScan(status: number): readonly FaultRow[] {
  const fault = `HTTP ${status} when the scan has finished`;
  const target = { kind: 'status', status, isAfterScan: true } as const;
  const lost = `The target was ready before the scan, but not when the scan had finished: HTTP ${status}, for 30 s`;
  const says = [lost, 'Check that the deployment stays up during the scan'];
  return [
    scanned(
      fault,
      { ...target, times: 2 },
      { lasts: 'briefly', says: [], note: 'asked again for 30 seconds' },
    ),
    { ...refused(fault, target, { lasts: 'on', says }), scans: 1 },
  ];
}

const onSite = [
  ['Redirect from `http` to `https`', 'https'],
  ['Redirect to `www.`', 'www'],
  ['Redirect to another page', 'within'],
] as const;

export const targetRows: readonly FaultRow[] = [
  ...breaks.flatMap(([fault, how, cause]) => [
    briefly(fault, { kind: 'break', how, repaired: true }),
    lasting(fault, { kind: 'break', how, repaired: false }, cause),
  ]),
  ...[404, 408, 425, 429, 500, 502, 503].flatMap((status) => [
    briefly(`HTTP ${status}`, { kind: 'status', status, times: 2 }),
    lasting(`HTTP ${status}`, { kind: 'status', status }, `HTTP ${status}`),
  ]),
  briefly(reset, { kind: 'reset', times: 1 }),
  lasting(reset, { kind: 'reset' }, 'the connection was cut off (ECONNRESET)'),
  lasting('Silence before the answer', { kind: 'hang' }, 'no answer within 30 s'),
  ...[401, 403, 410].map((status) => {
    const wall = `The target answered HTTP ${status}, which is not the site. No scan was started`;
    const says = [wall, 'name it in `allowed-statuses`'];
    return refused(`HTTP ${status}`, { kind: 'status', status }, { lasts: 'always', says });
  }),
  ...[401, 404, 503].flatMap(afterScan),
  scanned(
    'HTTP 429 when the scan has finished',
    { kind: 'status', status: 429, isAfterScan: true },
    { lasts: 'always', says: [], note: 'a notice: the site is there' },
  ),
  ...onSite.map(([fault, to]) =>
    scanned(
      fault,
      { kind: 'redirect', to },
      { lasts: 'always', says: [], note: 'followed, since it stays on the site' },
    ),
  ),
  refused(
    'Redirect to another host',
    { kind: 'redirect', to: 'elsewhere' },
    {
      lasts: 'always',
      says: [
        'The target redirects to another site, `http://login.localhost',
        'Set `url` to the address that is to be scanned',
      ],
    },
  ),
  lasting('Redirect in a circle', { kind: 'redirect', to: 'round' }, 'a redirect to'),
];
