import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RequestError } from '../../../src/core/fault.ts';
import {
  readCompletion,
  readJsonBody,
  readScanAnswer,
  readScanList,
  readStartAnswer,
} from '../../../src/service/answers.ts';
import { anyJson } from '../gate/arbitraries.ts';
import { finished } from './service-client.ts';

function faultIn(read: () => unknown) {
  try {
    read();
  } catch (error) {
    if (error instanceof RequestError) return error.fault;
    throw error;
  }
  return null;
}

const faultOf = (result: { percentage?: unknown; endDate?: unknown }) =>
  faultIn(() => readCompletion(result));

test.each([
  ['now', 1_790_000_000, true],
  ['a minute ahead, since clocks differ', 1_790_000_060, true],
  ['more than a minute ahead', 1_790_000_061, false],
  ['in milliseconds', 1_790_000_000_000, false],
  ['before 1970', -1, false],
])('readScanList takes a start date that is %s: %d', (_what, startDate, isTaken) => {
  const [entry] = readScanList(
    [{ url: 'a', scans: [{ id: 'scan-1', startDate, progress: 40 }] }],
    1_790_000_000_000,
    () => false,
  );
  expect(entry?.scans).toEqual([expect.objectContaining({ id: 'scan-1', progress: 40 })]);
  expect(entry?.scans?.[0]?.startDate).toBe(isTaken ? startDate : undefined);
});

describe('readCompletion', () => {
  test.each([
    ['0.00', 0],
    ['42.17', 42.17],
    ['999', 999],
    [0, 0],
    [101.5, 101.5],
  ])('reads the percentage %j as %d', (percentage, expected) => {
    expect(readCompletion({ percentage, endDate: null }).percentage).toBe(expected);
  });

  const notDecimal = ['', ' 5', '5 ', '+5', '-1', '1e2', '0x64', '100,00', '100%', 'NaN', '1000', '5.'];
  test.each([...notDecimal, -1, 1000, null, undefined, true, [[100]], {}])(
    'refuses %j as a percentage',
    (text) => {
      const fault = { kind: 'wrong-shape', path: 'percentage' };
      expect(faultOf({ percentage: text, endDate: null })).toMatchObject(fault);
    },
  );

  test.each([
    ['2026-11-20T10:11:12.345678Z', Date.UTC(2026, 10, 20, 10, 11, 12, 345)],
    [null, null],
    [undefined, null],
    ['', null],
  ])('reads the end date %j as %j', (endDate, endedAt) => {
    expect(readCompletion({ percentage: '100.00', endDate })).toEqual({ percentage: 100, endedAt });
  });

  test('reads an end date before the start date as none', () => {
    const endOf = (startDate: string) =>
      readCompletion({ percentage: '100.00', startDate, endDate: '2026-11-20T10:00:00Z' }).endedAt;
    const end = Date.UTC(2026, 10, 20, 10);
    expect(endOf('2026-11-20T10:00:00.001Z')).toBeNull();
    for (const start of ['2026-11-20T10:00:00Z', '2026-11-20T12:00:00+02:00', 'soon', '2030', 'x 90000'])
      expect(endOf(start)).toBe(end);
  });

  const notDates = ['soon', '20.11.2026', '2026-13-45', 'null', 0, 1_700_000_000, true, {}, [['2026-11-20']]];
  test.each(notDates)('refuses %j as an end date', (endDate) => {
    const fault = { kind: 'wrong-shape', path: 'endDate' };
    expect(faultOf({ percentage: '100.00', endDate })).toMatchObject(fault);
  });

  test('either reads both fields whole or refuses, whatever they are', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (percentage, endDate) => {
        if (faultOf({ percentage, endDate }) !== null) return;
        const completion = readCompletion({ percentage, endDate });
        expect(completion.percentage).toBe(Number(percentage));
        expect(completion.endedAt === null).toBe(endDate === null || endDate === '');
      }),
    );
  });
});

