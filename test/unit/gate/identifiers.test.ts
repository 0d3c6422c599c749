import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readIdentifiers } from '../../../src/gate/identifiers.ts';
import { anyJson } from './arbitraries.ts';

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
