import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { placeReader } from '../../../src/gate/places.ts';
import { anyAddress } from '../../support/any-text.ts';
import { anyJson, throughJson } from './arbitraries.ts';

const read = (raw: unknown, host: string | null = 'shop.example') => {
  const { where, whereCut } = placeReader(host)(raw);
  return { where, whereCut };
};
const subjectsIn = (raw: unknown) => placeReader('shop.example')(raw).subjects;
const whereIn = (raw: unknown, host?: string | null) => read(raw, host).where;

describe('placeReader', () => {
  test('finds whole strings that are addresses of the target, at any depth, and keeps their paths', () => {
    const raw = {
      url: 'https://shop.example/search?q=1#top',
      list: [{ deeper: ['http://shop.example/.env'] }],
      'https://shop.example/key': 1,
      text: 'see https://shop.example/in-a-sentence',
      number: 7,
      nothing: null,
    };
    expect(read(raw)).toEqual({ where: ['/.env', '/key', '/search'], whereCut: true });
  });

  test('keeps no query, no fragment and no user info', () => {
    expect(whereIn('https://user:secret@shop.example/a?token=secret#secret')).toEqual(['/a']);
  });

  test.each([
    ['https://shop.example', 'shop.example', '/'],
    ['HTTPS://SHOP.EXAMPLE/A', 'shop.example', '/A'],
    ['https://www.shop.example/a', 'shop.example', '/a'],
    ['https://shop.example/a', 'www.shop.example', '/a'],
    ['http://shop.example:80/a', 'shop.example', '/a'],
    ['https://shop.example:443/a', 'shop.example', '/a'],
    ['https://shop.example./a', 'shop.example', '/a'],
    ['https://[::1]:8443/a', '[::1]:8443', '/a'],
    ['https://shop.example/a/../b', 'shop.example', '/b'],
    ['https://shop.example/<b>', 'shop.example', '/%3Cb%3E'],
    ['https://API.shop.example/a', 'www.shop.example', 'api.shop.example/a'],
    ['https://api.shop.example:8443/a', 'shop.example:8443', 'api.shop.example:8443/a'],
    ['/admin?next=/a', 'shop.example', '/admin'],
    ['//shop.example/admin', 'shop.example', '/admin'],
    ['/a/../b', 'shop.example', '/b'],
    ['GET /admin?q=1 HTTP/1.1', 'shop.example', '/admin'],
    ['GET https://shop.example/admin', 'shop.example', '/admin'],
  ])('takes %p for the target %p as %p', (text, host, path) => {
    expect(read({ a: [text] }, host)).toEqual({ where: [path], whereCut: false });
    expect(read({ [text]: 1 }, host)).toEqual({ where: [path], whereCut: false });
  });

  test.each([
    ['https://other.example/a', 'shop.example'],
    ['https://shop.example.evil.example/a', 'shop.example'],
    ['https://api.shop.example:8443/a', 'shop.example'],
    ['https://notshop.example/a', 'shop.example'],
    ['/\\other.example/a', 'shop.example'],
    ['/\t/other.example/a', 'shop.example'],
    ['https://shop.example:8443/a', 'shop.example'],
    ['https://shop.example/a', 'shop.example:8443'],
    ['https://shop.example@evil.example/a', 'shop.example'],
    ['ftp://shop.example/a', 'shop.example'],
    ['//other.example/a', 'shop.example'],
    ['http://', 'shop.example'],
    ['https://shop.example/a', null],
  ])('takes nothing from %p for the target %p', (text, host) => {
    expect(whereIn(text, host)).toEqual([]);
  });

  test.each([
    '/admin,/root',
    '/admin,shop.example/root',
    '/admin?a;/root',
    '/admin=>/root',
    'https://shop.example/b|https://shop.example/c',
    ' /admin',
    'GET /admin HTTP/1.1 and more',
    'SEE /admin HTTP/1.1',
    '(/admin)',
    'url=/admin',
    'at\u00a0/admin',
    '<a href="/admin">',
    '\\/admin',
    'SHOP.EXAMPLE',
    'see https://shop.example/admin',
    'https://api.shop.example:8443/admin',
    'api.shop.example',
    'https://other.example/?from=shop.example',
    'https://other.example,/admin',
    'at https://127.1/admin or https://shop%2Eexample/admin',
  ])('takes %j for a place that is not known', (text) => {
    for (const raw of [text, { [text]: 1 }])
      expect(read(['https://shop.example/a', raw])).toEqual({ where: ['/a'], whereCut: true });
  });

  test.each(['bücher.example/admin', 'see https://bücher.example/admin'])(
    'takes %j for a place that is not known, if the target is written in another way',
    (text) => {
      expect(placeReader('xn--bcher-kva.example')(['/search', text])).toMatchObject({ whereCut: true });
    },
  );

  test.each([
    'https://other.example/admin',
    '(https://other.example/admin)',
    'text/html; q=0.9, */*',
    '/* a comment */',
    'nginx/1.18.0',
    '<p>and / or</p>',
    'CVSS:3.1/AV:N/AC:L',
    'sha256-a1b2+/c3=',
    '',
  ])('takes %j for no place', (text) => {
    expect(read(['https://shop.example/a', text])).toEqual({ where: ['/a'], whereCut: false });
  });

  test('takes the place of a whole request, of which more may be a place', () => {
    const request = 'POST /login?next=/a HTTP/1.1\r\nHost: shop.example\r\nCookie: sid=5ecret\r\n\r\n';
    expect(read({ request })).toEqual({ where: ['/login'], whereCut: true });
    expect(subjectsIn({ request })).toEqual({ method: ['POST'] });
  });

  test('keeps the values of a few keys if they look like names, each once and at most five', () => {
    const names = {
      method: 'GET',
      parameter: ['q', 'r', 'q'],
      cookie: 'sid',
      header: 'X-A',
      protocol: 'tcp',
    };
    const secrets = {
      cookie: 'sid=5ecret',
      header: 'a: b',
      parameter: 'x'.repeat(65),
      password: 'hunter2',
      port: '22x',
    };
    expect(subjectsIn([{ ...names, port: 22 }, { deep: secrets }])).toEqual({
      ...{ method: ['GET'], parameter: ['q', 'r'], cookie: ['sid'], header: ['X-A'] },
      ...{ protocol: ['tcp'], port: ['22'] },
    });
    expect(subjectsIn({ parameter: ['a', 'b', 'c', 'd', 'e', 'f'] })['parameter']).toHaveLength(5);
  });

  test('says that a finding is about the host only if nothing else could be its place', () => {
    expect(subjectsIn({ target: 'www.SHOP.example.' })).toEqual({ host: ['shop.example'] });
    for (const more of ['/a', 'see /a', 'api.shop.example'])
      expect(subjectsIn(['shop.example', more])).toEqual({});
  });

  test('sorts the places, names each once, and has none if there is nothing', () => {
    const urls = ['https://shop.example/b', 'http://shop.example/a', 'https://shop.example/b?x'];
    expect(whereIn(urls)).toEqual(['/a', '/b']);
    for (const raw of [undefined, null, '', {}, [], 5, true]) expect(whereIn(raw)).toEqual([]);
  });

  test('keeps the first fifty, and says that there are more', () => {
    const urls = Array.from({ length: 51 }, (_, index) => `https://shop.example/${100 + index}`);
    expect(read(urls.slice(1)).whereCut).toBe(false);
    const first = Array.from({ length: 50 }, (_, index) => `/${100 + index}`);
    expect(read(urls.toReversed())).toEqual({ where: first, whereCut: true });
  });

  test.each([
    'https://shop.example/a password: hunter2',
    'https://shop.example/a\nSet-Cookie: id=1',
    ' https://shop.example/a',
    `https://shop.example/${'a'.repeat(3000)}`,
    `https://shop.example/${'é'.repeat(1500)}`,
  ])('shows nothing of an address that is more than one, and says that not all places are known', (text) => {
    expect(read([text, 'https://shop.example/b'])).toEqual({ where: ['/b'], whereCut: true });
  });

  test('gives up on a huge value, and says that not all places are known', () => {
    const wide = Array.from({ length: 1_000_000 }, () => 0);
    expect(read([wide, 'https://shop.example/a']).whereCut).toBe(true);
    let deep: unknown = 'https://shop.example/a';
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(read(deep)).toEqual({ where: [], whereCut: true });
  });

  test('never throws, and keeps paths only', () => {
    const onTarget = anyAddress.map((address) => address.replace(/(?<=\/\/)[^/]+/, 'shop.example'));
    const text = fc.oneof(anyAddress, onTarget, fc.constant('shop.example'));
    fc.assert(
      fc.property(anyJson, text, (raw, address) => {
        const { where } = read(throughJson([raw, address]), 'shop.example');
        expect(
          where.every((place) => /^(?:[\w.-]+\.shop\.example)?\/[!-~]*$/.test(place) && !/[?#]/.test(place)),
        ).toBe(true);
      }),
    );
  });
});
