import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { placeReader } from '../../../src/gate/places.ts';
import { anyAddress } from '../../support/any-text.ts';
import { anyJson, throughJson } from './arbitraries.ts';

const read = (raw: unknown, host: string | null = 'shop.example') => placeReader(host)(raw);
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
    expect(read(raw)).toEqual({ where: ['/.env', '/key', '/search'], whereCut: false });
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
    ['http://127.0.0.1:8080/a', '127.0.0.1:8080', '/a'],
    ['https://[::1]:8443/a', '[::1]:8443', '/a'],
    ['https://shop.example/a/../b', 'shop.example', '/b'],
    ['https://shop.example/<b>', 'shop.example', '/%3Cb%3E'],
  ])('takes %p for the target %p as %p', (text, host, path) => {
    expect(whereIn(text, host)).toEqual([path]);
  });

  test.each([
    ['https://other.example/a', 'shop.example'],
    ['https://shop.example.evil.example/a', 'shop.example'],
    ['https://api.shop.example/a', 'shop.example'],
    ['https://shop.example:8443/a', 'shop.example'],
    ['https://shop.example/a', 'shop.example:8443'],
    ['https://shop.example@evil.example/a', 'shop.example'],
    ['ftp://shop.example/a', 'shop.example'],
    ['//shop.example/a', 'shop.example'],
    ['/a', 'shop.example'],
    ['http://', 'shop.example'],
    ['https://shop.example/a', null],
  ])('takes nothing from %p for the target %p', (text, host) => {
    expect(read(text, host)).toEqual({ where: [], whereCut: false });
  });

  test('sorts the places, names each once, and has none where there is nothing', () => {
    expect(whereIn(['https://shop.example/b', 'http://shop.example/a', 'https://shop.example/b?x'])).toEqual([
      '/a',
      '/b',
    ]);
    for (const raw of [undefined, null, '', {}, [], 5, true]) expect(whereIn(raw)).toEqual([]);
  });

  test('keeps the first fifty, and says that there are more', () => {
    const urls = Array.from({ length: 51 }, (_, index) => `https://shop.example/${100 + index}`);
    expect(read(urls.slice(1)).whereCut).toBe(false);
    const { where, whereCut } = read(urls.toReversed());
    expect(whereCut).toBe(true);
    expect(where).toHaveLength(50);
    expect(where.slice(0, 2)).toEqual(['/100', '/101']);
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
        expect(where.every((place) => /^\/[!-~]*$/.test(place) && !/[?#]/.test(place))).toBe(true);
      }),
    );
  });
});
