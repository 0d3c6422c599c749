// Spans several sources: which findings are new, known and fixed, from the issues of two scans to the counts.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Severity } from '../../../src/core/severity.ts';
import { severity } from './arbitraries.ts';
import { baselineOf, issueAt, judged } from './judgements.ts';

/** A scan: its issues, its site, and the addresses of that. */
interface Scan {
  readonly issues: readonly object[];
  readonly host: string;
  readonly ips: readonly string[];
}

const scanOf = (issues: readonly object[], host = 'shop.example', ips: readonly string[] = []): Scan => ({
  issues,
  host,
  ips,
});

function compare(before: Scan, after: Scan) {
  const baseline = baselineOf(before.issues, before.host, { information: { ips: before.ips } });
  const fields = { issues: after.issues, information: { ips: after.ips } };
  return judged(fields, { 'fail-on': 'never' }, { baseline, siteHost: after.host });
}

/** How many findings are new/known/fixed. */
function counts(before: Scan, after: Scan): string {
  const { comparison } = compare(before, after);
  if (comparison.kind !== 'compared') throw new Error('nothing was compared');
  return `${comparison.new}/${comparison.known}/${comparison.fixed}`;
}

const named = (name: string, fields: object = {}) => ({ name, severity: 'high', ...fields });
const at = (path: string | readonly string[], fields: object = {}) =>
  issueAt(
    [path].flat().map((each) => `https://shop.example${each}`),
    fields,
  );
const pages = (count: number, level = 'medium') =>
  at(
    Array.from({ length: count }, (_, index) => `/page-${index}`),
    { severity: level },
  );
const eachPage = (count: number, level = 'medium') =>
  Array.from({ length: count }, (_, index) => at(`/page-${index}`, { severity: level }));

describe('two scans', () => {
  test.each<[what: string, before: Scan | object, after: Scan | object, expected: string]>([
    ['the same title at another place', at('/a'), at('/b'), '1/0/1'],
    ['the same title at one more place', [at('/a')], [at('/a'), at('/b')], '1/1/0'],
    ['two places in another order', at(['/a', '/b']), at(['/b', '/a']), '0/1/0'],
    ['two places in two entries', at(['/a', '/b']), [at('/b'), at('/a')], '0/2/0'],
    ['one of three places fixed', at(['/a', '/b', '/c']), at(['/c', '/a']), '0/1/0'],
    ['all places fixed', at(['/a', '/b']), [], '0/0/1'],
    ['one of two equal ones fixed', [at('/a'), at('/a')], at('/a'), '0/1/1'],
    ['one more of equal ones', at('/a'), [at('/a'), at('/a')], '2/0/0'],
    ['a place that is not named any more', at('/a'), at([]), '1/0/1'],
    ['a place that is named now', at([]), at('/a'), '1/0/1'],
    ['a more severe one', at('/a', { severity: 'low' }), at('/a'), '1/0/0'],
    ['a less severe one', at('/a'), at('/a', { severity: 'low' }), '0/1/0'],
    ['a severity that is not known, before', at('/a', { severity: 'odd' }), at('/a'), '1/0/0'],
    ['another method that writes', at('/a'), issueAt(['POST /a']), '1/0/1'],
    ['a finding without a name', named(' '), named(' '), '1/0/0'],
  ])('with %s', (_what, before, after, expected) => {
    const asScan = (given: Scan | object) => scanOf('issues' in given ? [] : [given].flat());
    expect(counts(asScan(before), asScan(after))).toBe(expected);
  });

  const addressed = (v4: string, v6: string) =>
    scanOf([named(`Port 22 of ${v4} is open`), named(`${v6} answers`)], 'shop.example', [v6, v4]);

  test('with other addresses of the site: nothing is new', () => {
    const [before, after] = [addressed('192.0.2.1', '2001:DB8::1'), addressed('192.0.2.9', '2001:db8:0::9')];
    expect(counts(before, after)).toBe('0/2/0');
  });

  test.each<[what: string, before: readonly object[], after: readonly object[], expected: string]>([
    ['500 pages, six now', [pages(500)], [pages(6)], '0/1/0'],
    ['500 entries, six now', eachPage(500), eachPage(6), '0/6/0'],
    ['500 entries, 600 now', eachPage(500), eachPage(600), '0/600/0'],
    ['six entries, 500 now', eachPage(6), eachPage(500), '500/0/0'],
    ['500 entries, none now', eachPage(500), [], '0/0/500'],
    ['eleven places and a twelfth, medium', [pages(11)], [pages(12)], '0/1/0'],
    ['eleven places and a twelfth, high', [pages(11, 'high')], [pages(12, 'high')], '1/0/0'],
    ['eleven medium places, one high now', [pages(11)], [pages(1, 'high')], '1/0/0'],
    ['eleven low places, one medium now', [pages(11, 'low')], [pages(1)], '1/0/0'],
    ['eleven medium places, one low now', [pages(11)], [pages(1, 'low')], '0/1/0'],
    ['ten places and an eleventh', [pages(10)], [pages(11)], '1/0/0'],
    ['no place, eleven now', [pages(0)], [pages(11)], '1/0/0'],
    ['eleven places, none named now', [pages(11)], [pages(0)], '0/1/0'],
    ['eleven places of another weakness', [{ ...pages(11), name: 'x' }], [pages(1)], '1/0/1'],
  ])('with %s', (_what, before, after, expected) => {
    expect(counts(scanOf(before), scanOf(after))).toBe(expected);
  });
});

