import { describe, expect, test } from '@jest/globals';
import { fingerprintVersion } from '../../../src/core/ids.ts';
import { isRecognizable } from '../../../src/gate/fingerprint.ts';
import { identified, issueAt } from './judgements.ts';

const issue = {
  group: 'Protection Mechanism Failure',
  name: 'Missing header X-Frame-Options',
  severity: 'low',
  cwe: [1021, 693],
  cve: ['CVE-2021-23017'],
  description: 'The header is not set.',
  cvss: { score: 3.1, detail: 'CVSS:3.1/AV:N' },
};

const printOf = (fields: object, host: string | null = 'shop.example', ips: readonly string[] = []) =>
  identified([{ ...issue, ...fields }], host, ips)[0]?.fingerprints.join(' ') ?? '';

describe('a fingerprint', () => {
  test('has a version, and does not change within it', () => {
    expect(fingerprintVersion).toBe('v1');
    // A change needs a new version: every ignore rule in use depends on it.
    expect(printOf({})).toBe('v1:71ce71293d6bf73e019d');
    expect(printOf({ raw: { url: '/a' } })).toBe('v1:b267770ae03792708566');
  });

  test.each([
    ['severity', { severity: 'critical' }],
    ['score', { cvss: { score: 9.8, detail: 'CVSS:3.1/AV:L' } }],
    ['description', { description: 'O cabeçalho não está definido.', remediation: 'Defina-o.' }],
    ['references', { references: 'https://owasp.org/' }],
    ['raw data that are no places', { raw: { at: 1, header: 'X-Frame-Options' } }],
    ['order of identifiers', { cwe: [693, 1021, 693] }],
    ['form of CWE', { cwe: ['CWE-1021', '693'] }],
    ['letter case and white space', { name: ' missing  HEADER x-frame-options\n' }],
    ['letter case of the group', { group: 'protection mechanism  failure' }],
  ])('does not depend on the %s', (_what, fields) => {
    expect(printOf(fields)).toBe(printOf({}));
  });

  test.each([
    ['group', { group: 'Unspecified Threat' }],
    ['name', { name: 'Missing header X-Content-Type-Options' }],
    ['version in the name', { name: 'Missing header X-Frame-Options 1.2.3' }],
    ['CWE numbers', { cwe: [1021] }],
    ['CVE identifiers', { cve: [] }],
    ['entries that are no identifiers', { cve: ['CVE-2021-23017', { id: 1 }] }],
    ['place', { raw: { url: '/a' } }],
  ])('depends on the %s', (_what, fields) => {
    expect(printOf(fields)).not.toBe(printOf({}));
  });

  test.each([
    ['no name', { name: undefined }],
    ['a name that is no text', { name: 5 }],
    ['a blank name', { name: ' \n\u200b' }],
    ['a name of signs', { name: '***' }],
    ['a name that is the target', { name: 'https://shop.example:443/' }],
  ])('of a finding with %s is no version that a rule can hold', (_what, fields) => {
    for (const raw of [{}, { url: '/a' }]) {
      const print = printOf({ ...fields, raw });
      expect(print).toMatch(/^unnamed:[0-9a-f]{20}$/);
      expect(isRecognizable(print)).toBe(false);
    }
    expect(isRecognizable(printOf({}))).toBe(true);
  });

  test('of a very long name differs from that of another one', () => {
    const long = (end: string) => printOf({ name: `${'a '.repeat(1_000_000)}${end}` });
    expect(long('x')).not.toBe(long('y'));
    expect(long('x')).toMatch(/^v1:/);
  });
});

describe('the fingerprints of a finding', () => {
  test('are one for each place, or one', () => {
    const [none, one, two] = identified([issueAt([]), issueAt(['/b']), issueAt(['/b', '/a'])]);
    expect(none?.fingerprints).toEqual([none?.weaknessId]);
    expect([one?.weaknessId, two?.weaknessId]).toEqual([none?.weaknessId, none?.weaknessId]);
    expect(two?.finding.places).toEqual(['/a', '/b']);
    expect(two?.fingerprints[1]).toBe(one?.fingerprints[0]);
    expect(new Set([none, one, two].flatMap((each) => each?.fingerprints ?? [])).size).toBe(3);
  });

  const paths = (count: number) => Array.from({ length: count }, (_, index) => `/p${index}`);
  const areOfWholeSite = (issues: readonly object[]) =>
    identified(issues).map(({ isOfWholeSite, fingerprints, weaknessId }) => {
      if (isOfWholeSite) expect(fingerprints).toEqual([weaknessId]);
      return isOfWholeSite;
    });

  test.each(['medium', 'low', 'warning'])(
    'are one without a place for %s in more than ten places',
    (severity) => {
      const at = (places: readonly string[]) => issueAt(places, { severity });
      expect(areOfWholeSite([at(paths(10))])).toEqual([false]);
      expect(areOfWholeSite([at(paths(11))])).toEqual([true]);
      expect(areOfWholeSite(paths(11).map((path) => at([path])))).toEqual(new Array(11).fill(true));
      expect(areOfWholeSite([at(paths(10)), at(paths(9)), at([])])).toEqual([false, false, false]);
      expect(areOfWholeSite([at(paths(10)), at(['/other'])])).toEqual([true, true]);
      expect(areOfWholeSite([at(paths(10)), { ...at(['/other']), name: 'Other' }])).toEqual([false, false]);
    },
  );

  test.each(['high', 'critical'])('are one for each place for %s, however many there are', (severity) => {
    const many = issueAt(paths(500), { severity });
    expect(areOfWholeSite([many])).toEqual([false]);
    expect(identified([many])[0]?.fingerprints).toHaveLength(500);
    // Places of worse findings make nothing else of the whole site.
    expect(areOfWholeSite([many, issueAt(['/a'], { severity: 'low' })])).toEqual([false, false]);
  });
});
