import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import {
  boolean,
  duration,
  hexColor,
  integer,
  positiveDuration,
  serviceUrl,
  splitList,
  webUrl,
} from '../../../src/inputs/parsers.ts';
import { expectedOf } from '../../support/expected-of.ts';

/** The parsed value; `undefined` if `text` is refused. */
function parsedBy<T>(schema: z.ZodType<T>, text: string): T | undefined {
  return schema.safeParse(text).data;
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
    expect(expectedOf(duration, text)).toContain('`1h30m`');
  });
});

describe('positiveDuration', () => {
  test('reads a duration above zero', () => {
    expect(parsedBy(positiveDuration, '1s')).toBe(1000);
  });

  test.each(['0', '0s', '0h0m0s', '000', 'x'])('refuses %s', (text) => {
    expect(parsedBy(positiveDuration, text)).toBeUndefined();
  });
});

describe('boolean takes the six spellings of YAML 1.2 and no other:', () => {
  test.each([
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
    ['FALSE', false],
  ])('%s is %j', (text, value) => {
    expect(parsedBy(boolean, text)).toBe(value);
  });

  test.each(['yes', 'no', 'on', 'off', '1', '0', 'tRUE', '', 'true ', 'null'])('%j is refused', (text) => {
    expect(parsedBy(boolean, text)).toBeUndefined();
  });
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

  test.each(['1.0', '1e2', '0x10', ' 5', '５', 'NaN', 'Infinity', ''])('refuses %j', (text) => {
    expect(parsedBy(integer(0, 400), text)).toBeUndefined();
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

describe('hexColor', () => {
  test.each([
    ['#aB1', '#aaBB11'],
    ['#797cf2', '#797cf2'],
    ['#ABCDEF', '#ABCDEF'],
  ])('reads %s as %s', (text, color) => {
    expect(parsedBy(hexColor, text)).toBe(color);
  });

  test.each(['797cf2', '#ffff', '#797cf2ff', '#79 cf2', 'red', '#797cf2\n'])('refuses %j', (text) => {
    expect(parsedBy(hexColor, text)).toBeUndefined();
  });
});

describe('webUrl', () => {
  test.each([
    ['https://a.example/logo.png?x=1', 'https://a.example/logo.png?x=1'],
    ['http://a.example', 'http://a.example/'],
  ])('reads %s', (text, href) => {
    expect(parsedBy(webUrl(''), text)?.href).toBe(href);
  });

  const withoutScheme = ['a.example/logo.png', 'https://', '//a.example'];
  const otherSchemes = ['javascript:alert(1)', 'data:image/png;base64,AA', 'file:///etc/passwd'];
  const withUserInfo = ['https://u:p@a.example', 'https://u@a.example'];
  test.each([...withoutScheme, ...otherSchemes, ...withUserInfo])('refuses %s', (text) => {
    expect(parsedBy(webUrl(''), text)).toBeUndefined();
  });
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
    expect(parsedBy(serviceUrl, text)).toBeUndefined();
  });
});
