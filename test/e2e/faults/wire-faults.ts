/** Every fault of a connection or an answer, whatever the operation. */
import type { Fault } from '../../../sandbox/faults.ts';
import type { WireFault } from './fault-row.ts';

const everywhere = ['fetch', 'list', 'report'] as const;
const baseUrl = 'Check that `base-url` is the address of the scanning service';
const runLater = 'run the job again later';
const reach = 'Check that the runner can reach `base-url`';
const silent = 'if it stays, check the state of the service and the network of the runner';
const otherAddress = 'set `base-url` to it, without `/v1/api/…`';
const tooLarge = 'Narrow the scan with `preferences`';
const noPdf = 'set `reports: none` to do without it';
const wrongService = 'Check that `base-url` is the scanning service';
const notJson = 'the answer was not JSON';
const notPdf = 'the answer was not a PDF file';

/** `withReport` where a report of this kind is no PDF. */
function withReport(remedy: string): Record<'start' | 'fetch' | 'list' | 'report', string> {
  return { start: remedy, fetch: remedy, list: remedy, report: noPdf };
}

const connections: readonly WireFault[] = [
  {
    title: 'Connection refused',
    cause: 'refused',
    says: 'the connection was refused (ECONNREFUSED)',
    remedy: 'Check the host and port in `base-url`',
    start: 'again',
    passes: everywhere,
  },
  {
    title: 'Host name not found',
    cause: 'name',
    says: 'the host name does not exist (ENOTFOUND)',
    remedy: 'Check the host name in `base-url`',
    start: 'again',
    passes: everywhere,
  },
  {
    title: 'TLS error',
    cause: 'tls',
    says: 'the certificate of the service was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)',
    remedy: 'name its file in `NODE_EXTRA_CA_CERTS`',
    start: 'again',
    passes: everywhere,
  },
  {
    title: 'Connection reset before the answer',
    cause: { kind: 'reset' },
    says: 'the connection was cut off',
    remedy: reach,
    start: 'lost',
    passes: everywhere,
  },
  {
    title: 'Connection reset in the middle of the body',
    cause: { kind: 'reset-mid-body' },
    says: 'the connection was cut off',
    remedy: reach,
    start: 'lost',
    passes: everywhere,
  },
  {
    title: 'Silence before the answer',
    cause: { kind: 'hang' },
    says: 'the service was silent for 30 s',
    lost: 'no answer within 30 s',
    reportSays: 'the service was silent for 5 min',
    remedy: silent,
    start: 'lost',
    passes: everywhere,
  },
  {
    title: 'Silence in the middle of the body',
    cause: { kind: 'hang-in-body' },
    says: 'the service was silent for 30 s',
    lost: 'no answer within 30 s',
    reportSays: 'the service was silent for 5 min',
    remedy: silent,
    start: 'lost',
    passes: everywhere,
  },
];

