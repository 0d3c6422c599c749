import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { placeReader, textsIn } from '../../../src/gate/places.ts';
import { anyAddress } from '../../support/any-text.ts';
import { anyJson, throughJson } from './arbitraries.ts';

const read = (raw: unknown, host: string | null = 'shop.example') => placeReader(host)(raw);

describe('the texts that are read', () => {
  test('are the values of keys that name an address, in any letter case and depth', () => {
    const names = ['url', 'URI', 'path', 'Endpoint', 'location', 'request', 'matched-at', 'matched', 'urls'];
    for (const name of names) {
      expect(read({ [name]: '/a', other: '/b' })).toEqual(['/a']);
      expect(read({ deep: [{ [name]: ['/a', ['/c']] }], other: '/b' })).toEqual(['/a', '/c']);
    }
  });

  test('are any others only if none of these is a place', () => {
    expect(read({ url: 'https://other.example/x', evidence: ['/b', { deep: '/c' }] })).toEqual(['/b', '/c']);
    expect(read({ evidence: '/b', curl: '/c' })).toEqual(['/b', '/c']);
    expect(read('/b')).toEqual(['/b']);
  });

  test('are no keys, and no values of another type', () => {
    expect(read({ '/a': { '/b': 1 }, n: 7, t: true, none: null })).toEqual([]);
    for (const raw of [undefined, null, 7, [], {}]) expect(read(raw)).toEqual([]);
  });

  test('are read at any depth', () => {
    let deep: unknown = { url: '/a' };
    for (let depth = 0; depth < 100_000; depth += 1) deep = depth % 2 === 0 ? [deep] : { deep };
    expect(read(deep)).toEqual(['/a']);
  });
});

describe('a place', () => {
  test.each([
    ['https://shop.example', 'shop.example', '/'],
    ['HTTPS://SHOP.EXAMPLE/A', 'shop.example', '/A'],
    ['https://www.shop.example/a', 'shop.example', '/a'],
    ['https://shop.example/a', 'www.shop.example', '/a'],
    ['http://shop.example:80/a', 'shop.example', '/a'],
    ['https://shop.example:443/a', 'shop.example:8443', '/a'],
    ['https://shop.example:8443/a', 'shop.example:8443', '/a'],
    ['https://shop.example./a', 'shop.example', '/a'],
    ['https://bücher.example/a', 'xn--bcher-kva.example', '/a'],
    ['https://[2001:db8:0::1]:8443/a', '[2001:db8::1]:8443', '/a'],
    ['https://user:secret@shop.example/a?token=secret#secret', 'shop.example', '/a'],
    ['https://shop.example/a/../b', 'shop.example', '/b'],
    ['https://shop.example/{id}', 'shop.example', '/%7Bid%7D'],
    ['https://API.shop.example/a', 'www.shop.example', 'api.{site}/a'],
    ['https://a.b.shop.example:443', 'shop.example', 'a.b.{site}/'],
    ['shop.example/admin', 'shop.example', '/admin'],
    ['old.shop.example', 'shop.example', 'old.{site}/'],
    ['bücher.example:443/a', 'xn--bcher-kva.example', '/a'],
    [' /admin?next=/a ', 'shop.example', '/admin'],
    ['//shop.example/admin', 'shop.example', '/admin'],
    ['GET /admin?q=1 HTTP/1.1', 'shop.example', '/admin'],
    ['get https://shop.example/admin', 'shop.example', '/admin'],
    ['POST /login?next=/a HTTP/1.1\r\nHost: shop.example\r\n\r\nsid=5', 'shop.example', 'POST /login'],
    ['DELETE https://api.shop.example/a HTTP/2', 'shop.example', 'DELETE api.{site}/a'],
    ['https://shop.example/a', null, 'shop.example/a'],
    ['/a', null, '/a'],
  ])('%p of the site %p is %p', (text, host, place) => {
    expect(read({ url: text }, host)).toEqual([place]);
    expect(read([text], host)).toEqual([place]);
  });

  test.each([
    ['https://other.example/a', 'shop.example'],
    ['https://shop.example.evil.example/a', 'shop.example'],
    ['https://notshop.example/a', 'shop.example'],
    ['https://shop.example@evil.example/a', 'shop.example'],
    ['https://shop.example:8443/a', 'shop.example'],
    ['https://api.shop.example:22/a', 'shop.example:8443'],
    ['/\\other.example/a', 'shop.example'],
    ['/\t/other.example/a', 'shop.example'],
    ['//other.example/a', 'shop.example'],
    ['ftp://shop.example/a', 'shop.example'],
    ['info@shop.example', 'shop.example'],
    ['*.shop.example', 'shop.example'],
    ['see /admin', 'shop.example'],
    ['/admin or /root', 'shop.example'],
    ['SEE /admin HTTP/1.1', 'shop.example'],
    ['admin/login', 'shop.example'],
    ['shop.example/a', null],
    ['http://', 'shop.example'],
    ['', 'shop.example'],
  ])('is not what %p says for the site %p', (text, host) => {
    expect(read({ url: text }, host)).toEqual([]);
  });

  test('has the writing method that stands beside it', () => {
    expect(read({ method: 'post', url: '/a' })).toEqual(['POST /a']);
    expect(read({ Method: 'PATCH', at: { url: ['/a', '/b'] } })).toEqual(['PATCH /a', 'PATCH /b']);
    expect(read({ method: 'POST', at: { method: 'GET', url: '/a' } })).toEqual(['/a']);
    expect(read({ method: 'GET', url: '/a' })).toEqual(['/a']);
    expect(read({ method: 'POST', request: 'GET /a' })).toEqual(['/a']);
    for (const raw of [
      { METHOD: 'PUT', method: 'GET' },
      { method: 'GET', METHOD: 'PUT' },
    ])
      expect(read({ ...raw, url: '/a' })).toEqual(['PUT /a']);
  });

  test('is given once, sorted', () => {
    const raw = { url: ['/b', 'https://shop.example/a?x=1', '/a', 'GET /a'] };
    expect(read(raw)).toEqual(['/a', '/b']);
  });
});

