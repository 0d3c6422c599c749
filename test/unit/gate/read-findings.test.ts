import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { severities } from '../../../src/core/severity.ts';
import { isMapping } from '../../../src/core/values.ts';
import { readFindings } from '../../../src/gate/read-findings.ts';
import { anyJson, throughJson, wellFormedIssue } from './arbitraries.ts';

const full = {
  group: 'Improper Neutralization',
  name: 'SQL injection',
  severity: 'high',
  cve: ['CVE-2021-23017'],
  cwe: [89],
  cvss: { score: 8.1, detail: 'CVSS:3.1/AV:N/AC:L' },
  remediation: 'Use prepared statements.',
  references: 'https://owasp.org/a',
  description: 'The parameter q reaches the database.',
  raw: { request: { url: 'https://shop.example/search?q=1' } },
};

const read = (issues: unknown) => readFindings(issues, 'shop.example');

/** The only finding of a list with just `issue`. */
function one(issue: unknown) {
  const { findings, unreadable } = read([throughJson(issue)]);
  expect(unreadable).toBeNull();
  return findings[0];
}

describe('readFindings', () => {
  test('reads every field of an issue', () => {
    expect(one(full)).toEqual({
      type: null,
      group: 'Improper Neutralization',
      name: 'SQL injection',
      severity: 'high',
      unknownSeverity: null,
      cvss: { score: 8.1, vector: 'CVSS:3.1/AV:N/AC:L' },
      cve: ['CVE-2021-23017'],
      cwe: [89],
      otherIdentifiers: { cve: [], cwe: [] },
      description: 'The parameter q reaches the database.',
      remediation: 'Use prepared statements.',
      references: ['https://owasp.org/a'],
      places: ['/search'],
    });
  });

  test('counts a text of a wrong type as absent', () => {
    const absent = { group: '', name: '', remediation: '', description: '' };
    expect(one({})).toMatchObject(absent);
    expect(one({ group: 5, name: null, remediation: [], description: true })).toMatchObject(absent);
    expect(one({ references: {} })?.references).toEqual([]);
  });

  test('takes no field from a key that names the prototype', () => {
    const issue: unknown = JSON.parse('{"__proto__": {"severity": "low", "name": "x"}}');
    expect(one(issue)).toMatchObject({ name: '', severity: 'critical' });
  });

  test('reads both shapes the same way, each entry for itself and with its type', () => {
    fc.assert(
      fc.property(fc.array(wellFormedIssue), (issues) => {
        const plain = read(issues).findings;
        const byType = { headers: { issues }, smtp_spoofing: { issues } };
        const withType = (type: string) => plain.map((finding) => ({ ...finding, type }));
        expect(read(byType).findings).toEqual([...withType('headers'), ...withType('smtp_spoofing')]);
      }),
    );
  });

  test.each([[], {}, undefined, null, 'none', 5, true])(
    'reads no findings in %j, which may be unreadable',
    (issues) => {
      const isReadable = typeof issues === 'object' && issues !== null;
      const unreadable = isReadable ? null : { path: 'issues', expected: 'a list' };
      expect(read(issues)).toEqual({ findings: [], unreadable });
    },
  );

  test('names the first unreadable part, and reads the rest', () => {
    const { findings, unreadable } = read([full, 'text', null, { ...full, name: 'Second' }]);
    expect(findings.map(({ name }) => name)).toEqual(['SQL injection', 'Second']);
    expect(unreadable).toEqual({ path: 'issues[1]', expected: 'an object' });
    const byType = read({ headers: [full], smtp_spoofing: { issues: [full, []] }, x: null });
    expect(byType.findings).toHaveLength(1);
    expect(byType.unreadable?.path).toBe('issues.headers.issues');
    expect(read({ a: { issues: [full, 7] } }).unreadable?.path).toBe('issues.a.issues[1]');
  });

  test.each<[given: unknown, score: unknown, severity: string, unknownSeverity: string | null]>([
    ['severe', 5, 'medium', 'severe'],
    ['Severe', 9.8, 'critical', 'Severe'],
    [null, '5', 'medium', ''],
    [undefined, 0, 'warning', ''],
    // Float noise makes no difference to a band.
    ['severe', 8.899999618530273, 'high', 'severe'],
    ['severe', 6.999999, 'high', 'severe'],
    ['severe', '9.0000001', 'critical', 'severe'],
    // Without a score that can be read it is critical.
    [['high'], 11, 'critical', ''],
    ...[undefined, '', 'N/A', [], null].map((score): [unknown, unknown, string, string] => [
      'severe',
      score,
      'critical',
      'severe',
    ]),
    // A known severity needs no score.
    ['low', 9.8, 'low', null],
    ['LOW', 'N/A', 'low', null],
  ])('reads the severity %j with the score %j as %s', (given, score, severity, unknownSeverity) => {
    expect(one({ severity: given, cvss: { score } })).toMatchObject({ severity, unknownSeverity });
  });

  test.each<[cvss: unknown, score: number | null]>([
    [{ score: '9.8' }, 9.8],
    [{ score: '10', detail: null }, 10],
    [{ score: 0 }, 0],
    [{ score: 8.899999618530273 }, 8.9],
    ...[undefined, null, {}, 9.8, 'high', '', [9.8], { base_score: 9.8 }, { detail: 'CVSS:3.1/AV:N' }].map(
      (cvss): [unknown, null] => [cvss, null],
    ),
    ...[null, 98, -1, '9,8', '', 'N/A', [], [9.8]].map((score): [unknown, null] => [{ score }, null]),
  ])('reads the score of %j as %j', (cvss, score) => {
    expect(one({ ...full, cvss })?.cvss?.score ?? null).toBe(score);
  });

  test('reads one reference, several in a string, and a list of at most ten', () => {
    const [a, b] = ['https://a.example', 'https://b.example'];
    for (const references of [` ${a}\n${b} `, [a, 5, b]])
      expect(one({ ...full, references })?.references).toEqual([a, b]);
    const many = Array.from({ length: 11 }, (_, index) => `${a}/${index}`);
    for (const references of [many, many.join(' ')])
      expect(one({ ...full, references })?.references).toEqual(many.slice(0, 10));
  });

  test('loses no entry: each is a finding of a known severity, or the whole is unreadable', () => {
    fc.assert(
      fc.property(fc.array(anyJson), (list) => {
        const { findings, unreadable } = read(list);
        expect(findings).toHaveLength(list.filter(isMapping).length);
        expect(findings.every((finding) => severities.includes(finding.severity))).toBe(true);
        expect(unreadable === null).toBe(findings.length === list.length);
      }),
    );
  });
});

