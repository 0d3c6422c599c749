import { expect, test } from '@jest/globals';
import { policyLocation } from '../../../src/settings/policy-location.ts';
import { expectedOf } from '../../support/expected-of.ts';

test.each([
  ['none', null],
  ['./none', { name: 'none', path: 'none', elsewhere: null }],
  [
    './.github/scan-gate.yml',
    { name: '.github/scan-gate.yml', path: '.github/scan-gate.yml', elsewhere: null },
  ],
  [
    'policies/team@home.yml',
    { name: 'policies/team@home.yml', path: 'policies/team@home.yml', elsewhere: null },
  ],
])('reads `config: %s`', (text, location) => {
  expect(policyLocation.parse(text)).toEqual(location);
});

test.each([
  ['acme/policies/scan-gate.yml@main', 'scan-gate.yml', 'main'],
  ['acme/policies/team@home/scan-gate.yml@refs/heads/v1', 'team@home/scan-gate.yml', 'refs/heads/v1'],
  [`acme/policies/a/b.yml@${'0a'.repeat(20)}`, 'a/b.yml', '0a'.repeat(20)],
])('splits %s at the last `@`', (text, path, ref) => {
  const elsewhere = { owner: 'acme', repo: 'policies', ref };
  expect(policyLocation.parse(text)).toEqual({ name: text, path, elsewhere });
});

test.each([
  ...['/etc/passwd', 'a/../../b', '..', 'a\\b', 'x'.repeat(501), 'https://a.example/b.yml@main'],
  ...['acme/policies/../other/a.yml@main', 'acme/../a.yml@main', 'acme/./a.yml@main'],
  ...[
    'acme/policies/a.yml@-x',
    'acme/policies/a.yml@a b',
    'acme/policies/a.yml@a..b',
    'acme/policies/a.yml@a:b',
  ],
])('refuses `config: %s`', (text) => {
  expect(expectedOf(policyLocation, text)).toBe(
    'a path in this repository, `OWNER/REPO/PATH@REF`, or `none`',
  );
});
