import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  artifactNameOf,
  claimKey,
  commentKey,
  keyDigest,
  statusContext,
} from '../../../src/inputs/comment-key.ts';
import { anyText } from '../../support/any-text.ts';

const base = { workflow: 'CI', job: 'scan', environment: null, action: null };

describe('commentKey', () => {
  test('is made of workflow, job and matrix values by default', () => {
    expect(commentKey({ ...base, given: '' })).toBe('CI / scan');
    expect(commentKey({ ...base, given: 'null' })).toBe('CI / scan');
    expect(commentKey({ ...base, given: '{}' })).toBe('CI / scan');
    expect(commentKey({ ...base, given: '{\n  "os": "linux",\n  "node": 24,\n  "site": {"a":1}\n}' })).toBe(
      'CI / scan / linux / 24 / {"a":1}',
    );
  });

  test('contains the environment of a deployment, unless a text is given', () => {
    const deployed = { ...base, environment: 'Preview – docs' };
    expect(commentKey({ ...deployed, given: '' })).toBe('CI / scan / Preview – docs');
    expect(commentKey({ ...deployed, given: '{"os":"linux"}' })).toBe('CI / scan / linux / Preview – docs');
    expect(commentKey({ ...deployed, given: 'storefront' })).toBe('storefront');
    expect(commentKey({ ...base, environment: '', given: '' })).toBe('CI / scan');
  });

  test('is the given text, unless that is a matrix', () => {
    expect(commentKey({ ...base, given: 'storefront' })).toBe('storefront');
    expect(commentKey({ ...base, given: '{not json' })).toBe('{not json');
  });

  test('contains the step of a second use in one job', () => {
    expect(commentKey({ ...base, given: 'storefront', action: '__scan2' })).toBe('storefront / __scan2');
  });

  test('is different for each leg of a matrix', () => {
    const matrix = fc.record({ site: fc.stringMatching(/^[a-z]{1,8}$/), port: fc.nat(9) });
    fc.assert(
      fc.property(matrix, matrix, (a, b) => {
        const [first, second] = [a, b].map((leg) => commentKey({ ...base, given: JSON.stringify(leg) }));
        expect(first === second).toBe(a.site === b.site && a.port === b.port);
      }),
    );
  });
});

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
  expect(keyDigest('CI / scan')).toBe(keyDigest('CI / scan'));
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

describe('claimKey', () => {
  const temp = mkdtempSync(join(tmpdir(), 'claims-'));
  afterAll(() => rmSync(temp, { recursive: true }));

  test('lets only the first step have a key, every time it asks', () => {
    expect(claimKey(temp, 'k1', 'scan')).toBe(true);
    expect(claimKey(temp, 'k1', 'scan')).toBe(true);
    expect(claimKey(temp, 'k1', 'scan2')).toBe(false);
    expect(claimKey(temp, 'k2', 'scan2')).toBe(true);
  });
});
