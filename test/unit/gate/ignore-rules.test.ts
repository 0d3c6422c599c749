import { describe, expect, test } from '@jest/globals';
import { severities } from '../../../src/core/severity.ts';
import { readFindings } from '../../../src/gate/findings.ts';
import { fingerprinter } from '../../../src/gate/fingerprint.ts';
import { compileRule, matchingRules } from '../../../src/gate/ignore-rules.ts';
import type { IgnoreRule } from '../../../src/policy/policy.ts';
import { assessed, ignoring, now } from './assessments.ts';

const issue = {
  name: 'Open directory',
  group: 'Unspecified Threat',
  severity: 'medium',
  cwe: [79, 200],
  cve: ['CVE-2021-23017'],
};

/** True if the rule matches `issue` with `fields`. */
function matches(rule: Partial<IgnoreRule>, fields: object = {}, type: string | null = 'exposure'): boolean {
  const [finding] = readFindings([{ ...issue, ...fields }], 'shop.example').findings;
  if (finding === undefined) throw new Error('no finding');
  const dated = compileRule(ignoring(rule), now);
  return matchingRules([dated], { ...finding, type }, fingerprinter(null)(finding)).length === 1;
}

describe('an ignore rule', () => {
  test.each<[rule: Partial<IgnoreRule>, expected: boolean]>([
    [{ name: 'open*' }, true],
    [{ name: 'directory' }, false],
    [{ group: 'unspecified threat' }, true],
    [{ group: 'unspecified' }, false],
    [{ type: 'EXPOSURE' }, true],
    [{ type: 'headers' }, false],
    [{ cwe: [200, 79, 20] }, true],
    [{ cwe: [200] }, false],
    [{ cve: ['CVE-2021-23017'] }, true],
    [{ cve: ['CVE-2021-23018'] }, false],
    [{ fingerprint: 'v1:00000000000000000000' }, false],
    [{ name: '*', cwe: [79, 200], group: 'Unspecified Threat' }, true],
    [{ name: '*', cwe: [1] }, false],
  ])('with %j matches the open directory: %j', (rule, expected) => {
    expect(matches(rule)).toBe(expected);
  });

  test('matches the fingerprint that the reports show', () => {
    const [shown] = assessed({ issues: [issue] }).findings;
    expect(matches({ fingerprint: shown?.fingerprint ?? '' })).toBe(true);
  });

  test.each<[what: string, fields: object, rule: Partial<IgnoreRule>, expected: boolean]>([
    ['another CVE', { cve: ['CVE-2021-23017', 'CVE-2022-0001'] }, { cve: ['CVE-2021-23017'] }, false],
    ['only CVEs of the list', {}, { cve: ['CVE-2021-23017', 'CVE-2022-0001'] }, true],
    ['another CVE as text', { cve: 'CVE-2021-23017, 2022-0001' }, { cve: ['CVE-2021-23017'] }, false],
    ['something unknown too', { cve: ['CVE-2021-23017', { id: 7 }] }, { cve: ['CVE-2021-23017'] }, false],
    ['no CVE', { cve: [] }, { cve: ['CVE-2021-23017'] }, false],
    ['a CWE as text', { cwe: 'CWE-79' }, { cwe: [79] }, true],
    ['another CWE as text', { cwe: [79, 'CWE-89'] }, { cwe: [79] }, false],
    ['no CWE', { cwe: null }, { cwe: [79] }, false],
  ])('takes a finding only if it covers all that it names: %s', (_what, fields, rule, expected) => {
    expect(matches(rule, fields)).toBe(expected);
  });

  const at = (paths: readonly string[]) => paths.map((path) => `https://shop.example${path}`);
  test.each<[what: string, raw: unknown, rule: Partial<IgnoreRule>, expected: boolean]>([
    ['every place matches', at(['/docs/a', '/docs/b']), { name: 'open*', where: '/docs/*' }, true],
    ['letter case', at(['/Docs/A']), { name: 'open*', where: '/docs/*' }, true],
    ['one place does not match', at(['/docs/a', '/admin']), { name: 'open*', where: '/docs/*' }, false],
    ['no place is known', [], { name: 'open*', where: '*' }, false],
    ['not every place is known', at(['/docs/a', '/docs/b c']), { name: 'open*', where: '*' }, false],
    ['another field does not match', at(['/docs/a']), { name: 'x', where: '*' }, false],
    ['no place is asked for', [], { name: 'open*' }, true],
  ])('with `where` takes a finding only if all its places match: %s', (_what, raw, rule, expected) => {
    expect(matches(rule, { raw })).toBe(expected);
  });

  test('by name does not match a name of more than 1,000 characters', () => {
    expect(matches({ name: '*' }, { name: 'a'.repeat(1000) })).toBe(true);
    expect(matches({ name: '*' }, { name: 'a'.repeat(10_001) })).toBe(false);
    expect(matches({ name: '*b*a' }, { name: 'a '.repeat(5_000_000) })).toBe(false);
  });

  test('by type matches nothing if the service gives no type', () => {
    expect(matches({ type: 'exposure' }, {}, null)).toBe(false);
  });

  test('does not match above its ceiling', () => {
    const taken = severities.filter((severity) => matches({ name: '*', severity }));
    expect(taken).toEqual(['critical', 'high', 'medium']);
  });
});

