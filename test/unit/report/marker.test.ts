import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatMarker, isNewer, type Marker, parseMarker } from '../../../src/report/previous-state.ts';
import { anyText } from '../../support/any-text.ts';

const marker: fc.Arbitrary<Marker> = fc.record({
  key: fc.stringMatching(/^[0-9a-f]{16}$/),
  runId: fc.nat(999_999_999_999),
  attempt: fc.integer({ min: 1, max: 999_999 }),
});

describe('parseMarker', () => {
  test('reads back every marker, with whatever text behind it', () => {
    fc.assert(
      fc.property(marker, fc.string(), fc.constantFrom('\n', '\r\n'), (given, rest, lineEnd) => {
        expect(parseMarker(formatMarker(given))).toEqual(given);
        expect(parseMarker(`${formatMarker(given)}${lineEnd}${rest}`)).toEqual(given);
      }),
    );
  });

  test('knows a marker only as the whole first line', () => {
    const line = formatMarker({ key: '0123456789abcdef', runId: 5, attempt: 1 });
    const others = [
      '',
      `x${line}`,
      ` ${line}`,
      `\n${line}`,
      `> ${line}`,
      `${line} x`,
      line.toUpperCase(),
      line.replace('v1', 'v2'),
      line.replace('=5', '=-5'),
      line.replace('abcdef', 'abcde'),
    ];
    expect(others.map(parseMarker)).toEqual(others.map(() => null));
  });

  test('never fails on text that anybody wrote', () => {
    fc.assert(fc.property(anyText(), (text) => expect(parseMarker(text)).toBeNull()));
  });
});

describe('isNewer', () => {
  test('goes by run, then by attempt, and is a strict order', () => {
    fc.assert(
      fc.property(marker, marker, (a, b) => {
        expect(isNewer(a, b) && isNewer(b, a)).toBe(false);
        expect(isNewer(a, a)).toBe(false);
        const later = a.runId > b.runId || (a.runId === b.runId && a.attempt > b.attempt);
        expect(isNewer(a, b)).toBe(later);
      }),
    );
  });
});
