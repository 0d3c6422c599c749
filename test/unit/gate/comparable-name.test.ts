import { describe, expect, test } from '@jest/globals';
import { comparableNameReader, normalized } from '../../../src/gate/comparable-name.ts';

const read = (name: string, siteHost: string | null, ips: readonly string[] = []) =>
  comparableNameReader({ siteHost, ips })(name);

describe('a name', () => {
  test.each([
    ['Cookie of shop.example', 'shop.example', 'cookie of'],
    ['Cookie of SHOP.example.', 'www.shop.example', 'cookie of'],
    ['Cookie of www.shop.example (session)', 'shop.example', 'cookie of (session)'],
    ['Form at https://shop.example/login', 'shop.example', 'form at /login'],
    ['Form at http://shop.example:8443/', 'shop.example:8443', 'form at'],
    ['Open on shop.example:443', 'shop.example:8443', 'open on'],
    ['Cookie of api.shop.example', 'shop.example', 'cookie of api.'],
    ['Cookie of api.pr-7.shop.example', 'pr-7.shop.example', 'cookie of api.'],
    ['SPF record of shop.example is missing', 'pr-7.preview.shop.example', 'spf record of is missing'],
    ['SPF record of bücher.example', 'xn--bcher-kva.example', 'spf record of'],
    ['SPF record of xn--bcher-kva.example', 'www.xn--bcher-kva.example', 'spf record of'],
    ['Mail admin@shop.example', 'shop.example', 'mail admin@'],
    ["shop.example's cookie", 'shop.example', "'s cookie"],
    ['At 127.0.0.1:3000', '127.0.0.1:3000', 'at'],
    ['At [::1]:3000 and ::1', '[::1]:3000', 'at and'],
  ])('%j on the site %j is %j', (name, host, expected) => {
    expect(read(name, host)).toBe(expected);
  });

  test.each([
    ['open at shop.example:22', 'shop.example', 'open at :22'],
    ['open workshop', 'shop', 'open workshop'],
    ['cookie of localhost:3000', 'localhost:3000', 'cookie of localhost:3000'],
    ['at shop.example.org', 'shop.example', 'at shop.example.org'],
    ['at my-shop.example', 'shop.example', 'at my-shop.example'],
    ['script of https://a.example:1/x', 'shop.example', 'script of https://a.example:1/x'],
    ['any (.*) name', '.*', 'any (.*) name'],
    ['at 0.0.1', '127.0.0.1', 'at 0.0.1'],
    ['cookie of shop.example', null, 'cookie of shop.example'],
    ['tls 1.0 and/or 10:20:30', 'shop.example', 'tls 1.0 and/or 10:20:30'],
  ])('keeps what is not of the site: %j on %j', (name, host, expected) => {
    expect(read(name, host)).toBe(expected);
  });

  test('loses the addresses of the scan, and no other number', () => {
    const ips = ['203.0.113.7', '2001:db8::7', 'text', '1.2', ''];
    const of = (name: string) => read(name, 'shop.example', ips);
    expect(of('Open on 203.0.113.7:443 and http://203.0.113.7/x')).toBe('open on and /x');
    expect(of('Open on 2001:DB8:0:0:0:0:0:7, [2001:db8::7]:443')).toBe('open on ,');
    for (const kept of ['jenkins 2.3.15.1', 'open on 203.0.113.70', 'v203.0.113.7', '1.203.0.113.7', '1.2'])
      expect(of(kept)).toBe(kept);
  });

  test.each([
    ['Injection in /users/12?id=7.', 'injection in /users/{number}'],
    ['"/Users/12" and https://shop.example/users/37#x', '"/users/{number}" and /users/{number}'],
    ['At https://api.shop.example/users/12!', 'at api./users/{number}'],
    ['At //cdn/12', 'at //cdn/12'],
    ['At other.example/users/12', 'at other.example/users/12'],
  ])('with a path is read as a place is: %j', (name, expected) => {
    expect(read(name, 'shop.example')).toBe(expected);
  });

  test('is read in a time that grows with its length, also if a site chose it', () => {
    const parts = '. /. a. [ : :: f: / a/ https:// 1.1. shop. .example ( "/'.split(' ');
    const started = performance.now();
    for (const part of parts) {
      const name = `/${part.repeat(9_990 / part.length)}x`;
      for (let count = 0; count < 10; count += 1) read(name, 'shop.example', ['::1']);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

test('a text is normalized by Unicode form, letter case and white space', () => {
  expect(normalized('  \uff38  É\n')).toBe('x é');
});

test('a long text is hashed, because its Unicode form could take minutes to find', () => {
  const slow = `${'\u0300'.repeat(2_000_000)}${'\u0316'.repeat(2_000_000)}`;
  expect(normalized(slow)).toMatch(/^4000000 [0-9a-f]{64}$/);
});
