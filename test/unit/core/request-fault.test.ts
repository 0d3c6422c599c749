import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { classified, withOriginalTexts } from '../../../src/core/classified-text.ts';
import { classifiedField, type RequestFault } from '../../../src/core/problem.ts';
import { faultFacts, faultOfError, RequestError } from '../../../src/core/request-fault.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const status = (value: number): RequestFault => ({
  kind: 'status',
  status: value,
  detail: classified('detail', ''),
  retryAfterMs: null,
});
const network = (code: string): RequestFault => ({ kind: 'network', code: classified('public', code) });
const tls = (code: string): RequestFault => ({ kind: 'tls', code: classified('public', code) });
const redirect: RequestFault = { kind: 'redirect', location: classified('address', 'https://u:p@a.example') };
const notJson: RequestFault = { kind: 'not-json', detail: classified('detail', 'hostile') };

test.each<[fault: RequestFault, brief: string]>([
  [status(503), 'HTTP 503'],
  [network('ECONNRESET'), 'ECONNRESET'],
  [tls('CERT_HAS_EXPIRED'), 'CERT_HAS_EXPIRED'],
  [{ kind: 'timeout', afterMs: 1 }, 'no answer in time'],
  [{ kind: 'too-slow', limitMs: 1 }, 'no complete answer in time'],
  [{ kind: 'too-large', limitBytes: 1 }, 'an answer that is too large'],
  [redirect, 'a redirect'],
  [notJson, 'an answer that is not understood'],
])('the brief words name a status and a code, and nothing of an answer: %j', (fault, brief) => {
  expect(faultFacts(fault).brief).toBe(brief);
});

describe('faultOfError', () => {
  test('keeps the fault of a request error', () => {
    const fault: RequestFault = { kind: 'too-large', limitBytes: 5 };
    expect(faultOfError(new RequestError(fault))).toBe(fault);
  });

  test.each([
    ['ECONNREFUSED', 'network'],
    ['ENOTFOUND', 'network'],
    ['UND_ERR_SOCKET', 'network'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['EPROTO', 'tls'],
  ] as const)('reads %s as a fault of the %s', (code, kind) => {
    expect(withOriginalTexts(faultOfError(withCode(code)))).toEqual({ kind, code });
  });

  test('finds the code in the cause, and in the first of several errors', () => {
    const faultBy = (cause: Error) =>
      withOriginalTexts(faultOfError(new TypeError('fetch failed', { cause })));
    expect(faultBy(withCode('ECONNRESET'))).toEqual({ kind: 'network', code: 'ECONNRESET' });
    const several = new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')]);
    expect(faultBy(several)).toEqual({ kind: 'network', code: 'ECONNREFUSED' });
  });

  test('takes only codes of the system, and never fails', () => {
    expect(faultOfError(withCode('::error::x'))).toEqual(network('unknown'));
    const loop = new Error('round');
    loop.cause = loop;
    expect(faultOfError(loop)).toEqual(network('unknown'));
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(['network', 'tls']).toContain(faultOfError(thrown).kind);
      }),
    );
  });
});

describe('a start', () => {
  test('cannot have begun if there was no connection, or the service says that it did nothing', () => {
    const faults: RequestFault[] = [
      ...['ECONNREFUSED', 'ENOTFOUND'].map(network),
      tls('CERT_HAS_EXPIRED'),
      redirect,
      ...[400, 429, 503].map(status),
    ];
    expect(faults.filter((fault) => faultFacts(fault).mayHaveTakenEffect)).toEqual([]);
  });

  test('may have begun after any other fault', () => {
    const faults: RequestFault[] = [
      ...['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE', 'unknown'].map(network),
      tls('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'),
      { kind: 'timeout', afterMs: 30_000 },
      notJson,
      { kind: 'wrong-shape', ...classifiedField({ path: 'enqueued_scan_id', expected: 'string' }) },
      { kind: 'too-slow', limitMs: 1 },
      { kind: 'too-large', limitBytes: 1 },
      { kind: 'too-many-values' },
      ...[408, 500, 502, 504].map(status),
    ];
    expect(faults.filter((fault) => !faultFacts(fault).mayHaveTakenEffect)).toEqual([]);
  });
});

describe('a fault is transient', () => {
  const isTransient = (fault: RequestFault) => faultFacts(fault).isTransient;

  test('if it is 408, 429 or a 5xx but 501 and 505, and no other status', () => {
    const all = Array.from({ length: 500 }, (_, index) => index + 100);
    const transient = all.filter((code) => isTransient(status(code)));
    expect(transient.filter((code) => code < 500)).toEqual([408, 429]);
    expect(all.filter((code) => code >= 500 && !transient.includes(code))).toEqual([501, 505]);
  });

  test('unless another attempt would meet it again', () => {
    const lasting: RequestFault[] = [
      redirect,
      { kind: 'too-slow', limitMs: 1 },
      { kind: 'too-large', limitBytes: 1 },
      { kind: 'too-many-values' },
      { kind: 'holds-secret' },
    ];
    expect(lasting.filter(isTransient)).toEqual([]);
    const passing: RequestFault[] = [
      network('ECONNRESET'),
      { kind: 'timeout', afterMs: 1 },
      notJson,
      { kind: 'not-pdf' },
    ];
    expect(passing.filter(isTransient)).toEqual(passing);
  });
});