describe('in a place', () => {
  test.each([
    ['/users/12/edit', '/users/{number}/edit'],
    ['/users/00000000', '/users/{number}'],
    ['/o/6F1C2f5e-0b7a-4a53-9a4e-2f5d5b1c7e11/', '/o/{uuid}/'],
    ['/c/3f2a1c9d', '/c/{hex}'],
    ['/c/3f2a1c9', '/c/3f2a1c9'],
    ['/reset/aB3dE5gH7jK9mN1p', '/reset/{token}'],
    ['/reset/aB3dE5gH7jK9mN1', '/reset/aB3dE5gH7jK9mN1'],
    ['/blog/quarterlyreport2024', '/blog/quarterlyreport2024'],
    ['/blog/our-plans-for-2024', '/blog/our-plans-for-2024'],
    ['/api/2/users/3', '/api/2/users/{number}'],
    ['/v2/users', '/v2/users'],
    ['/js/main.3f2a1c9d.js', '/js/main.{hex}.js'],
    ['/js/main-3F2A1C9D0.min.js', '/js/main-{hex}.min.js'],
    ['/backup-2023.zip', '/backup-2023.zip'],
    ['/backup-20230101.zip', '/backup-20230101.zip'],
    ['/3f2a1c9d.js', '/3f2a1c9d.js'],
  ])('the path %s is %s', (path, place) => {
    expect(read({ path })).toEqual([place]);
  });
});

describe('any raw data', () => {
  test('gives printable ASCII without white space at its ends, whatever the order of its keys', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed).reverse();
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, each]) => [key, reversed(each)]),
      );
    };
    const raw = fc.record({ url: fc.array(fc.oneof(anyAddress, anyJson)), method: anyJson, other: anyJson });
    fc.assert(
      fc.property(raw, fc.option(fc.domain()), (given, host) => {
        const value = throughJson(given);
        const places = read(value, host);
        for (const place of places) expect(place).toMatch(/^[!-~](?:[ -~]*[!-~])?$/);
        expect(read(reversed(value), host)).toEqual(places);
      }),
    );
  });

  test('loses no text, number or key', () => {
    const found = textsIn({ a: ['x', { b: 1, c: null }], d: { e: true } });
    expect(found.map(({ key, text }) => `${key} ${text}`.trim()).sort()).toEqual(
      ['', 'a', 'a', 'a x', 'b 1', 'd', 'e true'].sort(),
    );
  });
});

test('a text of megabytes is no place, and overflows no pattern', () => {
  for (const piece of ['a', '1.', '-', '/']) {
    const read = placeReader('preview.example.com');
    expect(read({ url: piece.repeat(8 * 1024 * 1024) })).toEqual([]);
  }
});
