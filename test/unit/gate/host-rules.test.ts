import { describe, expect, test } from '@jest/globals';
import { classifiedField } from '../../../src/core/problem.ts';
import { severities } from '../../../src/core/severity.ts';
import type { HostRules } from '../../../src/policy/policy.ts';
import { assessed, hostRulesOf, now, reasonKinds } from './assessments.ts';

const daysFromNow = (days: number) => ({ $date: now / 1000 + days * 86_400 });

function violations(information: object, rules: Partial<HostRules>) {
  const { hostViolations } = assessed({ information }, { hostRules: hostRulesOf(rules) });
  return hostViolations.map(({ blocks, ...violation }) => violation);
}

describe('allowed-ports', () => {
  const services = [
    { port: 443, state: 'open', name: 'https', product: 'nginx' },
    { port: 22, state: 'open', name: 'ssh', product: '' },
    { port: 25, state: 'closed', name: 'smtp' },
    { port: 26, state: 'Filtered ', name: 'smtp' },
  ];

  test('treats every other open port as a violation', () => {
    expect(violations({ services }, { allowedPorts: [443] })).toEqual([
      { kind: 'port', port: 22, service: 'ssh', severity: 'high' },
    ]);
    expect(violations({ services }, { allowedPorts: [22, 443] })).toEqual([]);
    expect(violations({ services }, { allowedPorts: [] })).toHaveLength(2);
    expect(violations({ services }, {})).toEqual([]);
  });

  test('treats an open port as a violation if it has no number', () => {
    for (const port of ['', '443', undefined])
      expect(violations({ services: [{ port, state: 'open', name: 'x' }] }, { allowedPorts: [443] })).toEqual(
        [{ kind: 'port', port: null, service: 'x', severity: 'high' }],
      );
  });

  test('treats a service as open unless it says otherwise', () => {
    const open = [{ port: 22 }, { port: 22, state: '' }, { port: 22, state: 'open|filtered' }, 'text'];
    for (const service of open)
      expect(violations({ services: [service] }, { allowedPorts: [443] })).toHaveLength(1);
  });
});

describe('certificate-min-days', () => {
  const of = (...certificates: readonly object[]) =>
    violations({ certificate: certificates }, { certificateMinDays: 30 });

  test('requires every certificate to be valid for so many days', () => {
    const good = { commonName: 'a', 'Expires On': daysFromNow(30) };
    const late = { commonName: 'b', 'Expires On': daysFromNow(29.9) };
    const over = { commonName: 'c', 'Expires On': daysFromNow(-0.5) };
    expect(of(good)).toEqual([]);
    expect(of(good, late, over)).toEqual([
      { kind: 'certificate', commonName: 'b', daysLeft: 29, minDays: 30, severity: 'high' },
      { kind: 'certificate', commonName: 'c', daysLeft: -1, minDays: 30, severity: 'high' },
    ]);
  });

  test('treats one that cannot be read as a violation, beside a good one too, and a host without any', () => {
    const good = { commonName: 'a', 'Expires On': daysFromNow(30) };
    const impossible = [1e300, -1e300, 0, Date.UTC(1989, 11, 31) / 1000, Date.UTC(2201, 0) / 1000, now];
    const dates = ['soon', { $date: '2099' }, ...impossible.map(($date) => ({ $date })), undefined];
    for (const bad of [...dates.map((date) => ({ 'Expires On': date })), 5, 'text', null, []])
      expect(violations({ certificate: [good, bad] }, { certificateMinDays: 30 })).toMatchObject([
        { kind: 'certificate', daysLeft: null },
      ]);
    expect(of()).toEqual([{ kind: 'no-certificate', minDays: 30, severity: 'high' }]);
  });

  test('with 0 refuses only expired certificates', () => {
    const rules = { certificateMinDays: 0 };
    expect(violations({ certificate: [{ 'Expires On': daysFromNow(0.1) }] }, rules)).toEqual([]);
    expect(violations({ certificate: [{ 'Expires On': daysFromNow(-0.1) }] }, rules)).toHaveLength(1);
  });
});

test('require-waf requires a detected firewall', () => {
  const none = [{ kind: 'no-waf', severity: 'high' }];
  for (const waf of [[], [''], [' '], ['-'], ['\u200b'], ['None'], [null], [{}]])
    expect(violations({ waf }, { requireWaf: true })).toEqual(none);
  expect(violations({ waf: ['', 'Cloudflare'] }, { requireWaf: true })).toEqual([]);
  expect(violations({ waf: [] }, { requireWaf: false })).toEqual([]);
});

