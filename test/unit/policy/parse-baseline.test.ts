import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import type { PullRequestStatus } from '../../../src/github/pull-request.ts';
import { parseBaseline, refuseOwnBaseline } from '../../../src/policy/parse-baseline.ts';
import { expectedOf } from '../../support/expected-of.ts';

test.each(['shop.example', 'localhost:8080', 'host/path', 'https://shop.example/', 'http://[::1]:80'])(
  'a value with a dot, a colon or a slash is a URL: %s',
  (text) => {
    expect(parseBaseline(text)).toMatchObject({ ok: true, value: { kind: 'url', url: { given: text } } });
  },
);

test('`previous` is a keyword, and anything else a scan id', () => {
  expect(parseBaseline('previous')).toEqual({ ok: true, value: { kind: 'previous' } });
  expect(parseBaseline('3f2a-11')).toEqual({ ok: true, value: { kind: 'scan', scanId: '3f2a-11' } });
});

test.each(['', ' ', 'http://', 'ftp://a.example', '-x', 'two words', 'a.example b'])(
  'anything else is refused: %j',
  (text) => {
    expect(expectedOf(parseBaseline(text))).toBe('a URL, a scan id, or `previous`');
  },
);

describe('refuseOwnBaseline', () => {
  const [preview, production] = ['https://preview.example', 'https://shop.example'];
  const refuse = (
    text: string | null,
    own: string | null,
    pullRequest: PullRequestStatus = { kind: 'unknown' },
  ) => {
    const parsed = text === null ? null : parseBaseline(text);
    if (parsed?.ok === false) throw new Error(`${text} is no baseline`);
    refuseOwnBaseline(parsed?.value ?? null, own, pullRequest);
  };

  test('refuses it on a run with a pull request: the second push would pass everything', () => {
    expect(() => refuse('previous', preview)).toThrow(/`baseline` is `previous`.*second push/);
    expect(() => refuse('previous', null)).toThrow(SettingsError);
    for (const text of [
      preview,
      'PREVIEW.example',
      'http://preview.example/',
      'preview.example.',
      'http://preview.example:443/',
      'https://user:pass@preview.example',
      'https://preview.example/?anything#part',
    ])
      expect(() => refuse(text, preview)).toThrow(/`baseline` is the target itself/);
    for (const text of ['http://127.1:8080', '127.0.0.1.:8080', 'http://127.0.0.1:8080/?a=b'])
      expect(() => refuse(text, 'http://127.0.0.1:8080')).toThrow(/`baseline` is the target itself/);
  });

  test('refuses a URL if the target is not known, and says how to make it known', () => {
    expect(() => refuse(production, null)).toThrow(
      /may be the target itself.*`url`.*may have a pull request/,
    );
    expect(() => refuse(production, null, { kind: 'none' })).not.toThrow();
    expect(() => refuse('some-id', null)).not.toThrow();
  });

  test('allows it on other runs, and always allows another target', () => {
    expect(() => refuse('previous', preview, { kind: 'none' })).not.toThrow();
    expect(() => refuse(preview, preview, { kind: 'none' })).not.toThrow();
    for (const text of [production, 'some-id', null]) expect(() => refuse(text, preview)).not.toThrow();
  });
});
