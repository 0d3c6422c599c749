/** Rows of the fault table for the target, which is asked before the scan and when it has finished (`wait-for-url`). */
import type { FaultRow, TargetPlan } from './fault-row.ts';

const deploy = 'Check that the deployment has finished and that `url` is right';

function lasting(fault: string, target: TargetPlan, cause: string): FaultRow {
  const says = [`The target did not answer within 30 s: ${cause}`, 'No scan was started', deploy];
  return { fault, place: 'target', lasts: 'on', plan: { target }, verdict: 'inconclusive', scans: 0, says };
}

/** A self-signed certificate is a finding of the scan, and not what these rows are about. */
const inputs = { 'fail-on': 'never' };

function answered(
  fault: string,
  target: TargetPlan,
  { lasts = 'always', ...rest }: Partial<Pick<FaultRow, 'lasts' | 'says' | 'note'>>,
): FaultRow {
  return {
    fault,
    place: 'target',
    lasts,
    plan: { target, inputs },
    verdict: 'pass',
    scans: 1,
    says: [],
    ...rest,
  };
}

function briefly(fault: string, target: TargetPlan): FaultRow {
  return answered(fault, target, { lasts: 'briefly', note: 'waited for' });
}

const breaks: readonly FaultRow[] = (
  [
    ['Connection refused', 'refused', 'the connection was refused (ECONNREFUSED)'],
    ['Host name not found', 'name', 'the host name does not exist (ENOTFOUND)'],
    ['TLS error', 'tls', 'its certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  ] as const
).flatMap(([fault, how, cause]) => [
  briefly(fault, { kind: 'break', how, mended: true }),
  lasting(fault, { kind: 'break', how, mended: false }, cause),
]);

const failures: readonly FaultRow[] = [404, 408, 425, 429, 500, 502, 503].flatMap((status) => [
  briefly(`HTTP ${status}`, { kind: 'status', status, times: 2 }),
  lasting(`HTTP ${status}`, { kind: 'status', status }, `HTTP ${status}`),
]);

const silences: readonly FaultRow[] = [
  briefly('Connection reset before the answer', { kind: 'reset', times: 1 }),
  lasting('Connection reset before the answer', { kind: 'reset' }, 'the connection was cut off (ECONNRESET)'),
  lasting('Silence before the answer', { kind: 'hang' }, 'no answer within 30 s'),
];

const refusals: readonly FaultRow[] = [401, 403, 410].map((status) => ({
  ...lasting(`HTTP ${status}`, { kind: 'status', status }, ''),
  lasts: 'always',
  says: [
    `The target answered HTTP ${status}, which is not the site. No scan was started`,
    'name it in `allowed-statuses`',
  ],
}));

/** The target is ready before the scan, and asked again when the scan has finished. */
const afterScan: readonly FaultRow[] = [401, 404, 503].flatMap((status): FaultRow[] => {
  const fault = `HTTP ${status} when the scan has finished`;
  const plan: TargetPlan = { kind: 'status', status, isAfterScan: true };
  return [
    answered(fault, { ...plan, times: 2 }, { lasts: 'briefly', note: 'asked again for 30 seconds' }),
    {
      ...lasting(fault, plan, ''),
      scans: 1,
      says: [
        `The target was ready before the scan, but not when the scan had finished: HTTP ${status}, for 30 s`,
        'Check that the deployment stays up during the scan',
      ],
    },
  ];
});

const rateLimited = answered(
  'HTTP 429 when the scan has finished',
  { kind: 'status', status: 429, isAfterScan: true },
  { note: 'a notice: the site was there' },
);

const onSite: readonly FaultRow[] = (
  [
    ['Redirect from `http` to `https`', 'https'],
    ['Redirect to `www.`', 'www'],
    ['Redirect to another page', 'within'],
  ] as const
).map(([fault, to]) =>
  answered(fault, { kind: 'redirect', to }, { note: 'followed, since it stays on the site' }),
);

const offSite: readonly FaultRow[] = [
  {
    ...lasting('Redirect to another host', { kind: 'redirect', to: 'elsewhere' }, ''),
    lasts: 'always',
    says: [
      'The target redirects to another site, `http://login.localhost',
      'Set `url` to the address that is to be scanned',
    ],
  },
  lasting('Redirect in a circle', { kind: 'redirect', to: 'round' }, 'a redirect to'),
];

export const targetRows: readonly FaultRow[] = [
  ...breaks,
  ...failures,
  ...silences,
  ...refusals,
  ...afterScan,
  rateLimited,
  ...onSite,
  ...offSite,
];