describe('host rules in the verdict', () => {
  const services = { services: [{ port: 22, state: 'open' }] };
  const information = { ...services, waf: [] };

  test.each(severities)('have the severity of the policy: %s', (severity) => {
    const host = hostRulesOf({ allowedPorts: [443], severity });
    const blocks = severity === 'critical' || severity === 'high';
    const assessment = assessed({ information }, { hostRules: host });
    expect(assessment.verdict.outcome).toBe(blocks ? 'fail' : 'pass');
    expect(assessment.hostViolations).toEqual([{ kind: 'port', port: 22, service: '', severity, blocks }]);
    expect(assessment).toMatchObject({ blockingCount: 0, counts: { critical: 0, high: 0, warning: 0 } });
    // With `fail-on: never` they are compared with `high`.
    const { verdict, hostViolations } = assessed({ information }, { failOn: 'never', hostRules: host });
    expect(verdict.outcome).toBe(blocks ? 'fail' : 'pass');
    expect(hostViolations).toMatchObject([{ blocks }]);
  });

  test.each([
    ['services', { allowedPorts: [443] }],
    ['certificate', { certificateMinDays: 30 }],
    ['waf', { requireWaf: true }],
  ] as const)('are inconclusive if `%s` is no list', (name, rules) => {
    const host = hostRulesOf({ ...rules, severity: 'low' });
    const place = classifiedField({ path: `information.${name}`, expected: 'a list' });
    const problem = { kind: 'unreadable', ...place };
    for (const value of ['none', { 0: {} }, 7]) {
      const assessment = assessed({ information: { [name]: value } }, { hostRules: host });
      expect(assessment).toMatchObject({ verdict: { outcome: 'inconclusive' }, hostViolations: [] });
      expect(assessment.verdict.reasons).toContainEqual({ kind: 'problem', problem });
      // A list that no rule looks at decides nothing.
      expect(assessed({ information: { [name]: value } }, {}).verdict.outcome).toBe('pass');
    }
  });

  const good = { 'Expires On': { $date: now / 1000 + 86_400 * 365 } };
  test.each([
    ['services', { allowedPorts: [443] }, 100_000, { port: 443 }, { port: 22 }],
    ['certificate', { certificateMinDays: 30 }, 1_000, good, {}],
    ['waf', { requireWaf: true }, 1_000, 'Cloudflare', null],
  ] as const)(
    'are inconclusive if `%s` is too long, unless something blocks',
    (name, rules, most, fine, bad) => {
      const many = (count: number) => Array.from({ length: count }, () => fine);
      const host = hostRulesOf(rules);
      const verdictOn = (list: readonly unknown[]) =>
        assessed({ information: { [name]: list } }, { hostRules: host }).verdict;
      expect(verdictOn(many(most)).outcome).toBe('pass');
      const expected = `a list of at most ${most.toLocaleString('en')} entries`;
      const problem = { kind: 'unreadable', ...classifiedField({ path: `information.${name}`, expected }) };
      expect(verdictOn(many(most + 1))).toEqual({
        outcome: 'inconclusive',
        reasons: [{ kind: 'problem', problem }],
      });
      if (bad !== null) expect(verdictOn([bad, ...many(most + 1)]).outcome).toBe('fail');
      // A list that no rule looks at decides nothing.
      expect(assessed({ information: { [name]: many(most + 1) } }, {}).verdict.outcome).toBe('pass');
    },
  );

  test('find no missing firewall in a list that was not read to its end', () => {
    const waf = [...Array.from({ length: 5000 }, () => ''), 'Cloudflare'];
    const assessment = assessed({ information: { waf } }, { hostRules: hostRulesOf({ requireWaf: true }) });
    expect(assessment).toMatchObject({ verdict: { outcome: 'inconclusive' }, hostViolations: [] });
  });

  test('are inconclusive without host information', () => {
    const host = hostRulesOf({ requireWaf: true });
    for (const absent of [undefined, null, 'text'])
      expect(reasonKinds(assessed({ information: absent }, { hostRules: host }))).toEqual([
        'no-host-information',
      ]);
  });

  test('are inconclusive without the services or the firewalls they are about, while the others are judged', () => {
    const host = hostRulesOf({ allowedPorts: [443], requireWaf: true });
    for (const known of [{ waf: [] }, { waf: null, ...services }, services]) {
      const assessment = assessed({ information: known }, { hostRules: host });
      expect(assessment.verdict.outcome).toBe('fail');
      expect(reasonKinds(assessment)).toEqual(['host-violations', 'no-host-information']);
    }
    for (const waf of [null, undefined])
      expect(
        reasonKinds(assessed({ information: { waf } }, { hostRules: hostRulesOf({ requireWaf: true }) })),
      ).toEqual(['no-host-information']);
    const kept = assessed({ information: { waf: ['x'], services: 'none' } }, { hostRules: host });
    expect(kept.verdict.outcome).toBe('inconclusive');
  });

  test('are not judged before the scan has finished: it may still find what is missing', () => {
    const host = hostRulesOf({ requireWaf: true, certificateMinDays: 30 });
    expect(assessed({ information }, { hostRules: host }, { partial: true })).toMatchObject({
      hostViolations: [],
    });
    expect(reasonKinds(assessed({ information: undefined }, { hostRules: host }, { partial: true }))).toEqual(
      ['nothing-blocks'],
    );
  });
});
