import { describe, expect, test } from '@jest/globals';
import { severities } from '../../../src/core/severity.ts';
import { compileRule, coverageOf } from '../../../src/gate/ignore-rules.ts';
import type { IgnoreRule } from '../../../src/settings/policy-file.ts';
import { identified, ignoring, issueAt, judged, now } from './judgements.ts';

const issue = {
  name: 'Open directory',
  group: 'Unspecified Threat',
  severity: 'medium',
  cwe: [79, 200],
  cve: ['CVE-2021-23017'],
};

/** Whether `rules` ignore `issue` with `fields`, and which of them cover a place of it. */
function cover(rules: readonly Partial<IgnoreRule>[], fields: object = {}) {
  const [finding] = identified([{ ...issue, ...fields }]);
  if (finding === undefined) throw new Error('no finding');
  const compiled = rules.map((rule) => compileRule(ignoring(rule), now));
  const { covering, isIgnored } = coverageOf(compiled, finding);
  return { isIgnored, covering: covering.map((rule) => compiled.indexOf(rule)) };
}

const matches = (rule: Partial<IgnoreRule>, fields: object = {}) => cover([rule], fields).isIgnored;

describe('an ignore rule', () => {
  test.each<[rule: Partial<IgnoreRule>, expected: boolean]>([
    [{ name: 'open*' }, true],
    [{ name: 'directory' }, false],
    [{ name: '\uff2fPEN   dir*' }, true],
    [{ group: 'unspecified  threat' }, true],
    [{ group: 'unspecified' }, false],
    [{ cwe: [200, 79, 20] }, true],
    [{ cwe: [200] }, false],
    [{ cve: ['CVE-2021-23017'] }, true],
    [{ cve: ['CVE-2021-23018'] }, false],
    [{ fingerprint: ['v1:00000000000000000000'] }, false],
    [{ name: '*', cwe: [79, 200], group: 'Unspecified Threat' }, true],
    [{ name: '*', cwe: [1] }, false],
  ])('with %j matches the open directory: %j', (rule, expected) => {
    expect(matches(rule)).toBe(expected);
  });

  test.each<[what: string, fields: object, rule: Partial<IgnoreRule>, expected: boolean]>([
    ['another CVE', { cve: ['CVE-2021-23017', 'CVE-2022-0001'] }, { cve: ['CVE-2021-23017'] }, false],
    ['only CVEs of the list', {}, { cve: ['CVE-2021-23017', 'CVE-2022-0001'] }, true],
    ['another CVE as text', { cve: 'CVE-2021-23017, CVE-2022-0001' }, { cve: ['CVE-2021-23017'] }, false],
    ['something unknown too', { cve: ['CVE-2021-23017', { id: 7 }] }, { cve: ['CVE-2021-23017'] }, false],
    ['no CVE', { cve: [] }, { cve: ['CVE-2021-23017'] }, false],
    ['a CWE as text', { cwe: 'CWE-79' }, { cwe: [79] }, true],
    ['another CWE as text', { cwe: [79, 'CWE-89'] }, { cwe: [79] }, false],
    ['no CWE', { cwe: null }, { cwe: [79] }, false],
  ])('takes a finding only if it names all identifiers: %s', (_what, fields, rule, expected) => {
    expect(matches(rule, fields)).toBe(expected);
  });

  test('by name does not match a name of more than 1,000 characters', () => {
    expect(matches({ name: '*' }, { name: 'a'.repeat(1000) })).toBe(true);
    expect(matches({ name: '*' }, { name: 'a'.repeat(10_001) })).toBe(false);
    expect(matches({ name: '*b*a' }, { name: 'a '.repeat(5_000_000) })).toBe(false);
  });

  test('does not match above its ceiling', () => {
    const taken = severities.filter((severity) => matches({ name: '*', severity: 'medium' }, { severity }));
    expect(taken).toEqual(['medium', 'low', 'warning']);
  });
});

