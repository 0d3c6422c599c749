/** Every fault of a connection or an answer, whatever the operation. */
import type { WireFault } from './fault-row.ts';
import { statusFaults } from './status-faults.ts';

const everywhere = ['fetch', 'list', 'report'] as const;
const baseUrl = 'Check that `base-url` is the address of the scanning service';
const reach = 'Check that the runner can reach `base-url`';
const silent = 'if it stays, check the state of the service and the network of the runner';
const otherAddress = 'set `base-url` to it, without `/v1/api/…`';
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
    carriedOut: true,
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
    carriedOut: true,
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
    carriedOut: true,
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
    reportSays: notPdf,
    remedy: { start: baseUrl, fetch: 'Narrow the scan with `preferences`', list: baseUrl, report: noPdf },
    start: 'lost',
    passes: ['report'],
  },
  {
    title: 'Compressed bomb',
    cause: { kind: 'gzip-bomb', bytes: 300 * 1024 * 1024 },
    says: 'MiB and was not read',
    lost: 'an answer larger than 8 MiB',
    reportSays: notPdf,
    remedy: { start: baseUrl, fetch: 'Narrow the scan with `preferences`', list: baseUrl, report: noPdf },
    start: 'lost',
    passes: ['report'],
  },
];

export const wireFaults: readonly WireFault[] = [...connections, ...statusFaults, ...bodies];