describe('readScanAnswer', () => {
  test.each(['Scan not initiated yet', ' scan not initiated yet. '])('knows the queue by %j', (detail) => {
    expect(readScanAnswer({ detail })).toBeNull();
  });

  test.each<[answer: object, detail: string]>([
    [{ detail: 'Scan failed: the domain is not verified' }, 'Scan failed: the domain is not verified'],
    [{ detail: 'Scan not initiated yet: quota' }, 'Scan not initiated yet: quota'],
    [{ detail: 'Scan not initiated yet', error: 'quota' }, 'Scan not initiated yet'],
    [{ error: 'quota', code: 7 }, 'quota'],
    [{ message: 'no such scan' }, 'no such scan'],
    [{ detail: [{ loc: ['path'] }] }, '[{"loc":["path"]}]'],
  ])('quotes %j, which is no result', (answer, detail) => {
    expect(faultIn(() => readScanAnswer(answer))).toEqual({ kind: 'error-text', detail });
  });

  test.each([{ error: 'a subdomain was skipped' }, { detail: 'Scan not initiated yet' }])(
    'reads a result that says something too: %j',
    (said) => {
      const raw = { ...finished, ...said };
      const read = {
        percentage: 100,
        endedAt: Date.UTC(2026, 10, 20, 10, 10, 0, 500),
        result: finished,
        raw,
      };
      expect(readScanAnswer(raw)).toEqual(read);
    },
  );

  test.each([{}, { detail: '' }, { error: null }, { detail: 5 }])('does not understand %j', (answer) => {
    expect(faultIn(() => readScanAnswer(answer))).toMatchObject({ kind: 'wrong-shape', path: 'percentage' });
  });

  test('keeps the answer as it came, without preferences that the interface does not name', () => {
    const preferences = {
      scan_type: 'full',
      login: 'Passw0rd',
      crawler_options: { open_redirect: true, x: 1 },
    };
    const raw = readScanAnswer({ ...finished, more: [1], preferences })?.raw;
    const named = { scan_type: 'full', crawler_options: { open_redirect: true } };
    expect(raw).toEqual({ ...finished, more: [1], preferences: named });
  });
});

test('readStartAnswer and readScanList quote an error too', () => {
  const fault = { kind: 'error-text', detail: 'quota' };
  expect(faultIn(() => readStartAnswer({ error: 'quota' }, () => false))).toEqual(fault);
  expect(faultIn(() => readScanList({ error: 'quota' }, 0, () => false))).toEqual(fault);
});

test('an id that holds the API key is none, because ids are published as they are', () => {
  const holdsKey = (id: string) => id.includes('k3y');
  const started = faultIn(() => readStartAnswer({ enqueued_scan_id: 'a-k3y' }, holdsKey));
  expect(started).toMatchObject({ kind: 'wrong-shape', path: 'enqueued_scan_id' });
  const [entry] = readScanList([{ url: 'a', scans: [{ id: 'a-k3y' }, { id: 'b' }] }], 0, holdsKey);
  expect(entry?.scans).toEqual([{ id: 'b' }]);
});

/** The value that is read from a body. */
const read = (body: string | Uint8Array) =>
  readJsonBody(new Uint8Array(typeof body === 'string' ? Buffer.from(body) : body).buffer);

describe('readJsonBody', () => {
  test('gives the value without a byte order mark or broken UTF-8, and frees the memory of the body', () => {
    const body = new Uint8Array(Buffer.from('{ "a": ["\\u00e7", "ç💥", "\\\\"] }')).buffer;
    expect(readJsonBody(body)).toEqual({ a: ['ç', 'ç💥', '\\'] });
    expect(body.detached).toBe(true);
    expect(read('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(read(Buffer.from([0x22, 0xff, 0xc2, 0x22]))).toBe('\ufffd\ufffd');
  });

  test.each([
    ['', 'an empty body'],
    ['\r\n ', 'an empty body'],
    ['\ufeff', 'an empty body'],
    ['{"a":', 'not valid JSON, perhaps cut off'],
    ['{"a\\', 'not valid JSON, perhaps cut off'],
    ['<!DOCTYPE html><title>Login</title>', 'an HTML page'],
    ['\ufeff\r\n <html>', 'an HTML page'],
  ])('refuses %j', (text, detail) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ fault: { kind: 'not-json', detail } }));
  });
});
