import { expect, test } from '@jest/globals';
import { parseBaseline } from '../../../src/policy/parse-baseline.ts';

test.each(['shop.example', 'localhost:8080', 'host/path', 'https://shop.example/', 'http://[::1]:80'])(
  'a value with a dot, a colon or a slash is a URL: %s',
  (text) => {
    expect(parseBaseline(text)).toMatchObject({ ok: true, value: { kind: 'url', url: { given: text } } });
  },
);

test('`previous` is itself, and anything else a scan id', () => {
  expect(parseBaseline('previous')).toEqual({ ok: true, value: { kind: 'previous' } });
  expect(parseBaseline('3f2a-11')).toEqual({ ok: true, value: { kind: 'scan', scanId: '3f2a-11' } });
});

test.each(['', ' ', 'http://', 'ftp://a.example', '-x', 'two words', 'a.example b'])(
  'what is none of them is refused: %j',
  (text) => {
    expect(parseBaseline(text)).toEqual({ ok: false, expected: 'a URL, a scan id, or `previous`' });
  },
);
