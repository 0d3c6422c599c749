import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withOriginalTexts } from '../../../src/core/classified-text.ts';
import { classifiedField } from '../../../src/core/problem.ts';
import { RequestError } from '../../../src/core/request-fault.ts';
import { listLengthIn, readCompletion, readScanList } from '../../../src/service/answers.ts';
import { anyJson } from '../gate/arbitraries.ts';

function faultOf(result: { percentage?: unknown; endDate?: unknown }) {
  try {
    readCompletion(result);
  } catch (error) {
    if (error instanceof RequestError) return withOriginalTexts(error.fault);
    throw error;
  }
  return null;
}

describe('readScanList', () => {
  const scans = (count: number) => Array.from({ length: count }, () => ({ id: 'a' }));

  test.each([
    ['targets', [...scans(100_001)]],
    ['numbers', Array.from({ length: 100_001 }, () => 1)],
    ['scans of one target', [{ url: 'a', scans: scans(100_000) }]],
    ['scans of all targets', [...scans(20_000), ...[1, 2].map(() => ({ url: 'a', scans: scans(40_000) }))]],
  ])('refuses more than 100,000 entries: %s', (_what, list) => {
    const expected = 'a list of at most 100,000 entries';
    const fault = { kind: 'wrong-shape', ...classifiedField({ path: 'the body', expected }) };
    expect(() => readScanList(list, 0)).toThrow(expect.objectContaining({ fault }));
  });

  test('takes 100,000 scans with their target', () => {
    expect(readScanList([{ url: 'a', scans: scans(99_999) }], 0)[0]?.scans).toHaveLength(99_999);
  });
});

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
    (percentage) => {
      expect(faultOf({ percentage, endDate: null })).toMatchObject({
        kind: 'wrong-shape',
        path: 'percentage',
      });
    },
  );

  test('reads an end date with fractional seconds', () => {
    const endDate = '2026-11-20T10:11:12.345678Z';
    const endedAt = Date.UTC(2026, 10, 20, 10, 11, 12, 345);
    expect(readCompletion({ percentage: '100.00', endDate })).toEqual({ percentage: 100, endedAt });
  });

  test.each([null, undefined, ''])('reads %j as no end date', (endDate) => {
    expect(readCompletion({ percentage: 1, endDate }).endedAt).toBeNull();
  });

  const notDates = ['soon', '20.11.2026', '2026-13-45', 'null', 0, 1_700_000_000, true, {}, [['2026-11-20']]];
  test.each(notDates)('refuses %j as an end date', (endDate) => {
    expect(faultOf({ percentage: '100.00', endDate })).toMatchObject({
      kind: 'wrong-shape',
      path: 'endDate',
    });
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

describe('listLengthIn', () => {
  test.each([
    ['at the top', { subdomains: ['a', 'b'] }, 2],
    ['in `information`', { information: { found_SubDomains: ['a'] } }, 1],
    ['beside a field of that name that is no list', { subdomain: 'a', subdomains: ['a', 'b'] }, 2],
  ])('counts the entries of a list %s', (_where, raw, length) => {
    expect(listLengthIn(raw, 'subdomain')).toBe(length);
  });

  test('is not known without a list of that name, or without an answer', () => {
    expect(listLengthIn({ subdomains: ['a'], leak: 'a' }, 'leak')).toBeNull();
    expect(listLengthIn(null, 'leak')).toBeNull();
  });
});