const bodies: readonly WireFault[] = [
  {
    title: 'HTML page with status 200',
    cause: {
      kind: 'body',
      contentType: 'text/html',
      body: '<!doctype html><title>Maintenance</title><h1>Back soon</h1>',
    },
    says: `${notJson} (“an HTML page”)`,
    lost: 'an answer that was not JSON',
    reportSays: notPdf,
    remedy: withReport(baseUrl),
    start: 'lost',
    passes: everywhere,
  },
  {
    title: 'Empty body',
    cause: { kind: 'body', body: '' },
    says: `${notJson} (“an empty body”)`,
    lost: 'an answer that was not JSON',
    reportSays: notPdf,
    remedy: withReport(baseUrl),
    start: 'lost',
    passes: everywhere,
  },
  {
    title: 'Truncated body',
    cause: { kind: 'truncated-json' },
    says: `${notJson} (“not valid JSON, perhaps cut off”)`,
    lost: 'an answer that was not JSON',
    reportSays: notPdf,
    remedy: withReport(baseUrl),
    start: 'lost',
    passes: everywhere,
  },
  {
    title: 'JSON of the wrong shape',
    cause: { kind: 'body', body: '"unavailable"' },
    says: 'the answer could not be understood: `the body` should be',
    lost: 'an answer in which `the body` should be',
    reportSays: notPdf,
    remedy: withReport(wrongService),
    start: 'lost',
    passes: everywhere,
  },
  {
    title: 'Redirect to the same host',
    cause: { kind: 'redirect', location: '?again' },
    says: 'the service pointed to another address',
    remedy: otherAddress,
    start: 'final',
    passes: ['fetch', 'list'],
  },
  {
    title: 'Redirect to another host',
    cause: { kind: 'redirect', location: 'https://elsewhere.example/v1/' },
    says: 'the service pointed to another address, `https://elsewhere.example/`. The API key is not sent there.',
    remedy: otherAddress,
    start: 'final',
    passes: [],
  },
  {
    title: 'Endless body',
    cause: { kind: 'endless-body' },
    says: 'MiB and was not read',
    lost: 'an answer larger than 8 MiB',
    remedy: tooLarge,
    start: 'lost',
    passes: [],
  },
  {
    title: 'Compressed bomb',
    cause: { kind: 'gzip-bomb', bytes: 300 * 1024 * 1024 },
    says: 'MiB and was not read',
    lost: 'an answer larger than 8 MiB',
    remedy: tooLarge,
    start: 'lost',
    passes: [],
  },
];

type Remedies = Pick<WireFault, 'says' | 'remedy' | 'start' | 'passes'>;

function status(code: number, { says, ...rest }: Remedies): WireFault {
  const cause: Fault = { kind: 'status', code };
  return { title: `HTTP ${code}`, cause, says: `${says} (HTTP ${code}`, lost: `HTTP ${code}`, ...rest };
}

const failed: Remedies = {
  says: 'the service failed',
  remedy: runLater,
  start: 'lost',
  passes: everywhere,
};

const statuses: readonly WireFault[] = [
  status(400, {
    says: 'the service did not accept the request',
    remedy: {
      start: 'Check `url` and `preferences`',
      fetch: 'Check `scan-id`, if it is given',
      list: baseUrl,
      report: 'Check `report-logo`, `report-color` and `report-language`',
    },
    start: 'final',
    passes: [],
  }),
  status(401, {
    says: 'the service refused the API key',
    remedy: 'Check that the secret behind `api-key` is set',
    start: 'final',
    passes: [],
  }),
  status(403, {
    says: 'the service denied this API key access',
    remedy: 'Check that the account behind `api-key` may scan this target',
    start: 'final',
    passes: [],
  }),
  {
    title: 'HTTP 404',
    cause: { kind: 'status', code: 404 },
    says: '(HTTP 404',
    remedy: {
      start: 'Check `base-url`',
      fetch: 'Check `scan-id`, and that `api-key` belongs to the account',
      list: 'Check `base-url`',
      report: 'set `reports: none`',
    },
    start: 'final',
    passes: ['fetch'],
  },
  status(408, failed),
  status(409, {
    says: 'the service reported a conflict',
    remedy: 'wait for it, or gate on it with `scan-id`',
    start: 'final',
    passes: [],
  }),
  status(500, failed),
  status(502, failed),
  { ...status(503, failed), start: 'again' },
  status(504, failed),
];

function tooMany(title: string, retryAfter: string | null): WireFault {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter };
  return {
    title: `HTTP 429, \`Retry-After\` ${title}`,
    cause: { kind: 'status', code: 429, headers },
    says: 'because too many were sent (HTTP 429',
    remedy: 'run fewer scans at once, or ask the service for a higher limit',
    start: 'again',
    passes: everywhere,
  };
}

const limits: readonly WireFault[] = [
  tooMany('in seconds', '5'),
  // Long past by the time of the run, as on a service whose clock is behind.
  tooMany('as a date', 'Wed, 21 Oct 2015 07:28:00 GMT'),
  tooMany('absurdly long', '999999999'),
  tooMany('absent', null),
];

export const wireFaults: readonly WireFault[] = [...connections, ...statuses, ...limits, ...bodies];