describe('the places that rules cover', () => {
  const at = (...places: string[]) => issueAt(places, issue);
  const printsAt = (...places: string[]) => identified([at(...places)])[0]?.fingerprints ?? [];
  const a = { fingerprint: printsAt('/docs/a') };
  const docs = { name: 'open*', where: '/docs/*' };

  const anyAt = (where: string) => ({ name: '*', where });
  const list = { fingerprint: printsAt('/docs/a', '/docs/b', '/c') };
  type Row = [
    what: string,
    rules: readonly Partial<IgnoreRule>[],
    places: readonly string[],
    expected: string,
  ];

  test.each<Row>([
    ['a fingerprint covers its place', [a], ['/docs/a'], 'ignored by 0'],
    ['and no other', [a], ['/docs/b'], 'open by '],
    ['an ignored place and a new one', [a], ['/docs/a', '/docs/b'], 'open by 0'],
    ['a list covers all its places', [list], ['/docs/b', '/docs/a'], 'ignored by 0'],
    ['a rule without either covers every place', [{ name: '*' }], ['/docs/a', '/b'], 'ignored by 0'],
    ['`where` covers what matches', [docs], ['/docs/a', '/docs/b'], 'ignored by 0'],
    ['and no other', [docs], ['/docs/a', '/b'], 'open by 0'],
    ['letter case counts', [docs], ['/Docs/a'], 'open by '],
    ['no place matches `where`', [anyAt('*')], [], 'open by '],
    ['the other keys must match too', [{ ...docs, name: 'x' }], ['/docs/a'], 'open by '],
    ['both keys must cover a place', [{ ...a, where: '/b' }], ['/docs/a', '/b'], 'open by '],
    ['two rules together', [a, anyAt('/b')], ['/docs/a', '/b'], 'ignored by 0,1'],
    ['a rule that covers nothing', [{ name: 'x' }, docs], ['/docs/a'], 'ignored by 1'],
    ['an ended rule covers nothing', [{ ...docs, expires: '2026-11-19' }], ['/docs/a'], 'open by '],
    ['a place on a subdomain', [anyAt('api.{site}/*')], ['https://api.shop.example/a'], 'ignored by 0'],
    ['a method', [anyAt('POST /*')], ['POST /a', 'GET /b'], 'open by 0'],
    ['a place of more than 1,000 characters', [anyAt('/*')], [`/${'x'.repeat(1000)}`], 'open by '],
  ])('%s', (_what, rules, places, expected) => {
    const { isIgnored, covering } = cover(rules, at(...places));
    expect(`${isIgnored ? 'ignored' : 'open'} by ${covering}`).toBe(expected);
  });

  test('of a finding of the whole site are covered by its one fingerprint, or by `where`', () => {
    const many = Array.from({ length: 11 }, (_, index) => `/docs/p${index}`);
    const [fingerprint = '', ...more] = printsAt(...many);
    expect(more).toEqual([]);
    expect(cover([{ fingerprint: [fingerprint] }], at(...many))).toEqual({ isIgnored: true, covering: [0] });
    expect(cover([docs], at(...many)).isIgnored).toBe(true);
    expect(cover([docs], at(...many, '/b')).isIgnored).toBe(false);
    // It names no place by itself.
    expect(cover([{ fingerprint: [fingerprint] }], at('/docs/p1')).isIgnored).toBe(false);
  });

  test('decide the status of a finding, and the first rule is named', () => {
    const ignore = [ignoring({ ...docs, line: 2 }), ignoring({ ...a, line: 3 })];
    const statusAt = (...places: string[]) => {
      const { findings, ruleNotices } = judged({ issues: [at(...places)] }, { 'fail-on': 'medium', ignore });
      return [findings[0]?.status, findings[0]?.ignoredBy?.line, ruleNotices.length];
    };
    expect(statusAt('/docs/a')).toEqual(['ignored', 2, 0]);
    expect(statusAt('/docs/a', '/new')).toEqual(['blocking', undefined, 0]);
    expect(statusAt('/new')).toEqual(['blocking', undefined, 2]);
  });
});

test.each([
  ['applies', '2026-12-17T23:59:59.999Z'],
  // It is announced within the last 14 days, and ends with its day in UTC.
  ['soon', '2026-12-18T00:00:00.000Z'],
  ['soon', '2026-12-31T23:59:59.999Z'],
  ['expired', '2027-01-01T00:00:00.000Z'],
  ['expired', '2026-12-31T20:00:00-05:00'],
  ['applies', '2027-01-01T00:00:00.000Z', null],
])('a rule that expires on 2026-12-31 %s at %s', (expected, time, expires: string | null = '2026-12-31') => {
  const { isExpired, expiresSoon } = compileRule(ignoring({ expires }), Date.parse(time));
  expect([isExpired, expiresSoon]).toEqual([expected === 'expired', expected === 'soon']);
});

describe('notices about rules', () => {
  test('name a rule that expires soon, one that matches nothing, and both at once, in the order of the file', () => {
    const rules = [
      { name: '*' },
      { name: '*', expires: '2026-12-01' },
      { name: 'x' },
      { name: 'x', expires: '2026-11-20' },
      { name: 'x', expires: '2026-11-19' },
    ];
    const ignore = rules.map((rule, line) => ignoring({ ...rule, line }));
    const noticesOf = (fields: object) =>
      judged({ issues: [issue], ...fields }, { ignore }).ruleNotices.map(
        ({ rule, kind }) => `${rule.line} ${kind}`,
      );
    const all = ['1 expires-soon', '2 matches-nothing', '3 expires-soon', '3 matches-nothing', '4 expired'];
    expect(noticesOf({})).toEqual(all);
    // What is missing from an incomplete list may match.
    expect(noticesOf({ totalChecked: 0 })).toEqual(all.filter((notice) => !notice.includes('nothing')));
  });
});
