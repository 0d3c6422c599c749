import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  boolean,
  duration,
  hexColor,
  integer,
  oneOf,
  type Parser,
  positiveDuration,
  serviceUrl,
  splitList,
  webUrl,
} from '../../../src/inputs/parsers.ts';
import { expectedOf } from '../../support/expected-of.ts';

/** The parsed value; `undefined` if `text` is refused. */
function parsedBy<T>(parser: Parser<T>, text: string): T | undefined {
  const parsed = parser(text);
  return parsed.ok ? parsed.value : undefined;
}

const weekSeconds = 7 * 24 * 3600;

describe('duration', () => {
  test('adds up its units', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(2000), fc.nat(90_000), (hours, minutes, seconds) => {
        const totalMs = (hours * 3600 + minutes * 60 + seconds) * 1000;
        const expected = totalMs <= weekSeconds * 1000 ? totalMs : undefined;
        expect(parsedBy(duration, `${hours}h${minutes}m${seconds}s`)).toBe(expected);
      }),
    );
  });

  test.each([
    ['90s', 90_000],
    ['10m', 600_000],
    ['1h30m', 5_400_000],
    ['45', 45_000],
    ['0', 0],
    ['168h', 604_800_000],
  ])('reads %s', (text, ms) => {
    expect(parsedBy(duration, text)).toBe(ms);
  });

  const unitsOutOfOrder = ['30m1h', '1h1h'];
  const tooLong = ['169h', '604801', '9'.repeat(400)];
  test.each([
    ...['', '1.5h', '-5s', '5 m', '10M', '1e3', '0x10', '5ms', 'soon', '٣s'],
    ...unitsOutOfOrder,
    ...tooLong,
  ])('refuses %p and says what is expected', (text) => {
    expect(expectedOf(duration(text))).toContain('`1h30m`');
  });
});

test('positiveDuration refuses a duration of zero', () => {
  for (const text of ['0', '0s', '0h0m0s', '000']) expect(parsedBy(positiveDuration, text)).toBeUndefined();
  expect(parsedBy(positiveDuration, '1s')).toBe(1000);
  expect(positiveDuration('x').ok).toBe(false);
});

describe('oneOf', () => {
  const parser = oneOf(['fail', 'skip']);

  test('accepts only the exact words', () => {
    expect(parsedBy(parser, 'skip')).toBe('skip');
    for (const text of ['Skip', 'skip ', '', 'skipp', '__proto__', 'constructor'])
      expect(parser(text).ok).toBe(false);
  });

  test('lists what is allowed', () => {
    expect(expectedOf(parser('x'))).toBe('`fail` or `skip`');
    expect(expectedOf(oneOf(['a', 'b', 'c'])('x'))).toBe('`a`, `b` or `c`');
    expect(expectedOf(oneOf(['a'])('x'))).toBe('`a`');
  });
});

test('boolean accepts only the six spellings of YAML 1.2', () => {
  for (const text of ['true', 'True', 'TRUE']) expect(parsedBy(boolean, text)).toBe(true);
  for (const text of ['false', 'False', 'FALSE']) expect(parsedBy(boolean, text)).toBe(false);
  for (const text of ['yes', 'no', 'on', 'off', '1', '0', 'tRUE', '', 'true ', 'null'])
    expect(boolean(text).ok).toBe(false);
});

describe('integer', () => {
  test('accepts the whole numbers of its range', () => {
    const parser = integer(1, 400);
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 1000 }), (value) => {
        expect(parsedBy(parser, String(value))).toBe(value >= 1 && value <= 400 ? value : undefined);
      }),
    );
  });

  test('refuses what only looks like a number', () => {
    for (const text of ['1.0', '1e2', '0x10', ' 5', '５', 'NaN', 'Infinity', ''])
      expect(integer(0, 400)(text).ok).toBe(false);
  });
});

describe('splitList', () => {
  test('splits at commas and at line ends', () => {
    expect(splitList('a, b\nc,,\r\n  d  \n')).toEqual(['a', 'b', 'c', 'd']);
    expect(splitList(' \n , ')).toEqual([]);
  });

  test('reads back any list of items', () => {
    const item = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(item), fc.constantFrom(',', '\n', ', ', '\r\n', ' ,\n'), (items, separator) => {
        expect(splitList(items.join(separator))).toEqual(items);
      }),
    );
  });
});

test('hexColor accepts a number sign and six hex digits, or three', () => {
  expect(parsedBy(hexColor, '#aB1')).toBe('#aaBB11');
  expect(parsedBy(hexColor, '#797cf2')).toBe('#797cf2');
  expect(parsedBy(hexColor, '#ABCDEF')).toBe('#ABCDEF');
  for (const text of ['797cf2', '#ffff', '#797cf2ff', '#79 cf2', 'red', '#797cf2\n'])
    expect(hexColor(text).ok).toBe(false);
});

test('webUrl accepts http and https without user info', () => {
  expect(parsedBy(webUrl, 'https://a.example/logo.png?x=1')?.href).toBe('https://a.example/logo.png?x=1');
  expect(parsedBy(webUrl, 'http://a.example')?.href).toBe('http://a.example/');
  const others = ['javascript:alert(1)', 'data:image/png;base64,AA', 'file:///etc/passwd'];
  const withUserInfo = ['https://u:p@a.example', 'https://u@a.example'];
  for (const text of ['a.example/logo.png', 'https://', '//a.example', ...others, ...withUserInfo])
    expect(webUrl(text).ok).toBe(false);
});

describe('serviceUrl', () => {
  test.each([
    ...['https://api.example.com', 'https://api.example.com/scanner/', 'http://localhost:8080'],
    ...['http://127.0.0.1', 'http://[::1]:9', 'http://x.localhost', 'http://127.1'],
    ...['http://127.255.255.254', 'http://LOCALHOST.'],
  ])('takes %s', (text) => {
    expect(parsedBy(serviceUrl, text)?.href).toBe(new URL(text).href);
  });

  test.each([
    ...['http://api.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com'],
    ...['http://128.0.0.1', 'http://10.0.0.1', 'http://notlocalhost', 'http://[::2]', 'http://0.0.0.0'],
    ...['https://key@api.example.com', 'https://api.example.com?key=1', 'https://api.example.com#x'],
    ...['ftp://localhost', 'api.example.com'],
  ])('refuses %s, which could expose the key', (text) => {
    expect(serviceUrl(text).ok).toBe(false);
  });
});
