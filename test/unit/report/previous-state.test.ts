import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  formatState,
  hiddenLines,
  type PreviousState,
  parseState,
  withoutDetails,
} from '../../../src/report/previous-state.ts';

const marker = { key: '0123456789abcdef', runId: 5, attempt: 1 };
const state: fc.Arbitrary<PreviousState> = fc.record({
  outcome: fc.constantFrom('pass', 'fail', 'inconclusive'),
  sha: fc.option(fc.stringMatching(/^[0-9a-f]{7}$/)),
  scanId: fc.option(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:~-]{0,40}$/)),
  prints: fc.option(fc.array(fc.stringMatching(/^[0-9a-f]{10}$/), { maxLength: 500 })),
});
const plain: PreviousState = { outcome: 'fail', sha: null, scanId: null, prints: null };

describe('parseState', () => {
  test('reads back every state, with whatever text behind it', () => {
    fc.assert(
      fc.property(state, fc.string(), fc.constantFrom('\n', '\r\n'), (given, rest, lineEnd) => {
        const lines = hiddenLines(marker, given).replace('\n', lineEnd);
        expect(parseState(lines)).toEqual(given);
        expect(parseState(`${lines}${lineEnd}${rest}`)).toEqual(given);
      }),
    );
  });

  test('tells no findings from unknown ones', () => {
    for (const prints of [[], null]) {
      expect(parseState(hiddenLines(marker, { ...plain, prints }))).toEqual({ ...plain, prints });
    }
  });

  test('takes nothing that is not well-formed to the letter, or not in its place', () => {
    const line = formatState({ ...plain, sha: 'abcdef1', scanId: 'one', prints: ['0123456789'] });
    const first = hiddenLines(marker, null);
    expect(parseState(`${first}\n${line}`)).not.toBeNull();
    const wrong = [
      line,
      `${first}\n\n${line}`,
      `${first}\n ${line}`,
      `${first}\n${line} x`,
      `text\n${line}`,
      ...[
        line.replace('fail', 'failed'),
        line.replace('v1', 'v2'),
        line.replace('abcdef1', 'abcdefg'),
        line.replace('0123456789', '012345678'),
        line.replace('0123456789', `0123456789${',0123456789'.repeat(500)}`),
        line.replace('scan=one', 'scan=<b>'),
        line.replace('scan=one', 'scan='),
        line.replace(' -->', ' more=1 -->'),
      ].map((other) => `${first}\n${other}`),
    ];
    expect(wrong.map(parseState)).toEqual(wrong.map(() => null));
  });
});

describe('formatState', () => {
  test('leaves out what would not be read back, and shortens the commit', () => {
    const given = { ...plain, sha: 'ABCDEF1234567890', scanId: '--> <script>' };
    expect(formatState(given)).toBe('<!-- scan-gate:state v1 outcome=fail sha=abcdef1 -->');
    const many = Array.from({ length: 501 }, () => '0123456789');
    expect(formatState({ ...plain, prints: many })).toBe('<!-- scan-gate:state v1 outcome=fail -->');
  });

  test('is one comment on one line, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.string()), (sha, scanId, prints) => {
        const line = formatState({ outcome: 'pass', sha, scanId, prints });
        expect(line).toMatch(/^<!-- [^<>\n\r]* -->$/);
      }),
    );
  });
});

test('withoutDetails keeps verdict and commit only', () => {
  const full: PreviousState = { outcome: 'fail', sha: 'abcdef1', scanId: 'one', prints: ['0123456789'] };
  expect(withoutDetails(full)).toEqual({ ...plain, sha: 'abcdef1' });
});
