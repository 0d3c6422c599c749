import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fingerprintVersion } from '../../../src/core/fingerprint-version.ts';
import { fingerprinter, isRecognizable } from '../../../src/gate/fingerprint.ts';
import { wellFormedIssue } from './arbitraries.ts';
import { findingsOf } from './assessments.ts';

const issue = {
  group: 'Protection Mechanism Failure',
  name: 'Missing header X-Frame-Options',
  severity: 'low',
  cwe: [1021, 693],
  cve: ['CVE-2021-23017'],
  description: 'The header is not set.',
  cvss: { score: 3.1, detail: 'CVSS:3.1/AV:N' },
};

const otherPrints = {
  group: { group: 'Unspecified Threat' },
  name: { name: 'Missing header X-Content-Type-Options' },
  'version in the name': { name: 'Missing header X-Frame-Options 1.2.3' },
  'CWE numbers': { cwe: [1021] },
  'CVE identifiers': { cve: [] },
  'entries that are no identifiers': { cve: ['CVE-2021-23017', { id: 1 }] },
};

const printOf = (fields: object, host: string | null = null): string =>
  findingsOf([{ ...issue, ...fields }]).map((finding) => fingerprinter(host)(finding))[0] ?? '';

describe('a fingerprint', () => {
  test('has a version, and does not change within it', () => {
    expect(fingerprintVersion).toBe('v1');
    expect(printOf({})).toMatch(/^v1:[0-9a-f]{20}$/);
    // A change needs a new version: every ignore rule and every baseline in use depends on it.
    expect(printOf({})).toBe('v1:7f7577b944f253181ccd');
  });

  test('is equal on another host and port', () => {
    const name = (host: string) => `Cookie of ${host} at https://${host}/login without Secure`;
    const known = printOf({ name: name('shop.example') }, 'shop.example');
    expect(printOf({ name: name('shop.example') }, 'shop.example:8443')).toBe(known);
    expect(printOf({ name: name('preview-7.example.net:8443') }, 'preview-7.example.net:8443')).toBe(known);
    expect(printOf({ name: name('SHOP.example:8080') }, 'shop.example:8080')).toBe(known);
    expect(printOf({ name: name('127.0.0.1:3000') }, '127.0.0.1:3000')).toBe(known);
    expect(printOf({ name: name('[::1]:3000') }, '[::1]:3000')).toBe(known);
  });

  test.each([
    ['another port of the target', 'Open at shop.example:22', 'Open at shop.example:3306'],
    ['another port than that of the target', 'Open at shop.example:8443', 'Open at shop.example:84433'],
    ['the port of an address', 'Open at 10.0.0.1:22', 'Open at 10.0.0.1:3306'],
    ['a number that ends too long for an address', 'Open at 10.0.0.1234', 'Open at 10.0.0.1224'],
    ['a number that begins too long for one', 'Open at 1234.0.0.1', 'Open at 1224.0.0.1'],
    ['the path of a URL', 'List at https://a.example/css/', 'List at https://a.example/backup/'],
    ['another host', 'Script of https://a.example/x', 'Script of https://b.example/x'],
    ['a port of another host', 'Script of https://a.example:1/x', 'Script of https://a.example:2/x'],
  ])('keeps %s', (_what, one, other) => {
    const host = 'shop.example:8443';
    expect(printOf({ name: one }, host)).not.toBe(printOf({ name: other }, host));
  });

  test('removes a host from a name only if it is not part of another word', () => {
    expect(printOf({ name: 'Open workshop' }, 'shop')).toBe(printOf({ name: 'Open workshop' }, 'other'));
    expect(printOf({ name: 'At a.example.org' }, 'a.example')).not.toBe(printOf({ name: 'At .org' }, null));
    expect(printOf({ name: 'At cdn.a.example.' }, 'a.example')).toBe(
      printOf({ name: 'At cdn.b.org.' }, 'b.org'),
    );
    expect(printOf({ name: 'Any (.*) name' }, '.*')).not.toBe(printOf({ name: '' }, null));
  });

  test.each([
    ['severity', { severity: 'critical' }],
    ['score', { cvss: { score: 9.8, detail: 'CVSS:3.1/AV:L' } }],
    ['description', { description: 'O cabeçalho não está definido.', remediation: 'Defina-o.' }],
    ['references', { references: 'https://owasp.org/' }],
    ['raw data', { raw: { at: 1 } }],
    ['order of identifiers', { cwe: [693, 1021, 693] }],
    ['letter case of CVE', { cve: ['cve-2021-23017'] }],
    ['prefix of CVE', { cve: ['2021-23017'] }],
    ['list around a CVE', { cve: 'CVE-2021-23017' }],
    ['form of CWE', { cwe: ['CWE-1021', '693'] }],
    ['IPv4 addresses', { name: 'Missing header X-Frame-Options 1.2.3.456' }],
    ['form of letters', { name: 'Missing header \uff38-Frame-Options' }],
    ['letter case and white space', { name: ' missing  HEADER x-frame-options\n' }],
  ])('does not depend on the %s', (_what, fields) => {
    expect(printOf(fields)).toBe(printOf({}));
  });

  test.each(Object.entries(otherPrints))('depends on the %s', (_what, fields) => {
    expect(printOf(fields)).not.toBe(printOf({}));
  });

  test.each([
    ['no name', { name: undefined }],
    ['a name that is no text', { name: 5 }],
    ['a blank name', { name: ' \n\u200b' }],
    ['a name of signs', { name: '***' }],
    ['a name that is the target', { name: 'https://shop.example:8443' }],
  ])('of a finding with %s is no version that a rule can hold', (_what, fields) => {
    const fingerprint = printOf(fields, 'shop.example:8443');
    expect(fingerprint).toMatch(/^unnamed:[0-9a-f]{20}$/);
    expect(isRecognizable(fingerprint)).toBe(false);
    expect(isRecognizable(printOf({}))).toBe(true);
  });

  test('tells long names apart that begin alike', () => {
    const [one, other] = ['x', 'y'].map((end) => printOf({ name: `${'a '.repeat(4_000_000)}${end}` }));
    expect(one).not.toBe(other);
  });

  test('does not depend on the type: it is the same in both shapes of the list', () => {
    const [finding] = findingsOf([issue]);
    if (finding === undefined) throw new Error('no finding');
    expect(fingerprinter(null)({ ...finding, type: 'headers' })).toBe(fingerprinter(null)(finding));
  });
});

test('fingerprints are equal for the same site on two hosts, whatever their names', () => {
  const host = fc
    .tuple(fc.domain(), fc.option(fc.integer({ min: 1, max: 65_535 })))
    .map(([name, port]) => (port === null ? name : `${name}:${port}`));
  fc.assert(
    fc.property(wellFormedIssue, host, host, fc.constantFrom('', 'https://'), (given, a, b, scheme) => {
      const at = (own: string) => ({ ...given, name: `Weak cookie from ${scheme}${own} (session)` });
      expect(printOf(at(a), a)).toBe(printOf(at(b), b));
    }),
  );
});