describe('identifiers', () => {
  const cves = (cve: unknown) => ({ ...one({ cve })?.otherIdentifiers, cve: one({ cve })?.cve });
  const others = (field: 'cve' | 'cwe', value: unknown) => one({ [field]: value })?.otherIdentifiers[field];

  test.each([
    ['a list', ['CVE-2021-23017']],
    ['a text', ' cve-2021-23017\n'],
    ['without a prefix', '2021-23017'],
    ['a link', 'https://nvd.nist.gov/vuln/detail/CVE-2021-23017'],
    ['an object', { name: 'nginx', id: 'CVE-2021-23017', epss: 0.97 }],
    ['a key', { 'CVE-2021-23017': { date: '2026-11-20' } }],
    ['a list in a list', [['CVE-2021-23017', 'see CVE-2021-23017']]],
  ])('of CVE are read in %s', (_what, cve) => {
    expect(one({ cve })).toMatchObject({ cve: ['CVE-2021-23017'], otherIdentifiers: { cve: [] } });
  });

  test.each([null, '', ' ', [], {}, [null, '', ' ', {}]])('are none in %j', (nothing) => {
    const none = { cve: [], cwe: [], otherIdentifiers: { cve: [], cwe: [] } };
    expect(one({ cve: nothing, cwe: nothing })).toMatchObject(none);
  });

  test.each([
    [5, '5'],
    ['GHSA-1234', 'GHSA-1234'],
    ['CVE-2021-23017 and CVE-2022-0001', 'CVE-2021-23017 and CVE-2022-0001'],
    ['CVE-2021', 'CVE-2021'],
    [`CVE-2021-${'1'.repeat(20)}`, `CVE-2021-${'1'.repeat(20)}`],
    [{ b: 1, a: { id: 'x' } }, 'a\nb 1\nid x'],
    [{ a: { id: 'x' }, b: 1 }, 'a\nb 1\nid x'],
  ])('that are not exactly one are kept as they are: %j', (given, other) => {
    expect(others('cve', [given])).toEqual([other]);
    expect(cves([given]).cve).toEqual([]);
  });

  test.each([79, '79', 'CWE-79', 'cwe 79', ' CWE-079 ', { cwe: 79 }, { cwe_id: '79', name: 'XSS' }])(
    'take %j for CWE-79',
    (cwe) => {
      for (const given of [cwe, [cwe], [cwe, 'https://cwe.mitre.org/data/definitions/79.html']])
        expect(one({ cwe: given })).toMatchObject({ cwe: [79], otherIdentifiers: { cwe: [] } });
    },
  );

  test('of CWE are whole numbers from 1 on', () => {
    expect(others('cwe', [79, '80', 0, -1, 1.5, null, { id: 81 }])).toEqual(['0', '-1', '1.5', 'id 81']);
    expect(one({ cwe: [79, '80', 0] })?.cwe).toEqual([79, 80]);
  });

  test('never throw, whatever an entry is', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (cve, cwe) => {
        const finding = one({ cve, cwe });
        for (const identifier of finding?.cve ?? []) expect(identifier).toMatch(/^CVE-\d{4}-\d{4,19}$/);
        for (const number of finding?.cwe ?? []) expect(Number.isSafeInteger(number)).toBe(true);
      }),
    );
  });
});
