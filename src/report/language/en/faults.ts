/** What went wrong with one request to the scanning service and what to do, in English. */

import type { ServiceOperation } from '../../../core/problem.ts';
import { shownDuration } from '../../../core/time.ts';
import type { Advice, BriefFaultTexts, FaultRemedies } from '../advice.ts';
import { type StatusTexts, statusWithDetail } from '../http-status.ts';

const rerun = 'then run the job again';

const baseUrlRemedy =
  'Check that `base-url` is the address of the scanning service, with no proxy or login page before it.';

const slowRemedy =
  'Run the job again; if it happens again, check the state of the scanning service and the network of the runner.';

const tooLargeRemedy =
  'Narrow the scan with `preferences`, or ask the support of the scanning service why the answer is so large.';

const notAccepted: Readonly<Record<ServiceOperation, string>> = {
  start: 'Check `url` and `preferences` against what the scanning service accepts',
  fetch: 'Check `scan-id`, if it is given',
  list: 'Check that `base-url` is the address of the scanning service',
  report: 'Check `report-logo`, `report-color` and `report-language`',
};

const noAddress: Advice = {
  what: 'the address does not exist',
  remedy: 'Check `base-url`: it is the address of the scanning service without `/v1/api/…`.',
};

const notFound: Readonly<Record<ServiceOperation, Advice>> = {
  start: noAddress,
  fetch: {
    what: 'the scanning service does not know the scan',
    remedy: 'Check `scan-id`, and that `api-key` belongs to the account that started the scan.',
  },
  list: noAddress,
  report: {
    what: 'the scanning service does not know the scan or has no such report',
    remedy: 'Check that the account may generate reports, or set `reports: none`.',
  },
};

const statusTexts: StatusTexts = {
  'not-accepted': (operation) => ({
    what: 'the scanning service did not accept the request',
    remedy: `${notAccepted[operation]}, ${rerun}.`,
  }),
  'wrong-key': () => ({
    what: 'the scanning service refused the API key',
    remedy: `Check that the secret behind \`api-key\` is set for this repository and environment and has not expired, ${rerun}.`,
  }),
  'no-access': () => ({
    what: 'the scanning service denied this API key access',
    remedy: `Check that the account behind \`api-key\` may scan this target and that its plan is active, ${rerun}.`,
  }),
  'not-found': (operation) => notFound[operation],
  conflict: () => ({
    what: 'the scanning service reported a conflict',
    remedy: 'A scan of this target may be running already: wait for it, or use it with `scan-id`.',
  }),
  'too-many': (_operation, { retryAfterMs }) => ({
    what: 'the scanning service rejected the request, because too many were sent',
    remedy: `Run the job again ${retryAfterMs === null ? 'later' : `in ${shownDuration(retryAfterMs)} or later`}; run fewer scans at once, or ask the scanning service for a higher limit.`,
  }),
  'service-failed': () => ({
    what: 'the scanning service failed',
    remedy: 'Run the job again later; if it happens again, contact the support of the scanning service.',
  }),
  'not-understood': () => ({
    what: 'the scanning service gave an answer that is not understood',
    remedy: baseUrlRemedy,
  }),
};

/** What the error code of a connection means. */
const networkErrors: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'the host name does not exist'],
  ['EAI_AGAIN', 'the host name could not be resolved'],
  ['ECONNRESET', 'the connection was cut off'],
  ['ETIMEDOUT', 'the connection could not be made in time'],
]);

/** A fault as a clause: after a colon, or between brackets. */
export const enBriefFaults: BriefFaultTexts = {
  status: statusWithDetail,
  network: ({ code }) => `${networkErrors.get(code) ?? 'the connection failed'} (${code})`,
  tls: ({ code }) => `the certificate was not accepted (${code})`,
  timeout: ({ afterMs }) => `no answer came within ${shownDuration(afterMs)}`,
  'too-slow': ({ limitMs }) => `the answer was not complete after ${shownDuration(limitMs)}`,
  redirect: ({ location }) => `a redirect led to \`${location}\``,
  'too-large': ({ limitBytes }) =>
    `the answer was larger than ${Math.round(limitBytes / 1_048_576)} MiB and was not read`,
  'too-many-values': () => 'the answer had too many values and was not read',
  'not-json': ({ detail }) => `the answer was not JSON${detail === '' ? '' : ` (“${detail}”)`}`,
  'wrong-shape': ({ path, expected }) =>
    `the answer could not be understood: \`${path}\` should be ${expected}`,
  'not-pdf': () => 'the answer was not a PDF file',
  'holds-secret': () => 'the file held a secret of this run, such as the API key, and was deleted',
};

const faultRemedies: FaultRemedies = {
  network: () =>
    `Check the host and port in \`base-url\`, and that the runner can reach the scanning service there (DNS, firewall, \`HTTPS_PROXY\`), ${rerun}.`,
  tls: () =>
    `If the certificate comes from a private authority, name its file in \`NODE_EXTRA_CA_CERTS\`; else have it renewed, ${rerun}.`,
  timeout: () => slowRemedy,
  'too-slow': () => slowRemedy,
  redirect: () =>
    `The API key was not sent there. If the address is right, set \`base-url\` to it, without \`/v1/api/…\`, ${rerun}.`,
  'too-large': () => tooLargeRemedy,
  'too-many-values': () => tooLargeRemedy,
  'not-json': () => baseUrlRemedy,
  'wrong-shape': () =>
    'Check that `base-url` is the scanning service. If it is, the scanning service has changed: look for a newer release of Scan Gate.',
  'not-pdf': () => 'Run the job again, or set `reports: none` to do without it.',
  'holds-secret': () => 'Change the secret, and report this to the operator of the scanning service.',
};

/** A failed request to the scanning service: what was done, what happened and what to do. */
export const enFault = {
  doing: {
    start: 'While starting the scan',
    fetch: 'While reading the scan',
    list: 'While listing the scans',
    report: 'While generating the PDF report',
  } satisfies Readonly<Record<ServiceOperation, string>>,
  brief: enBriefFaults,
  status: statusTexts,
  remedy: faultRemedies,
  /** If only the result of a scan could not be read. */
  goesOn: 'The scan itself is not stopped by this.',
};
