/** Rows of the fault table for the target, which is asked before the scan (`wait-for-url`). */
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
const walls = [
  [401, 'a login page'],
  [403, 'a login page'],
  [404, 'an error page'],
] as const;
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
  ...[500, 502, 503].flatMap((status) => [
    briefly(`HTTP ${status}`, { kind: 'status', status, times: 2 }),
    lasting(`HTTP ${status}`, { kind: 'status', status }, `HTTP ${status}`),
  ]),
  briefly(reset, { kind: 'reset', times: 1 }),
  lasting(reset, { kind: 'reset' }, 'the connection was cut off (ECONNRESET)'),
  lasting('Silence before the answer', { kind: 'hang' }, 'no answer within 30 s'),
  ...walls.map(([status, page]) => {
    const meets = `answered ${status}. The scan starts, but the service may meet ${page}`;
    const says = [meets, 'Open the target to the service'];
    return scanned(`HTTP ${status}`, { kind: 'status', status }, { lasts: 'always', says });
  }),
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
