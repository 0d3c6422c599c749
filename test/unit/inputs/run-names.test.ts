import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { artifactNameOf, commentKey, keyDigest, statusContext } from '../../../src/inputs/run-names.ts';
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
  'commentKey has workflow, job, matrix and environment, or the text %j: %j',
  (given, environment, expected) => {
    const key = { workflow: 'CI', job: 'scan', environment, given };
    expect(commentKey(key)).toBe(expected);
  },
);

test.each([
  ['null', null, 'Gate'],
  ['{"site":"shop","slow":true}', null, 'Gate (shop, true)'],
  ['{"site":"shop\\n 1","to":""}', 'Preview', 'Gate (shop 1, Preview)'],
  ['mine', 'Preview', 'Gate (Preview)'],
  ['mine', null, 'Gate'],
])('statusContext has the values of matrix and deployment: %s, %s', (given, environment, expected) => {
  expect(statusContext('Gate', { given, environment })).toBe(expected);
});

test('keyDigest is sixteen hex digits that depend on the whole key', () => {
  expect(keyDigest('CI / scan')).toMatch(/^[0-9a-f]{16}$/);
  expect(keyDigest('CI / scan')).not.toBe(keyDigest('CI / scan '));
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
