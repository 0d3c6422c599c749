import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isMapping } from '../../../src/core/json.ts';
import { isSeverity, severityOfScore } from '../../../src/core/severity.ts';
import { readFindings } from '../../../src/gate/findings.ts';
import { hundredths } from '../../support/any-value.ts';
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
    const unreadable = { where: 'issues', expected: 'a list of at most 100,000 entries' };
    for (const issues of [[...list, ...list], { a: { issues: list }, b: { issues: list } }]) {
      const read = readFindings(issues);
      expect([read.findings.length > 99_999, read.unreadable]).toEqual([true, unreadable]);
    }
    expect(readFindings([...list, ...list.slice(2)]).unreadable).toBeNull();
  });

  test.each(['cve', 'cwe'])('cannot understand more than 1,000 entries of `%s`', (name) => {
    const many = (count: number) => ({ severity: 'low', [name]: Array.from({ length: count }, () => 79) });
    expect(readFindings([many(1000)]).unreadable).toBeNull();
    expect(readFindings({ tls: { issues: [many(1), many(1001)] } })).toMatchObject({
      findings: [{ severity: 'low' }, { severity: 'low' }],
      unreadable: { where: `issues.tls.issues[1].${name}`, expected: 'a list of at most 1,000 entries' },
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
      unreadableScore: null,
      cve: ['CVE-2021-23017'],
      cwe: [89],
      otherIdentifiers: [],
      description: 'The parameter q reaches the database.',
      remediation: 'Use prepared statements.',
      references: ['https://owasp.org/a'],
      where: [],
      whereCut: false,
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

  test('reads both shapes the same way, except for the type', () => {
    fc.assert(
      fc.property(fc.array(wellFormedIssue), fc.array(wellFormedIssue), (headers, spoofing) => {
        const asList = readFindings([...headers, ...spoofing]).findings;
        const asObject = readFindings({
          headers: { issues: headers },
          smtp_spoofing: { issues: spoofing },
        }).findings;
        expect(asObject.map((finding) => ({ ...finding, type: null }))).toEqual(asList);
        expect(asObject.map(({ type }) => type)).toEqual([
          ...headers.map(() => 'headers'),
          ...spoofing.map(() => 'smtp_spoofing'),
        ]);
      }),
    );
  });

  test('reads an empty list and an empty object as no findings', () => {
    expect(readFindings([])).toEqual({ findings: [], unreadable: null });
    expect(readFindings({})).toEqual({ findings: [], unreadable: null });
  });

  test.each([undefined, null, 'none', 5, true])('reports %p as unreadable', (issues) => {
    expect(readFindings(issues)).toEqual({
      findings: [],
      unreadable: { where: 'issues', expected: expect.any(String) },
    });
  });

  test('names the first unreadable part, and reads the rest', () => {
    const { findings, unreadable } = readFindings([full, 'text', null, { ...full, name: 'Second' }]);
    expect(findings.map(({ name }) => name)).toEqual(['SQL injection', 'Second']);
    expect(unreadable?.where).toBe('issues[1]');
    const grouped = readFindings({ headers: [full], smtp_spoofing: { issues: [full, []] }, x: null });
    expect(grouped.findings).toHaveLength(1);
    expect(grouped.unreadable?.where).toBe('issues.headers.issues');
    expect(readFindings({ a: { issues: [full, 7] } }).unreadable?.where).toBe('issues.a.issues[1]');
  });

  test('takes an unknown severity from the score, and without one as critical', () => {
    expect(one({ ...full, severity: 'severe', cvss: { score: 5 } })).toMatchObject({
      severity: 'medium',
      unknownSeverity: 'severe',
    });
    expect(one({ ...full, severity: 'High', cvss: { score: 9.8 } })).toMatchObject({
      severity: 'critical',
      unknownSeverity: 'High',
    });
    expect(one({ ...full, severity: 'severe', cvss: undefined })).toMatchObject({ severity: 'critical' });
    expect(one({ ...full, severity: null, cvss: { score: '5' } })).toMatchObject({
      severity: 'medium',
      unknownSeverity: '',
    });
    expect(one({ ...full, severity: ['high'], cvss: { score: 11 } })).toMatchObject({
      severity: 'critical',
      cvss: null,
    });
    expect(one({ ...full, severity: undefined, cvss: { score: 0 } })).toMatchObject({ severity: 'warning' });
  });

  test('treats other fields of a wrong type as absent', () => {
    expect(
      one({
        severity: 'low',
        name: 5,
        group: null,
        cwe: 'x',
        cvss: 'high',
        cve: {},
        description: [],
        references: {},
      }),
    ).toEqual({
      type: null,
      group: '',
      name: '',
      severity: 'low',
      unknownSeverity: null,
      cvss: null,
      unreadableScore: 'issues[0].cvss',
      cve: [],
      cwe: [],
      otherIdentifiers: ['cve {}', 'cwe "x"'],
      description: '',
      remediation: '',
      references: [],
      where: [],
      whereCut: false,
    });
  });

  test.each([
    [{ score: '9.8' }, 9.8, true],
    [{ score: '10', detail: null }, 10, true],
    [{ score: 0 }, 0, true],
    [undefined, null, true],
    [null, null, true],
    [{}, null, true],
    [{ score: null, detail: '' }, null, true],
    [9.8, null, false],
    ['9.8', null, false],
    ['', null, false],
    [[9.8], null, false],
    [{ score: 98 }, null, false],
    [{ score: -1 }, null, false],
    [{ score: '9,8' }, null, false],
    [{ score: '' }, null, false],
    [{ score: 'NaN' }, null, false],
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

  test('finds CVE identifiers in strings and in objects', () => {
    const cve = [
      'cve-2020-1234',
      'see CVE-2019-0001 and CVE-2019-0002',
      { id: 'CVE-2018-12345' },
      5,
      null,
      ['CVE-2017-1111'],
    ];
    expect(one({ ...full, cve })?.cve).toEqual([
      'CVE-2020-1234',
      'CVE-2019-0001',
      'CVE-2019-0002',
      'CVE-2018-12345',
      'CVE-2017-1111',
    ]);
  });

  test('reads one reference, several in a string, and a list of at most ten', () => {
    expect(one({ ...full, references: ' https://a.example\nhttps://b.example ' })?.references).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
    expect(
      one({ ...full, references: ['https://a.example', 5, 'https://b.example'] })?.references,
    ).toHaveLength(2);
    expect(
      one({ ...full, references: Array.from({ length: 50 }, (_, index) => `https://a.example/${index}`) })
        ?.references,
    ).toHaveLength(10);
  });

  test('never throws, and returns only known severities', () => {
    fc.assert(
      fc.property(anyJson, (issues) => {
        const { findings, unreadable } = readFindings(issues);
        expect(findings.every((finding) => isSeverity(finding.severity))).toBe(true);
        if (findings.length === 0 && unreadable === null) expect(typeof issues).toBe('object');
      }),
      { numRuns: 300 },
    );
  });

  test('loses no entry: each is a finding, or the whole is unreadable', () => {
    fc.assert(
      fc.property(fc.array(anyJson), (list) => {
        const { findings, unreadable } = readFindings(list);
        expect(findings.length).toBe(list.length - list.filter((entry) => !isMapping(entry)).length);
        expect(unreadable === null).toBe(findings.length === list.length);
      }),
    );
  });

  test('never makes a finding less severe than its severity or score', () => {
    fc.assert(
      fc.property(anyJson, hundredths(10), (word, score) => {
        const finding = one({ severity: word, cvss: { score } });
        const given = throughJson(word);
        expect(finding?.severity).toBe(isSeverity(given) ? given : severityOfScore(score));
      }),
    );
  });
});
