import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isMapping } from '../../../src/core/fields.ts';
import { isSeverity } from '../../../src/core/severity.ts';
import { readFindings } from '../../../src/gate/findings.ts';
import { issueFields } from '../../../src/service/wire.ts';
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
  raw: { anything: [1] },
};

/** The only finding of a list with just `issue`. */
function one(issue: unknown) {
  const { findings, unreadable } = readFindings([throughJson(issue)]);
  expect(unreadable).toBeNull();
  return findings[0];
}

describe('readFindings', () => {
  test('cannot understand more than 100,000 findings, and reads the first ones', () => {
    const list = Array.from({ length: 50_001 }, () => ({ severity: 'high' }));
    const unreadable = { path: 'issues', expected: 'a list of at most 100,000 entries' };
    for (const issues of [
      [...list, ...list],
      { a: { issues: list }, b: { issues: [...list].fill({ severity: 'low' }) } },
    ]) {
      const read = readFindings(issues);
      expect(read.findings.length).toBeGreaterThanOrEqual(100_000);
      expect(read.unreadable).toEqual(unreadable);
    }
    expect(readFindings([...list, ...list.slice(2)]).unreadable).toBeNull();
  });

  test.each(['cve', 'cwe'])('cannot understand more than 1,000 entries of `%s`', (name) => {
    const many = (count: number) => ({ severity: 'low', [name]: Array.from({ length: count }, () => 79) });
    expect(readFindings([many(1000)]).unreadable).toBeNull();
    expect(readFindings({ tls: { issues: [many(1), many(1001)] } })).toMatchObject({
      findings: [{ severity: 'low' }, { severity: 'low' }],
      unreadable: { path: `issues.tls.issues[1].${name}`, expected: 'a list of at most 1,000 entries' },
    });
  });

  test('reads every field of an issue', () => {
    expect(one(full)).toEqual({
      type: null,
      group: 'Improper Neutralization',
      name: 'SQL injection',
      severity: 'high',
      unknownSeverity: null,
      cvss: { score: 8.1, vector: 'CVSS:3.1/AV:N/AC:L' },
      source: '/issues/0',
      unreadableScore: null,
      cve: ['CVE-2021-23017'],
      cwe: [89],
      otherIdentifiers: [],
      description: 'The parameter q reaches the database.',
      remediation: 'Use prepared statements.',
      references: ['https://owasp.org/a'],
      where: [],
      whereCut: false,
      subjects: {},
    });
  });

  test('understands mappings only', () => {
    for (const other of [null, undefined, [], [{ name: 'x' }], 'x', 5, true])
      expect(readFindings([other])).toEqual({
        findings: [],
        repeatedUnderTypes: [],
        unreadable: { path: 'issues[0]', expected: 'an object' },
      });
  });

  test('counts a text of a wrong type as absent', () => {
    const absent = { group: '', name: '', remediation: '', description: '' };
    expect(one({})).toMatchObject(absent);
    expect(one({ group: 5, name: null, remediation: [], description: true })).toMatchObject(absent);
    expect(one({ references: {} })?.references).toEqual([]);
    expect(one({ cwe: 'x', cve: {} })?.otherIdentifiers).toEqual(['cve {}', 'cwe "x"']);
  });

  test('reads only names that stay in a cleaned answer', () => {
    const read = new Set<string>();
    const recording = (fields: object): object =>
      new Proxy(fields, {
        get: (_target, name) => {
          read.add(String(name));
          return name === 'cvss' ? recording({}) : undefined;
        },
      });
    readFindings([recording({})]);
    expect(read.size).toBeGreaterThan(10);
    // For the digest of the issue, `JSON.stringify` looks for `toJSON`.
    expect([...read].filter((name) => !issueFields.includes(name))).toEqual(['toJSON']);
  });

  test('takes no field from a key that names the prototype', () => {
    expect(one(JSON.parse('{"__proto__": {"severity": "low", "name": "x"}}'))).toMatchObject({
      name: '',
      severity: 'critical',
    });
  });

  test('reads where a finding is, in both shapes, if the host of the target is known', () => {
    const issue = { ...full, raw: { request: { url: 'https://shop.example/search?q=1' } } };
    const places = (issues: unknown, host: string | null) =>
      readFindings(throughJson(issues), host).findings.map(({ where }) => where);
    expect(places([issue], 'shop.example')).toEqual([['/search']]);
    expect(places({ x: { issues: [issue] } }, 'shop.example')).toEqual([['/search']]);
    expect(places([issue], null)).toEqual([[]]);
  });

  test('says where the entry of a finding is, as a JSON pointer', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name }));
    const sources = (issues: unknown) =>
      readFindings(throughJson(issues)).findings.map(({ name, source }) => [name, source]);
    expect(sources([a, 'x', b])).toEqual([
      ['a', '/issues/0'],
      ['b', '/issues/2'],
    ]);
    expect(sources({ 'x/y~z': { issues: [a, b] }, ['k'.repeat(201)]: { issues: [c] } })).toEqual([
      ['a', '/issues/x~1y~0z/issues/0'],
      ['b', '/issues/x~1y~0z/issues/1'],
      ['c', null],
    ]);
  });

  test('reads both shapes the same way, except for type and source', () => {
    fc.assert(
      fc.property(fc.array(wellFormedIssue), (issues) => {
        const plain = readFindings(issues).findings;
        const grouped = readFindings({ headers: { issues } }).findings;
        expect(grouped.map((each, index) => ({ ...each, type: null, source: `/issues/${index}` }))).toEqual(
          plain,
        );
      }),
    );
  });

  test('takes equal entries under several types for one finding, and equal ones under one type for several', () => {
    const other = { ...full, name: 'Second' };
    const { findings, repeatedUnderTypes } = readFindings({
      headers: { issues: [full, other] },
      tls: { issues: [full, full] },
      xss: { issues: [full] },
    });
    expect(findings.map(({ name, type }) => [name, type])).toEqual([
      [full.name, null],
      ['Second', 'headers'],
      [full.name, 'tls'],
    ]);
    expect(repeatedUnderTypes).toHaveLength(2);
  });

  test('takes a type of more than 200 characters for none, since every finding would repeat it', () => {
    const typesOf = (name: string) => readFindings({ [name]: { issues: [full, full] } }).findings;
    expect(typesOf('t'.repeat(200)).map(({ type }) => type?.length)).toEqual([200, 200]);
    expect(typesOf('t'.repeat(201)).map(({ type }) => type)).toEqual([null, null]);
    const { unreadable } = readFindings({ ['t'.repeat(1_000_000)]: { issues: ['text'] } });
    expect(unreadable?.path).toBe(`issues.${'t'.repeat(200)}.issues[0]`);
  });

  test('reads an empty list and an empty object as no findings', () => {
    expect(readFindings([])).toEqual({ findings: [], repeatedUnderTypes: [], unreadable: null });
    expect(readFindings({})).toEqual({ findings: [], repeatedUnderTypes: [], unreadable: null });
  });

  test.each([undefined, null, 'none', 5, true])('reports %p as unreadable', (issues) => {
    expect(readFindings(issues)).toEqual({
      findings: [],
      repeatedUnderTypes: [],
      unreadable: { path: 'issues', expected: expect.any(String) },
    });
  });

  test('names the first unreadable part, and reads the rest', () => {
    const { findings, unreadable } = readFindings([full, 'text', null, { ...full, name: 'Second' }]);
    expect(findings.map(({ name }) => name)).toEqual(['SQL injection', 'Second']);
    expect(unreadable?.path).toBe('issues[1]');
    const grouped = readFindings({ headers: [full], smtp_spoofing: { issues: [full, []] }, x: null });
    expect(grouped.findings).toHaveLength(1);
    expect(grouped.unreadable?.path).toBe('issues.headers.issues');
    expect(readFindings({ a: { issues: [full, 7] } }).unreadable?.path).toBe('issues.a.issues[1]');
  });

  test.each<[given: unknown, score: unknown, severity: string, unknownSeverity: string | null]>([
    ['severe', 5, 'medium', 'severe'],
    ['Severe', 9.8, 'critical', 'Severe'],
    [null, '5', 'medium', ''],
    [undefined, 0, 'warning', ''],
    // Without a score that can be read it is critical.
    [['high'], 11, 'critical', ''],
    ['severe', undefined, 'critical', 'severe'],
    // A known severity needs no score.
    ['low', 9.8, 'low', null],
    ['LOW', 9.8, 'low', null],
  ])('reads the severity %j with the score %j as %s', (given, score, severity, unknownSeverity) => {
    expect(one({ severity: given, cvss: { score } })).toMatchObject({ severity, unknownSeverity });
  });

  test.each<[cvss: unknown, score: number | null, isReadable: boolean]>([
    [{ score: '9.8' }, 9.8, true],
    [{ score: '10', detail: null }, 10, true],
    [{ score: 0 }, 0, true],
    [undefined, null, true],
    [null, null, true],
    [{}, null, true],
    [{ score: null, detail: '' }, null, true],
    [9.8, null, false],
    ['high', null, false],
    ['', null, false],
    [[9.8], null, false],
    [{ score: 98 }, null, false],
    [{ score: -1 }, null, false],
    [{ score: '9,8' }, null, false],
    [{ score: '' }, null, false],
    [{ score: [9.8] }, null, false],
    [{ base_score: 9.8 }, null, false],
    [{ score: null, base_score: 9.8 }, null, false],
    [{ detail: 'CVSS:3.1/AV:N' }, null, false],
  ])('reads the score of %j', (cvss, score, isReadable) => {
    const finding = one({ ...full, cvss });
    expect(finding?.cvss?.score ?? null).toBe(score);
    expect(finding?.unreadableScore).toBe(isReadable ? null : 'issues[0].cvss');
    const grouped = readFindings({ headers: { issues: [full, { ...full, cvss }] } }).findings[1];
    expect(grouped?.unreadableScore).toBe(isReadable ? null : 'issues.headers.issues[1].cvss');
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
        const { findings, unreadable } = readFindings(list);
        expect(findings).toHaveLength(list.filter(isMapping).length);
        expect(findings.every((finding) => isSeverity(finding.severity))).toBe(true);
        expect(unreadable === null).toBe(findings.length === list.length);
      }),
    );
  });
});
