import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { artifactNameOf, commentKeyOf, statusContextOf } from '../../../src/settings/run-names.ts';
import { anyText } from '../../support/any-text.ts';

test.each([
  ['', null, 'CI / scan'],
  ['null', null, 'CI / scan'],
  ['{\n  "os": "linux",\n  "node": 24,\n  "site": {"a":1}\n}', null, 'CI / scan / linux / 24 / {"a":1}'],
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
])('statusContextOf has the values of matrix and deployment: %s, %s', (given, environment, expected) => {
  expect(statusContextOf('Gate', { commentKeyInput: given, environment }, 12)).toBe(expected);
});

test.each([
  ['shop PR #12', 'Gate (shop PR)'],
  ['preview/pr-12', 'Gate (preview/pr)'],
  ['shop / pr12', 'Gate (shop / pr)'],
  ['pr-12-docs', 'Gate (pr-docs)'],
  ['12-shop', 'Gate (shop)'],
  ['shop (PR 12)', 'Gate (shop (PR))'],
  ['12', 'Gate'],
  ['shop12 PR #12', 'Gate (shop12 PR)'],
  ['shop PR #121', 'Gate (shop PR #121)'],
  ['v1.125', 'Gate (v1.125)'],
])('statusContextOf leaves out the number of pull request 12: %j is %j', (environment, expected) => {
  const identity = { commentKeyInput: 'null', environment };
  expect(statusContextOf('Gate', identity, 12)).toBe(expected);
  expect(statusContextOf('Gate', identity, null)).toBe(`Gate (${environment})`);
});

test('statusContextOf shortens a name that is too long for GitHub, and keeps two names apart', () => {
  const of = (end: string) => {
    const values = JSON.stringify({ site: `${'é😀'.repeat(90)}${end}` });
    return statusContextOf('Gate', { commentKeyInput: values, environment: null }, null);
  };
  expect(of('1').length).toBe(255);
  expect(of('1')).toMatch(/^Gate \(é😀.* [0-9a-f]{8}$/u);
  expect(of('1')).not.toBe(of('2'));
});

describe('artifactNameOf', () => {
  test('keeps a plain key readable, and ends with the attempt', () => {
    expect(artifactNameOf('CI / scan / linux', 2)).toBe('scan-gate-CI-scan-linux-2');
  });

  test('is a valid artifact name, whatever the key', () => {
    fc.assert(
      fc.property(anyText({ minLength: 1, maxLength: 300 }), (key) => {
        expect(artifactNameOf(key, 1)).toMatch(/^scan-gate-[A-Za-z0-9._-]{1,111}$/);
      }),
    );
  });

  test('keeps keys apart that differ only in characters not allowed in names', () => {
    expect(artifactNameOf('a:b', 1)).not.toBe(artifactNameOf('a?b', 1));
    expect(artifactNameOf('ü', 1)).not.toBe(artifactNameOf('é', 1));
    expect(artifactNameOf(`${'x'.repeat(150)}1`, 1)).not.toBe(artifactNameOf(`${'x'.repeat(150)}2`, 1));
  });
});
