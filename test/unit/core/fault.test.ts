import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  briefFault,
  describeFailedRequest,
  type Fault,
  faultOfError,
  mayHaveBeenCarriedOut,
  mayTryAgain,
  RequestError,
} from '../../../src/core/fault.ts';
import { endpoints, faults, statusFault } from '../../support/problem-samples.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const network = (code: string): Fault => ({ kind: 'network', code });
const redirect: Fault = { kind: 'redirect', location: 'https://u:p@a.example' };
const notJson: Fault = { kind: 'not-json', detail: 'hostile' };

test.each<[fault: Fault, brief: string]>([
  [statusFault(503, 'hostile'), 'HTTP 503'],
  [network('ECONNRESET'), 'the connection failed (ECONNRESET)'],
  [{ kind: 'timeout', afterMs: 30_000 }, 'no complete answer came within 30 s'],
  [redirect, 'a redirect led to `***`'],
  [notJson, 'the answer was not JSON'],
])('the message of an error names a status and a code, and nothing of an answer: %j', (fault, brief) => {
  expect(briefFault(fault)).toBe(brief);
  expect(new RequestError(fault).message).toBe(brief);
});

describe('faultOfError', () => {
  test('keeps the fault of a request error', () => {
    const fault: Fault = { kind: 'too-large', limitMib: 5 };
    expect(faultOfError(new RequestError(fault))).toBe(fault);
  });

  test.each([
    ['ECONNREFUSED', 'network'],
    ['UND_ERR_SOCKET', 'network'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['CA_MD_TOO_WEAK', 'certificate'],
    ['INVALID_PURPOSE', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'network'],
    ['EPROTO', 'network'],
  ] as const)('reads %s as a fault of the %s', (code, kind) => {
    expect(faultOfError(withCode(code))).toEqual({ kind, code });
  });

  test('finds the code in the cause, and in the first of several errors', () => {
    const faultBy = (cause: Error) => faultOfError(new TypeError('fetch failed', { cause }));
    expect(faultBy(withCode('ECONNRESET'))).toEqual(network('ECONNRESET'));
    const several = new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')]);
    expect(faultBy(several)).toEqual(network('ECONNREFUSED'));
  });

  test('knows a proxy that refuses to connect, from which no request was passed on', () => {
    const refusal = new Error('Proxy response (407) !== 200 when HTTP Tunneling');
    const coded = Object.assign(refusal, { code: 'UND_ERR_ABORTED' });
    const cause = new Error('Request was cancelled.', { cause: coded });
    const fault = { kind: 'proxy', status: 407 } as const;
    expect(faultOfError(new TypeError('fetch failed', { cause }))).toEqual(fault);
    expect(mayHaveBeenCarriedOut(fault)).toBe(false);
  });

  test('takes only codes of the system, and never fails', () => {
    expect(faultOfError(withCode('::error::x'))).toEqual(network('unknown'));
    const loop = new Error('round');
    loop.cause = loop;
    expect(faultOfError(loop)).toEqual(network('unknown'));
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(['network', 'certificate']).toContain(faultOfError(thrown).kind);
      }),
    );
  });
});

test('a start may have begun unless there was no connection, or it was refused', () => {
  const cannot: Fault[] = [
    ...['ECONNREFUSED', 'ENOTFOUND', 'ERR_SSL_WRONG_VERSION_NUMBER'].map(network),
    ...['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'ERR_TLS_HANDSHAKE_TIMEOUT'].map(network),
    { kind: 'certificate', code: 'CERT_HAS_EXPIRED' },
    redirect,
    ...[400, 429, 503].map((status) => statusFault(status)),
  ];
  const may: Fault[] = [
    ...['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE', 'EPROTO', 'unknown'].map(network),
    network('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'),
    { kind: 'timeout', afterMs: 30_000 },
    notJson,
    { kind: 'error-text', detail: '' },
    { kind: 'wrong-shape', path: 'enqueued_scan_id', expected: 'a text' },
    { kind: 'too-large', limitMib: 1 },
    ...[408, 500, 502, 504].map((status) => statusFault(status)),
  ];
  expect([...cannot, ...may].filter(mayHaveBeenCarriedOut)).toEqual(may);
});

describe('the same request is worth another try', () => {
  test('after 408, 429 or a 5xx but 501 and 505, and after no other status', () => {
    const all = Array.from({ length: 500 }, (_, index) => index + 100);
    const again = all.filter((status) => mayTryAgain(statusFault(status)));
    expect(again.filter((code) => code < 500)).toEqual([408, 429]);
    expect(all.filter((code) => code >= 500 && !again.includes(code))).toEqual([501, 505]);
  });

  test('unless it would meet the fault again', () => {
    const lasting: Fault[] = [redirect, { kind: 'too-large', limitMib: 1 }, { kind: 'holds-secret' }];
    const passing: Fault[] = [network('ECONNRESET'), { kind: 'timeout', afterMs: 1 }, notJson];
    expect([...lasting, ...passing].filter(mayTryAgain)).toEqual(passing);
  });
});

describe('what to do about a failed request', () => {
  const say = (fault: Fault, operation = endpoints[0] ?? 'start') =>
    describeFailedRequest(operation, fault, 'en');

  test.each<[Fault | number, string]>([
    [network('ENOTFOUND'), '`base-url`'],
    [network('ECONNRESET'), 'again later'],
    [401, '`api-key`'],
    [403, '`api-key`'],
    [400, '`preferences`'],
    [404, '`scan-id`'],
    [409, 'again later'],
    [418, '`base-url`'],
    [429, 'again later'],
    [503, 'again later'],
  ])('depends on the class of the fault: %j', (fault, words) => {
    expect(say(typeof fault === 'number' ? statusFault(fault) : fault).remedy).toContain(words);
  });

  test('is said of every fault in every operation, with the operation first', () => {
    for (const operation of endpoints)
      for (const fault of faults) {
        const { what, remedy } = describeFailedRequest(operation, fault, 'en');
        expect(what).toMatch(/^While \w+ing the .*: .*\.$/u);
        expect(remedy).toMatch(/\.$/u);
      }
  });

  test('shortens and cleans what the service said', () => {
    const { what } = say(statusFault(401, `bad\n\`key\` \u001b[31m“${'x'.repeat(5000)}`));
    expect(what).toMatch(/^While starting the scan: HTTP 401: “bad 'key' "x+…”\.$/u);
    expect(what.length).toBeLessThan(300);
  });
});
