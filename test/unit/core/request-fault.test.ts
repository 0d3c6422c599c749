import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RequestFault } from '../../../src/core/problem.ts';
import {
  briefFault,
  cannotHaveBegun,
  faultOfError,
  isTransient,
  RequestError,
  transientStatuses,
} from '../../../src/core/request-fault.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const status = (value: number): RequestFault => ({
  ...{ kind: 'status', status: value, detail: '', retryAfterMs: null },
});

test.each<[RequestFault, string]>([
  [status(503), 'HTTP 503'],
  [{ kind: 'network', code: 'ECONNRESET' }, 'ECONNRESET'],
  [{ kind: 'tls', code: 'CERT_HAS_EXPIRED' }, 'CERT_HAS_EXPIRED'],
  [{ kind: 'timeout', afterMs: 1 }, 'no answer in time'],
  [{ kind: 'too-slow', limitMs: 1 }, 'no complete answer in time'],
  [{ kind: 'redirect', location: 'https://user:secret@other.example' }, 'a redirect'],
  [{ kind: 'not-json', detail: 'hostile' }, 'an answer that is not understood'],
])('briefFault names a status and a code, and has words for the rest: %j', (fault, brief) => {
  expect(briefFault(fault)).toBe(brief);
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
    expect(faultOfError(withCode(code))).toEqual({ kind, code });
  });

  test('finds the code in the cause, and in the first of several errors', () => {
    const faultBy = (cause: Error) => faultOfError(new TypeError('fetch failed', { cause }));
    expect(faultBy(withCode('ECONNRESET'))).toEqual({ kind: 'network', code: 'ECONNRESET' });
    const several = new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')]);
    expect(faultBy(several)).toEqual({ kind: 'network', code: 'ECONNREFUSED' });
  });

  test('takes only codes of the system, and never fails', () => {
    expect(faultOfError(withCode('::error::x'))).toEqual({ kind: 'network', code: 'unknown' });
    const loop = new Error('round');
    loop.cause = loop;
    expect(faultOfError(loop)).toEqual({ kind: 'network', code: 'unknown' });
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(['network', 'tls', 'timeout']).toContain(faultOfError(thrown).kind);
      }),
    );
  });
});

describe('cannotHaveBegun', () => {
  test('is true if there was no connection, or the service says that it did nothing', () => {
    const faults: RequestFault[] = [
      ...['ECONNREFUSED', 'ENOTFOUND'].map((code) => ({ kind: 'network', code }) as const),
      { kind: 'tls', code: 'CERT_HAS_EXPIRED' },
      ...[429, 503].map(status),
    ];
    expect(faults.filter((fault) => !cannotHaveBegun(fault))).toEqual([]);
  });

  test('is false if a scan may have been started', () => {
    const codes = ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE', 'unknown'];
    const faults: RequestFault[] = [
      ...codes.map((code) => ({ kind: 'network', code }) as const),
      { kind: 'tls', code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' },
      { kind: 'timeout', afterMs: 30_000 },
      { kind: 'not-json', detail: '' },
      { kind: 'wrong-shape', where: 'enqueued_scan_id', expected: 'string' },
      { kind: 'too-slow', limitMs: 1 },
      { kind: 'too-large', limitBytes: 1 },
      { kind: 'too-many-values' },
      { kind: 'redirect', location: 'https://elsewhere.example' },
      ...[400, 408, 500, 502, 504].map(status),
    ];
    expect(faults.filter(cannotHaveBegun)).toEqual([]);
  });
});

describe('isTransient', () => {
  test('is true of 408, 429 and every 5xx but 501 and 505, and of no other status', () => {
    const all = Array.from({ length: 500 }, (_, index) => index + 100);
    const transient = all.filter((code) => isTransient(status(code)));
    expect(transient.filter((code) => code < 500)).toEqual([408, 429]);
    expect(all.filter((code) => code >= 500 && !transient.includes(code))).toEqual([501, 505]);
    expect(transient).toEqual(transientStatuses);
  });

  test('is false for faults that another attempt would meet again', () => {
    expect(isTransient({ kind: 'redirect', location: '' })).toBe(false);
    expect(isTransient({ kind: 'too-slow', limitMs: 1 })).toBe(false);
    expect(isTransient({ kind: 'too-large', limitBytes: 1 })).toBe(false);
    expect(isTransient({ kind: 'too-many-values' })).toBe(false);
    expect(isTransient({ kind: 'network', code: 'ECONNRESET' })).toBe(true);
    expect(isTransient({ kind: 'timeout', afterMs: 1 })).toBe(true);
    expect(isTransient({ kind: 'not-json', detail: '' })).toBe(true);
    expect(isTransient({ kind: 'not-pdf' })).toBe(true);
    expect(isTransient({ kind: 'holds-secret' })).toBe(false);
  });
});
