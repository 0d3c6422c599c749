// The setting `baseline` of settings/values.ts.
import { expect, test } from '@jest/globals';
import { baseline, baselineText, parseBaseline } from '../../../src/settings/values.ts';
import { acceptedOf } from '../../support/expected-of.ts';

test.each(['shop.example', 'localhost:8080', 'host/path', 'https://shop.example/', 'http://[::1]:80'])(
  'a value with a dot, a colon or a slash is a URL: %s',
  (text) => {
    expect(baseline.parse(text)).toMatchObject({ kind: 'url', target: { fullAddress: text } });
  },
);

test.each(['', ' ', 'http://', 'ftp://a.example', '-x', 'two words', 'a.example b'])(
  'anything that is neither URL nor scan id is refused: %j',
  (text) => {
    expect(parseBaseline(text)).toBeNull();
  },
);

test('baselineText is what was given, without user info and query', () => {
  const shown = (text: string) => baselineText(acceptedOf(parseBaseline(text)));
  expect(shown('https://u:s3cret@shop.example/a?b=c')).toBe('https://shop.example/a');
  expect(shown('3f2a-11')).toBe('3f2a-11');
});