const places = fc.uniqueArray(fc.constantFrom('/a', '/b', '/c', '/users/1', '/js/x.0a1b2c3d.js'), {
  maxLength: 4,
});
const anyIssues = (level: fc.Arbitrary<Severity> = severity) =>
  fc.array(
    fc.record({
      name: fc.constantFrom('Directory listing', 'Cookie'),
      paths: fc.oneof(
        { weight: 4, arbitrary: places },
        { weight: 1, arbitrary: fc.constant(Array.from({ length: 11 }, (_, index) => `/page-${index}`)) },
      ),
      level,
    }),
    { maxLength: 5 },
  );
type AnyIssues = typeof anyIssues extends (...args: never) => fc.Arbitrary<infer Issues> ? Issues : never;

function siteOf(issues: AnyIssues, host = 'shop.example'): Scan {
  const at = (paths: readonly string[]) => paths.map((path) => `https://${host}${path}`);
  return scanOf(
    issues.map(({ name, paths, level }) => ({
      name: `${name} of ${host}`,
      severity: level,
      raw: { url: at(paths), method: 'GET' },
    })),
    host,
  );
}

describe('the laws of the same finding', () => {
  test('the same scan, also on another host, has nothing new and nothing fixed', () => {
    fc.assert(
      fc.property(anyIssues(), fc.domain(), fc.domain(), (issues, one, other) => {
        const { length } = issues;
        expect(counts(siteOf(issues, one), siteOf(issues, other))).toBe(`0/${length}/0`);
      }),
      { numRuns: 300 },
    );
  });

  test('adding a place to a high finding always makes it new', () => {
    const worse = fc.constantFrom<Severity>('high', 'critical');
    fc.assert(
      fc.property(anyIssues(), anyIssues(worse), fc.nat(4), (others, issues, position) => {
        const before = [...others, ...issues];
        const changed = issues.map((issue, index) =>
          index === position % issues.length ? { ...issue, paths: [...issue.paths, '/added'] } : issue,
        );
        const { comparison, findings } = compare(siteOf(before), siteOf([...others, ...changed]));
        expect(comparison).toMatchObject({ new: issues.length === 0 ? 0 : expect.any(Number) });
        const added = findings.filter(({ finding }) => finding.places.includes('/added'));
        expect(added.map(({ status }) => status)).toEqual(issues.length === 0 ? [] : ['passing']);
      }),
      { numRuns: 300 },
    );
  });

  test('removing a place or a finding never makes anything new', () => {
    fc.assert(
      fc.property(anyIssues(), fc.nat(4), fc.nat(10), (before, position, place) => {
        const scan = siteOf(before);
        const without = before.toSpliced(position % Math.max(1, before.length), 1);
        const fewer = before.map((issue, index) => {
          const isMeant = index === position % before.length && issue.paths.length > 1;
          return isMeant ? { ...issue, paths: issue.paths.toSpliced(place % issue.paths.length, 1) } : issue;
        });
        for (const after of [without, fewer]) expect(counts(scan, siteOf(after))).toMatch(/^0\//);
      }),
      { numRuns: 300 },
    );
  });
});
