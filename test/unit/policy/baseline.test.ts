import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import type { PullRequestLookup } from '../../../src/github/pull-request.ts';
import { parseBaseline, refuseOwnBaseline } from '../../../src/policy/baseline.ts';
import { acceptedOf } from '../../support/expected-of.ts';

test.each(['shop.example', 'localhost:8080', 'host/path', 'https://shop.example/', 'http://[::1]:80'])(
  'a value with a dot, a colon or a slash is a URL: %s',
  (text) => {
    expect(parseBaseline(text)).toMatchObject({ kind: 'url', target: { fullAddress: text } });
  },
);

test.each(['', ' ', 'http://', 'ftp://a.example', '-x', 'two words', 'a.example b'])(
  'anything else is refused: %j',
  (text) => {
    expect(parseBaseline(text)).toBeNull();
  },
);

describe('refuseOwnBaseline', () => {
  const [preview, production] = ['https://preview.example', 'https://shop.example'];
  const refuse = (
    text: string,
    target: string | null,
    pullRequest: PullRequestLookup = { kind: 'unknown' },
  ) => {
    refuseOwnBaseline(acceptedOf(parseBaseline(text)), { target, scanId: 'own-id', pullRequest });
  };

  test('refuses `previous` if there may be a pull request: the second push would pass everything', () => {
    expect(() => refuse('previous', preview)).toThrow(/`baseline` is `previous`.*second push/);
    expect(() => refuse('previous', null)).toThrow(SettingsError);
  });

  test.each([preview, 'http://user:pass@PREVIEW.example.:443/', `${preview}/?anything#part`])(
    'refuses the target itself if there may be a pull request, also as %s',
    (text) => {
      expect(() => refuse(text, preview)).toThrow(/`baseline` is the target itself/);
    },
  );

  test('refuses a URL if the target is not known, and says how to make it known', () => {
    expect(() => refuse(production, null)).toThrow(
      /may be the target itself.*may have a pull request.*Give `url`/,
    );
  });

  test.each(['own-id', 'OWN-ID'])('refuses the scan itself on every run, also as %s', (id) => {
    expect(() => refuse(id, preview, { kind: 'none' })).toThrow(`scan ${id} itself`);
  });

  test.each([
    ['previous', preview],
    [preview, preview],
    [production, null],
  ])('allows %s on a run without a pull request, for the target %s', (text, target) => {
    expect(() => refuse(text, target, { kind: 'none' })).not.toThrow();
  });

  test.each([
    [production, preview],
    ['some-id', preview],
    ['some-id', null],
  ])('always allows the other scan %s, for the target %s', (text, target) => {
    expect(() => refuse(text, target)).not.toThrow();
  });
});
