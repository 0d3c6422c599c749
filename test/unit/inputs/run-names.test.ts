import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  artifactNameOf,
  cleanCommentKey,
  commentKeyOf,
  statusContextOf,
} from '../../../src/inputs/run-names.ts';
import { anyText } from '../../support/any-text.ts';

test.each([
  ['', null, 'CI / scan'],
  ['null', null, 'CI / scan'],
  ['{}', null, 'CI / scan'],
  ['{\n  "os": "linux",\n  "node": 24,\n  "site": {"a":1}\n}', null, 'CI / scan / linux / 24 / {"a":1}'],
  ['', '', 'CI / scan'],
  ['', 'Preview – docs', 'CI / scan / Preview – docs'],
  ['{"os":"linux"}', 'Preview', 'CI / scan / linux / Preview'],
  ['storefront', null, 'storefront'],
  ['storefront', 'Preview', 'storefront'],
  ['{not json', null, '{not json'],
])(
  'commentKeyOf has workflow, job, matrix and environment, or the text %j: %j',
  (commentKeyInput, environment, expected) => {
    const key = { workflow: 'CI', job: 'scan', environment, commentKeyInput };
    expect(commentKeyOf(key)).toBe(expected);
  },
);

test.each([
  ['null', null, 'Gate'],
  ['{"site":"shop","slow":true}', null, 'Gate (shop, true)'],
  ['{"site":"shop\\n 1","to":""}', 'Preview', 'Gate (shop 1, Preview)'],
  ['mine', 'Preview', 'Gate (Preview)'],
  ['mine', null, 'Gate'],
])('statusContextOf has the values of matrix and deployment: %s, %s', (given, environment, expected) => {
  expect(statusContextOf('Gate', { commentKeyInput: given, environment })).toBe(expected);
});

describe('cleanCommentKey', () => {
  const redact = (text: string) => text.replaceAll('pa55', '***');
  const named = (given: string, apiKey: string | null = 'key') => {
    const cleaned = cleanCommentKey(given, { redact, apiKey });
    const key = commentKeyOf({ workflow: 'CI', job: 'scan', environment: null, commentKeyInput: cleaned });
    return [key, statusContextOf('Gate', { commentKeyInput: cleaned, environment: null })];
  };

  test.each([
    ['a secret that is known', '{"site":"shop","token":"pa55"}', 'shop / *** / #'],
    ['one in a number and below', '{"site":[{"pin":1}],"a":{"b":"pa55"}}', '[{"pin":1}] / {"b":"***"} / #'],
    ['user info and query', '{"url":"https://u:s3@a.example/b?c=s3#s3"}', 'https://***@a.example/b?*** / #'],
    ['a URL that is not valid', '{"url":"https://u:s 3@a.example"}', 'https://***@a.example / #'],
    ['without a scheme', '{"url":"u:s3@a.example"}', '***@a.example / #'],
    ['of a wrong scheme, in a list', '{"urls":["https:\\\\u:s3@a.example/"]}', '["***@a.example/"] / #'],
    ['a query alone', '{"url":"a.example?s 3"}', 'a.example?*** / #'],
  ])('masks in the values of a matrix: %s', (_what, given, expected) => {
    const [key = '', status = ''] = named(given);
    expect(key.replace(/[0-9a-f]{8}$/, '#')).toBe(`CI / scan / ${expected}`);
    expect(status.replace(/[0-9a-f]{8}\)$/, '#)')).toBe(`Gate (${expected.replaceAll(' / ', ', ')})`);
  });

  test('masks a key that somebody gave', () => {
    expect(named('https://u:s3@a.example')[0]).toMatch(/^https:\/\/\*{3}@a\.example [0-9a-f]{8}$/);
  });

  test.each([
    '',
    'null',
    '{"os":"node@24","a":"C#","b":"R&D","c":["@acme/shop"]}',
    '{"url":"https://a.example/b"}',
    'mine',
  ])('changes nothing else: %s', (given) => {
    expect(cleanCommentKey(given, { redact, apiKey: 'key' })).toBe(given);
  });

  test('keeps apart what differs in a secret only, by what nobody can guess without the API key', () => {
    const [one, other] = ['s3', 's4'].map((secret) => `{"url":"https://u:${secret}@a.example"}`);
    expect(named(one ?? '')).not.toEqual(named(other ?? ''));
    expect(named(one ?? '')).toEqual(named(one ?? ''));
    expect(named(one ?? '')).not.toEqual(named(one ?? '', 'other key'));
    expect(named(one ?? '', null)).toEqual([
      'CI / scan / https://***@a.example',
      'Gate (https://***@a.example)',
    ]);
  });
});

describe('artifactNameOf', () => {
  test('keeps a plain key readable', () => {
    expect(artifactNameOf('CI / scan / linux')).toBe('scan-gate-CI-scan-linux');
  });

  test('is a valid artifact name, whatever the key', () => {
    fc.assert(
      fc.property(anyText({ minLength: 1, maxLength: 300 }), (key) => {
        expect(artifactNameOf(key)).toMatch(/^scan-gate-[A-Za-z0-9._-]{1,109}$/);
      }),
    );
  });

  test('keeps keys apart that differ only in characters not allowed in names', () => {
    expect(artifactNameOf('a:b')).not.toBe(artifactNameOf('a?b'));
    expect(artifactNameOf('ü')).not.toBe(artifactNameOf('é'));
    expect(artifactNameOf(`${'x'.repeat(150)}1`)).not.toBe(artifactNameOf(`${'x'.repeat(150)}2`));
  });
});
