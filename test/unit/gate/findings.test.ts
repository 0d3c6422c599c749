import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isMapping } from '../../../src/core/fields.ts';
import { isSeverity } from '../../../src/core/severity.ts';
import { readFindings } from '../../../src/gate/findings.ts';
import { readIdentifiers } from '../../../src/gate/identifiers.ts';
import { placeReader } from '../../../src/gate/places.ts';
import { issueFields } from '../../../src/service/wire.ts';
import { anyAddress } from '../../support/any-text.ts';
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
    for (const issues of [
      [...list, ...list],
      { a: { issues: list }, b: { issues: [...list].fill({ severity: 'low' }) } },
    ]) {
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
      evidence: {},
    });
  });

  test('understands mappings only', () => {
    for (const other of [null, undefined, [], [{ name: 'x' }], 'x', 5, true])
      expect(readFindings([other])).toEqual({
        findings: [],
        copies: [],
        unreadable: { where: 'issues[0]', expected: 'an object' },
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
    expect([...read].filter((name) => !issueFields.includes(name))).toEqual([]);
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
    const { findings, copies } = readFindings({
      headers: { issues: [full, other] },
      tls: { issues: [full, full] },
      xss: { issues: [full] },
    });
    expect(findings.map(({ name, type }) => [name, type])).toEqual([
      [full.name, null],
      ['Second', 'headers'],
      [full.name, 'tls'],
    ]);
    expect(copies).toHaveLength(2);
  });

  test('takes a type of more than 200 characters for none, since every finding would repeat it', () => {
    const typesOf = (name: string) => readFindings({ [name]: { issues: [full, full] } }).findings;
    expect(typesOf('t'.repeat(200)).map(({ type }) => type?.length)).toEqual([200, 200]);
    expect(typesOf('t'.repeat(201)).map(({ type }) => type)).toEqual([null, null]);
    const { unreadable } = readFindings({ ['t'.repeat(1_000_000)]: { issues: ['text'] } });
    expect(unreadable?.where).toBe(`issues.${'t'.repeat(200)}.issues[0]`);
  });

  test('reads an empty list and an empty object as no findings', () => {
    expect(readFindings([])).toEqual({ findings: [], copies: [], unreadable: null });
    expect(readFindings({})).toEqual({ findings: [], copies: [], unreadable: null });
  });

  test.each([undefined, null, 'none', 5, true])('reports %p as unreadable', (issues) => {
    expect(readFindings(issues)).toEqual({
      findings: [],
      copies: [],
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

  test.each<[object, object]>([
    [
      { severity: 'severe', cvss: { score: 5 } },
      { severity: 'medium', unknownSeverity: 'severe' },
    ],
    [
      { severity: 'Severe', cvss: { score: 9.8 } },
      { severity: 'critical', unknownSeverity: 'Severe' },
    ],
    [
      { severity: null, cvss: { score: '5' } },
      { severity: 'medium', unknownSeverity: '' },
    ],
    [
      { severity: ['high'], cvss: { score: 11 } },
      { severity: 'critical', cvss: null },
    ],
    [{ severity: undefined, cvss: { score: 0 } }, { severity: 'warning' }],
    [{ severity: 'severe' }, { severity: 'critical' }],
    [
      { severity: 'low', cvss: { score: 9.8 } },
      { severity: 'low', unknownSeverity: null },
    ],
    [
      { severity: 'LOW', cvss: { score: 9.8 } },
      { severity: 'low', unknownSeverity: null },
    ],
  ])('takes an unknown severity from the score, and without one as critical: %j', (fields, expected) => {
    expect(one(fields)).toMatchObject(expected);
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

const cves = (cve: unknown) => readIdentifiers(cve, undefined);
const cwes = (cwe: unknown) => readIdentifiers(undefined, cwe);

describe('readIdentifiers', () => {
  test('takes a list of more than 1,000 entries for one that holds no identifier', () => {
    const many = Array.from({ length: 1001 }, () => 79);
    const other = (field: string) => expect.stringMatching(new RegExp(`^${field} [0-9a-f]{64}$`));
    const otherIdentifiers = [other('cve'), other('cwe')];
    expect(readIdentifiers(many, many)).toEqual({ cve: [], cwe: [], otherIdentifiers });
    expect(cves(many.map(() => 'CVE-2021-23017')).cve).toEqual([]);
    expect(cwes(many.slice(1)).cwe).toHaveLength(1000);
  });

  test.each([
    ['a list', ['CVE-2021-23017'], ['CVE-2021-23017']],
    ['a text', ' cve-2021-23017\n', ['CVE-2021-23017']],
    ['without a prefix', '2021-23017', ['CVE-2021-23017']],
    ['other dashes', 'CVE\u20112021\u201323017', ['CVE-2021-23017']],
    ['nothing', null, []],
    ['blank texts', ['', ' ', null], []],
  ])('reads CVE identifiers: %s', (_what, given, cve) => {
    expect(cves(given)).toEqual({ cve, cwe: [], otherIdentifiers: [] });
  });

  test.each([
    [5, 'cve 5'],
    ['GHSA-1234', 'cve "GHSA-1234"'],
    [{ id: 'CVE-2021-23017' }, 'cve {"id":"CVE-2021-23017"}'],
    [['CVE-2021-23017'], 'cve ["CVE-2021-23017"]'],
    ['like CVE-2021-23017', 'cve "like CVE-2021-23017"'],
    ['CVE-2021-23017 and 2022-0001', 'cve "CVE-2021-23017 and 2022-0001"'],
    ['CVE-2021', 'cve "CVE-2021"'],
    [`CVE-2021-${'1'.repeat(20)}`, `cve "CVE-2021-${'1'.repeat(20)}"`],
  ])('keeps what is no CVE identifier as its JSON: %j', (given, other) => {
    expect(cves([given])).toEqual({ cve: [], cwe: [], otherIdentifiers: [other] });
  });

  test('takes 79, "79" and "CWE-79" for one', () => {
    for (const cwe of [79, '79', 'CWE-79', 'cwe 79', ' CWE-079 ', [79], ['79']])
      expect(cwes(cwe)).toEqual({ cve: [], cwe: [79], otherIdentifiers: [] });
    const otherIdentifiers = ['cwe 0', 'cwe -1', 'cwe 1.5', 'cwe {"id":81}'];
    const read = cwes([79, '80', 0, -1, 1.5, null, { id: 81 }]);
    expect(read).toEqual({ cve: [], cwe: [79, 80], otherIdentifiers });
  });

  test('keeps long entries short, and different ones different', () => {
    const long = ['x', 'y'].map((end) => `${'CVE '.repeat(3_000_000)}${end}`);
    const [one = '', other = ''] = cves(long).otherIdentifiers;
    expect(one).not.toBe(other);
    expect(one.length).toBeLessThan(100);
  });

  test('never throws, and loses no entry', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (cve, cwe) => {
        const { otherIdentifiers, ...read } = readIdentifiers(cve, cwe);
        const named = read.cve.length + read.cwe.length + otherIdentifiers.length;
        const blank = (value: unknown) =>
          value === null || (typeof value === 'string' && value.trim() === '');
        const entries = [cve, cwe].flat().filter((value) => !blank(value));
        expect(named).toBe(entries.length);
      }),
    );
  });
});

const read = (raw: unknown, host: string | null = 'shop.example') => {
  const { where, whereCut } = placeReader(host)(raw);
  return { where, whereCut };
};
const evidenceIn = (raw: unknown) => placeReader('shop.example')(raw).evidence;
const whereIn = (raw: unknown, host?: string | null) => read(raw, host).where;

describe('placeReader', () => {
  test('finds whole strings that are addresses of the target, at any depth, and keeps their paths', () => {
    const raw = {
      url: 'https://shop.example/search?q=1#top',
      list: [{ deeper: ['http://shop.example/.env'] }],
      'https://shop.example/key': 1,
      text: 'see https://shop.example/in-a-sentence',
      number: 7,
      nothing: null,
    };
    expect(read(raw)).toEqual({ where: ['/.env', '/key', '/search'], whereCut: true });
  });

  test('keeps no query, no fragment and no user info', () => {
    expect(whereIn('https://user:secret@shop.example/a?token=secret#secret')).toEqual(['/a']);
  });

  test.each([
    ['https://shop.example', 'shop.example', '/'],
    ['HTTPS://SHOP.EXAMPLE/A', 'shop.example', '/A'],
    ['https://www.shop.example/a', 'shop.example', '/a'],
    ['https://shop.example/a', 'www.shop.example', '/a'],
    ['http://shop.example:80/a', 'shop.example', '/a'],
    ['https://shop.example:443/a', 'shop.example', '/a'],
    ['https://shop.example./a', 'shop.example', '/a'],
    ['https://[::1]:8443/a', '[::1]:8443', '/a'],
    ['https://shop.example/a/../b', 'shop.example', '/b'],
    ['https://shop.example/<b>', 'shop.example', '/%3Cb%3E'],
    ['https://API.shop.example/a', 'www.shop.example', 'api.shop.example/a'],
    ['https://api.shop.example:8443/a', 'shop.example:8443', 'api.shop.example:8443/a'],
    ['/admin?next=/a', 'shop.example', '/admin'],
    ['//shop.example/admin', 'shop.example', '/admin'],
    ['/a/../b', 'shop.example', '/b'],
    ['GET /admin?q=1 HTTP/1.1', 'shop.example', '/admin'],
    ['GET https://shop.example/admin', 'shop.example', '/admin'],
  ])('takes %p for the target %p as %p', (text, host, path) => {
    expect(read({ a: [text] }, host)).toEqual({ where: [path], whereCut: false });
    expect(read({ [text]: 1 }, host)).toEqual({ where: [path], whereCut: false });
  });

  test.each([
    ['https://other.example/a', 'shop.example'],
    ['https://shop.example.evil.example/a', 'shop.example'],
    ['https://api.shop.example:8443/a', 'shop.example'],
    ['https://notshop.example/a', 'shop.example'],
    ['/\\other.example/a', 'shop.example'],
    ['/\t/other.example/a', 'shop.example'],
    ['https://shop.example:8443/a', 'shop.example'],
    ['https://shop.example/a', 'shop.example:8443'],
    ['https://shop.example@evil.example/a', 'shop.example'],
    ['ftp://shop.example/a', 'shop.example'],
    ['//other.example/a', 'shop.example'],
    ['http://', 'shop.example'],
    ['https://shop.example/a', null],
  ])('takes nothing from %p for the target %p', (text, host) => {
    expect(whereIn(text, host)).toEqual([]);
  });

  test.each([
    '/admin,/root',
    '/admin,shop.example/root',
    '/admin?a;/root',
    '/admin=>/root',
    'https://shop.example/b|https://shop.example/c',
    ' /admin',
    'GET /admin HTTP/1.1 and more',
    'SEE /admin HTTP/1.1',
    '(/admin)',
    'url=/admin',
    'at\u00a0/admin',
    '<a href="/admin">',
    '\\/admin',
    'SHOP.EXAMPLE',
    'see https://shop.example/admin',
    'https://api.shop.example:8443/admin',
    'api.shop.example',
    'https://other.example/?from=shop.example',
    'https://other.example,/admin',
    'at https://127.1/admin or https://shop%2Eexample/admin',
  ])('takes %j for a place that is not known', (text) => {
    for (const raw of [text, { [text]: 1 }])
      expect(read(['https://shop.example/a', raw])).toEqual({ where: ['/a'], whereCut: true });
  });

  test.each(['bücher.example/admin', 'see https://bücher.example/admin'])(
    'takes %j for a place that is not known, if the target is written in another way',
    (text) => {
      expect(placeReader('xn--bcher-kva.example')(['/search', text])).toMatchObject({ whereCut: true });
    },
  );

  test.each([
    'https://other.example/admin',
    '(https://other.example/admin)',
    'text/html; q=0.9, */*',
    '/* a comment */',
    'nginx/1.18.0',
    '<p>and / or</p>',
    'CVSS:3.1/AV:N/AC:L',
    'sha256-a1b2+/c3=',
    '',
  ])('takes %j for no place', (text) => {
    expect(read(['https://shop.example/a', text])).toEqual({ where: ['/a'], whereCut: false });
  });

  test('takes the place of a whole request, of which more may be a place', () => {
    const request = 'POST /login?next=/a HTTP/1.1\r\nHost: shop.example\r\nCookie: sid=5ecret\r\n\r\n';
    expect(read({ request })).toEqual({ where: ['/login'], whereCut: true });
    expect(evidenceIn({ request })).toEqual({ method: ['POST'] });
  });

  test('keeps the values of a few keys if they look like names, each once and at most five', () => {
    const names = {
      method: 'GET',
      parameter: ['q', 'r', 'q'],
      cookie: 'sid',
      header: 'X-A',
      protocol: 'tcp',
    };
    const secrets = {
      cookie: 'sid=5ecret',
      header: 'a: b',
      parameter: 'x'.repeat(65),
      password: 'hunter2',
      port: '22x',
    };
    expect(evidenceIn([{ ...names, port: 22 }, { deep: secrets }])).toEqual({
      ...{ method: ['GET'], parameter: ['q', 'r'], cookie: ['sid'], header: ['X-A'] },
      ...{ protocol: ['tcp'], port: ['22'] },
    });
    expect(evidenceIn({ parameter: ['a', 'b', 'c', 'd', 'e', 'f'] })['parameter']).toHaveLength(5);
  });

  test('says that a finding is about the host only if nothing else could be its place', () => {
    expect(evidenceIn({ target: 'www.SHOP.example.' })).toEqual({ host: ['shop.example'] });
    for (const more of ['/a', 'see /a', 'api.shop.example'])
      expect(evidenceIn(['shop.example', more])).toEqual({});
  });

  test('sorts the places, names each once, and has none where there is nothing', () => {
    const urls = ['https://shop.example/b', 'http://shop.example/a', 'https://shop.example/b?x'];
    expect(whereIn(urls)).toEqual(['/a', '/b']);
    for (const raw of [undefined, null, '', {}, [], 5, true]) expect(whereIn(raw)).toEqual([]);
  });

  test('keeps the first fifty, and says that there are more', () => {
    const urls = Array.from({ length: 51 }, (_, index) => `https://shop.example/${100 + index}`);
    expect(read(urls.slice(1)).whereCut).toBe(false);
    const first = Array.from({ length: 50 }, (_, index) => `/${100 + index}`);
    expect(read(urls.toReversed())).toEqual({ where: first, whereCut: true });
  });

  test.each([
    'https://shop.example/a password: hunter2',
    'https://shop.example/a\nSet-Cookie: id=1',
    ' https://shop.example/a',
    `https://shop.example/${'a'.repeat(3000)}`,
    `https://shop.example/${'é'.repeat(1500)}`,
  ])('shows nothing of an address that is more than one, and says that not all places are known', (text) => {
    expect(read([text, 'https://shop.example/b'])).toEqual({ where: ['/b'], whereCut: true });
  });

  test('gives up on a huge value, and says that not all places are known', () => {
    const wide = Array.from({ length: 1_000_000 }, () => 0);
    expect(read([wide, 'https://shop.example/a']).whereCut).toBe(true);
    let deep: unknown = 'https://shop.example/a';
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(read(deep)).toEqual({ where: [], whereCut: true });
  });

  test('never throws, and keeps paths only', () => {
    const onTarget = anyAddress.map((address) => address.replace(/(?<=\/\/)[^/]+/, 'shop.example'));
    const text = fc.oneof(anyAddress, onTarget, fc.constant('shop.example'));
    fc.assert(
      fc.property(anyJson, text, (raw, address) => {
        const { where } = read(throughJson([raw, address]), 'shop.example');
        expect(
          where.every((place) => /^(?:[\w.-]+\.shop\.example)?\/[!-~]*$/.test(place) && !/[?#]/.test(place)),
        ).toBe(true);
      }),
    );
  });
});
