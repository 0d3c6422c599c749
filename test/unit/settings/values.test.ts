import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import * as values from '../../../src/settings/values.ts';
import { expectedOf } from '../../support/expected-of.ts';

/** The parsed value; `undefined` if `given` is refused. */
function parsedBy<T>(schema: z.ZodType<T>, given: unknown): T | undefined {
  return schema.safeParse(given).data;
}

const weekSeconds = 7 * 24 * 3600;

describe('duration', () => {
  test('adds up its units', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(2000), fc.nat(90_000), (hours, minutes, seconds) => {
        const totalMs = (hours * 3600 + minutes * 60 + seconds) * 1000;
        const expected = totalMs <= weekSeconds * 1000 ? totalMs : undefined;
        expect(parsedBy(values.duration, `${hours}h${minutes}m${seconds}s`)).toBe(expected);
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
    expect(parsedBy(values.duration, text)).toBe(ms);
  });

  const unitsOutOfOrder = ['30m1h', '1h1h'];
  const tooLong = ['169h', '604801', '9'.repeat(400)];
  test.each([
    ...['', '1.5h', '-5s', '5 m', '10M', '1e3', '0x10', '5ms', 'soon', '٣s'],
    ...unitsOutOfOrder,
    ...tooLong,
  ])('refuses %p and says what is expected', (text) => {
    expect(expectedOf(values.duration, text)).toContain('`1h30m`');
  });
});

test('positiveDuration takes a duration above zero only, and pollInterval `auto` too', () => {
  expect(parsedBy(values.positiveDuration, '1s')).toBe(1000);
  expect(parsedBy(values.pollInterval, '20s')).toBe(20_000);
  expect(parsedBy(values.pollInterval, 'auto')).toBe('auto');
  for (const text of ['0', '0s', '0h0m0s', '000', 'x']) {
    expect(parsedBy(values.positiveDuration, text)).toBeUndefined();
    expect(expectedOf(values.pollInterval, text)).toContain('`auto` or a duration above zero');
  }
});

test('wholeNumber takes the whole numbers of its range', () => {
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 1000 }), (value) => {
      const taken = value >= 1 && value <= 400 ? value : undefined;
      expect(parsedBy(values.wholeNumber(1, 400), value)).toBe(taken);
    }),
  );
  for (const given of [1.5, '5', null, Number.NaN])
    expect(parsedBy(values.wholeNumber(0, 9), given)).toBeUndefined();
});

test('statuses are from 300 to 499 without 429', () => {
  expect(parsedBy(values.statuses, [300, 404, 499])).toEqual([300, 404, 499]);
  for (const given of [[429], [404, 429], [299], [500], ['404'], 404])
    expect(parsedBy(values.statuses, given)).toBeUndefined();
});

test('reports are one or a list, in one order, or `none`', () => {
  const both = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'];
  expect(parsedBy(values.reports, 'none')).toEqual([]);
  expect(parsedBy(values.reports, both[1])).toEqual([both[1]]);
  expect(parsedBy(values.reports, both.toReversed())).toEqual(both);
  for (const given of ['', [], ['none'], 'action_report', ['PDF'], 'on-failure'])
    expect(expectedOf(values.reports, given)).toContain('a list of these, or `none`');
});

describe('color', () => {
  test.each([
    ['#aB1', '#aaBB11'],
    ['#797cf2', '#797cf2'],
    ['#ABCDEF', '#ABCDEF'],
  ])('reads %s as %s', (text, color) => {
    expect(parsedBy(values.color, text)).toBe(color);
  });

  test.each(['797cf2', '#ffff', '#797cf2ff', '#79 cf2', 'red', '#797cf2\n'])('refuses %j', (text) => {
    expect(parsedBy(values.color, text)).toBeUndefined();
  });
});

describe('logo', () => {
  test.each([
    ['https://a.example/logo.png?x=1', 'https://a.example/logo.png?x=1'],
    ['http://a.example', 'http://a.example/'],
  ])('reads %s', (text, href) => {
    expect(parsedBy(values.logo, text)?.href).toBe(href);
  });

  const withoutScheme = ['a.example/logo.png', 'https://', '//a.example'];
  const otherSchemes = ['javascript:alert(1)', 'data:image/png;base64,AA', 'file:///etc/passwd'];
  const withUserInfo = ['https://u:p@a.example', 'https://u@a.example'];
  test.each([...withoutScheme, ...otherSchemes, ...withUserInfo])('refuses %s', (text) => {
    expect(parsedBy(values.logo, text)).toBeUndefined();
  });
});

test('apiKey is one word of printable ASCII', () => {
  expect(parsedBy(values.apiKey, 'sk_live-0123')).toBe('sk_live-0123');
  for (const text of ['Bearer sk', 'a b', 'a\nb', 'schlüssel', ''])
    expect(parsedBy(values.apiKey, text)).toBeUndefined();
});

describe('serviceUrl', () => {
  test.each([
    ...['https://api.example.com', 'https://api.example.com/scanner/', 'http://localhost:8080'],
    ...['http://127.0.0.1', 'http://[::1]:9', 'http://x.localhost', 'http://127.1'],
    ...['http://127.255.255.254', 'http://LOCALHOST.'],
  ])('takes %s', (text) => {
    expect(parsedBy(values.serviceUrl, text)?.href).toBe(new URL(text).href);
  });

  test.each([
    ...['http://api.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com'],
    ...['http://128.0.0.1', 'http://10.0.0.1', 'http://notlocalhost', 'http://[::2]', 'http://0.0.0.0'],
    ...['https://key@api.example.com', 'https://api.example.com?key=1', 'https://api.example.com#x'],
    ...['ftp://localhost', 'api.example.com'],
  ])('refuses %s, which could expose the key', (text) => {
    expect(parsedBy(values.serviceUrl, text)).toBeUndefined();
  });
});
