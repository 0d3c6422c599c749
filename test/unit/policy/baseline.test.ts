import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import type { PullRequestLookup } from '../../../src/github/pull-request.ts';
import { parseBaseline, refuseOwnBaseline } from '../../../src/policy/baseline.ts';
import { acceptedOf, expectedOf } from '../../support/expected-of.ts';

test.each(['shop.example', 'localhost:8080', 'host/path', 'https://shop.example/', 'http://[::1]:80'])(
  'a value with a dot, a colon or a slash is a URL: %s',
  (text) => {
    expect(parseBaseline(text)).toMatchObject({
      ok: true,
      value: { kind: 'url', url: { fullAddress: text } },
    });
  },
);

test.each(['', ' ', 'http://', 'ftp://a.example', '-x', 'two words', 'a.example b'])(
  'anything else is refused: %j',
  (text) => {
    expect(expectedOf(parseBaseline(text))).toBe('a URL, a scan id, or `previous`');
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

  test('refuses it on a run with a pull request: the second push would pass everything', () => {
    expect(() => refuse('previous', preview)).toThrow(/`baseline` is `previous`.*second push/);
    expect(() => refuse('previous', null)).toThrow(SettingsError);
    for (const text of [preview, 'http://user:pass@PREVIEW.example.:443/', `${preview}/?anything#part`])
      expect(() => refuse(text, preview)).toThrow(/`baseline` is the target itself/);
  });

  test('refuses a URL if the target is not known, and says how to make it known', () => {
    expect(() => refuse(production, null)).toThrow(
      /may be the target itself.*may have a pull request.*Give `url`/,
    );
    expect(() => refuse(production, null, { kind: 'none' })).not.toThrow();
    expect(() => refuse('some-id', null)).not.toThrow();
  });

  test('refuses the scan itself on every run', () => {
    for (const id of ['own-id', 'OWN-ID'])
      expect(() => refuse(id, preview, { kind: 'none' })).toThrow(`scan ${id} itself`);
  });

  test('allows it on other runs, and always allows another target', () => {
    expect(() => refuse('previous', preview, { kind: 'none' })).not.toThrow();
    expect(() => refuse(preview, preview, { kind: 'none' })).not.toThrow();
    for (const text of [production, 'some-id']) expect(() => refuse(text, preview)).not.toThrow();
  });
});