describe('the expiry of a rule', () => {
  const at = (time: string) => {
    const { isExpired, expiresSoon } = compileRule(ignoring({ expires: '2026-12-31' }), Date.parse(time));
    return isExpired ? 'expired' : expiresSoon ? 'soon' : 'applies';
  };

  test('is the end of its day in UTC', () => {
    expect(at('2026-12-31T23:59:59.999Z')).toBe('soon');
    expect(at('2027-01-01T00:00:00.000Z')).toBe('expired');
    expect(at('2026-12-31T20:00:00-05:00')).toBe('expired');
  });

  test('is announced within the last 14 days', () => {
    expect(at('2026-12-17T23:59:59.999Z')).toBe('applies');
    expect(at('2026-12-18T00:00:00.000Z')).toBe('soon');
  });

  test('never comes without a date', () => {
    expect(compileRule(ignoring(), now)).toMatchObject({ isExpired: false, expiresSoon: false });
  });
});

describe('notices about rules', () => {
  const noticesOf = (rule: Partial<IgnoreRule>) =>
    assessed({ issues: [issue] }, { ignore: [ignoring(rule)] }).ruleNotices.map(({ kind }) => kind);

  test('name an expired rule, which does not apply', () => {
    const { findings, ruleNotices } = assessed(
      { issues: [{ ...issue, severity: 'high' }] },
      { ignore: [ignoring({ name: '*', expires: '2026-11-19', line: 4 })] },
    );
    expect(findings.map(({ status, ignoredBy }) => [status, ignoredBy])).toEqual([['blocking', null]]);
    expect(ruleNotices).toMatchObject([{ kind: 'expired', rule: { line: 4 } }]);
  });

  test('name a rule that expires soon, one that matches nothing, and both at once', () => {
    expect(noticesOf({ name: '*' })).toEqual([]);
    expect(noticesOf({ name: '*', expires: '2026-12-01' })).toEqual(['expires-soon']);
    expect(noticesOf({ name: 'x' })).toEqual(['matches-nothing']);
    expect(noticesOf({ name: 'x', expires: '2026-11-20' })).toEqual(['expires-soon', 'matches-nothing']);
    expect(noticesOf({ name: 'x', expires: '2026-11-19' })).toEqual(['expired']);
  });

  test('do not say that a rule matches nothing if another one matches the finding first', () => {
    const ignore = [ignoring({ name: 'open*' }), ignoring({ cwe: [79, 200], line: 2 })];
    const { findings, ruleNotices } = assessed({ issues: [issue] }, { ignore });
    expect(findings[0]?.ignoredBy?.line).toBe(1);
    expect(ruleNotices).toEqual([]);
  });

  test('do not say that a rule matches nothing before the scan has finished', () => {
    const ignore = [ignoring({ name: 'x' })];
    expect(assessed({}, { ignore }, { partial: true }).ruleNotices).toEqual([]);
    expect(assessed({}, { ignore }, { problem: { kind: 'nothing-checked' } }).ruleNotices).toEqual([]);
    expect(assessed({}, { ignore }).ruleNotices).toHaveLength(1);
  });
});
