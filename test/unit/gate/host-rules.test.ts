import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { misread } from '../../../src/core/problem.ts';
import { severities } from '../../../src/core/severity.ts';
import { hostLists, readHost } from '../../../src/gate/host.ts';
import type { HostRules } from '../../../src/policy/policy.ts';
import { anyJson, asResult } from './arbitraries.ts';
import { hostRules, judge, now, reasonKinds } from './policies.ts';

const daysFromNow = (days: number) => ({ $date: now / 1000 + days * 86_400 });

function violations(information: object, rules: Partial<HostRules>) {
  const { hostViolations } = judge({ information }, { host: hostRules(rules) });
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
    const host = hostRules({ allowedPorts: [443], severity });
    const blocks = severity === 'critical' || severity === 'high';
    const assessment = judge({ information }, { host });
    expect(assessment.verdict.outcome).toBe(blocks ? 'fail' : 'pass');
    expect(assessment.hostViolations).toEqual([{ kind: 'port', port: 22, service: '', severity, blocks }]);
    expect(assessment).toMatchObject({ blocking: 0, counts: { critical: 0, high: 0, warning: 0 } });
    // With `fail-on: never` they are compared with `high`.
    const { verdict, hostViolations } = judge({ information }, { failOn: 'never', host });
    expect([verdict.outcome, hostViolations]).toMatchObject([blocks ? 'fail' : 'pass', [{ blocks }]]);
  });

  test.each([
    ['services', { allowedPorts: [443] }],
    ['certificate', { certificateMinDays: 30 }],
    ['waf', { requireWaf: true }],
  ] as const)('are inconclusive if `%s` is no list', (name, rules) => {
    const host = hostRules({ ...rules, severity: 'low' });
    const place = misread({ where: `information.${name}`, expected: 'a list' });
    const problem = { kind: 'unreadable', ...place };
    for (const value of ['none', { 0: {} }, 7]) {
      const assessment = judge({ information: { [name]: value } }, { host });
      expect(assessment).toMatchObject({ verdict: { outcome: 'inconclusive' }, hostViolations: [] });
      expect(assessment.verdict.reasons).toContainEqual({ kind: 'problem', problem });
      // A list that no rule looks at decides nothing.
      expect(judge({ information: { [name]: value } }, {}).verdict.outcome).toBe('pass');
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
      const host = hostRules(rules);
      const verdictOn = (list: readonly unknown[]) =>
        judge({ information: { [name]: list } }, { host }).verdict;
      expect(verdictOn(many(most)).outcome).toBe('pass');
      const expected = `a list of at most ${most.toLocaleString('en')} entries`;
      const problem = { kind: 'unreadable', ...misread({ where: `information.${name}`, expected }) };
      expect(verdictOn(many(most + 1))).toEqual({
        outcome: 'inconclusive',
        reasons: [{ kind: 'problem', problem }],
      });
      if (bad !== null) expect(verdictOn([bad, ...many(most + 1)]).outcome).toBe('fail');
      // A list that no rule looks at decides nothing.
      expect(judge({ information: { [name]: many(most + 1) } }, {}).verdict.outcome).toBe('pass');
    },
  );

  test('find no missing firewall in a list that was not read to its end', () => {
    const waf = [...Array.from({ length: 5000 }, () => ''), 'Cloudflare'];
    const assessment = judge({ information: { waf } }, { host: hostRules({ requireWaf: true }) });
    expect(assessment).toMatchObject({ verdict: { outcome: 'inconclusive' }, hostViolations: [] });
  });

  test('are inconclusive without host information', () => {
    const host = hostRules({ requireWaf: true });
    for (const absent of [undefined, null, 'text'])
      expect(reasonKinds(judge({ information: absent }, { host }))).toEqual(['no-host-information']);
  });

  test('are inconclusive without the services or the firewalls they are about, while the others are judged', () => {
    const host = hostRules({ allowedPorts: [443], requireWaf: true });
    for (const known of [{ waf: [] }, { waf: null, ...services }, services]) {
      const assessment = judge({ information: known }, { host });
      expect(assessment.verdict.outcome).toBe('fail');
      expect(reasonKinds(assessment)).toEqual(['host-violations', 'no-host-information']);
    }
    for (const waf of [null, undefined])
      expect(reasonKinds(judge({ information: { waf } }, { host: hostRules({ requireWaf: true }) }))).toEqual(
        ['no-host-information'],
      );
    const kept = judge({ information: { waf: ['x'], services: 'none' } }, { host });
    expect(kept.verdict.outcome).toBe('inconclusive');
  });

  test('are not judged before the scan has finished: it may still find what is missing', () => {
    const host = hostRules({ requireWaf: true, certificateMinDays: 30 });
    expect(judge({ information }, { host }, { partial: true })).toMatchObject({ hostViolations: [] });
    expect(reasonKinds(judge({ information: undefined }, { host }, { partial: true }))).toEqual([
      'nothing-blocks',
    ]);
  });
});

const hostOf = (information: unknown) => readHost(asResult({ information }).information, now);

describe('readHost', () => {
  test('reads every field of the interface', () => {
    const service = { state: 'open', reason: 'syn-ack', name: 'https', product: 'nginx', version: '1.18.0' };
    const certificate = { commonName: 'a.example', subject: 'CN=a.example' };
    const alternativeNames = ['a.example', 'www.a.example'];
    const same = {
      ips: ['192.0.2.1'],
      waf: ['ModSecurity'],
      isp: 'Example Net',
      cdn: 'Cloudflare',
      cms: null,
    };
    const dates = { 'Issue On': { $date: 1_700_000_000 }, 'Expires On': { $date: 1_731_536_000.5 } };
    const host = hostOf({
      ...same,
      emails: ['info@a.example', 5],
      components: { jQuery: null, Bootstrap: null },
      database: {},
      web_server: { name: 'nginx', version: '1.18.0' },
      os: { name: 'Linux', version: 5 },
      services: [{ ...service, port: 443 }, { ...service, port: '' }, {}],
      certificate: [{ ...certificate, ...dates, subjectAltName: alternativeNames }, {}],
      total_checked: 20,
    });
    const daysLeft = Math.floor((1_731_536_000_500 - now) / 86_400_000);
    const nothing = { state: '', reason: '', name: '', product: '', version: '' };
    expect(host).toEqual({
      ...same,
      emails: ['info@a.example'],
      components: ['jQuery', 'Bootstrap'],
      database: null,
      webServer: 'nginx 1.18.0',
      os: 'Linux 5',
      wafKnown: true,
      cut: [],
      services: [443, null].map((port) => ({ ...service, port })).concat({ ...nothing, port: null }),
      certificates: [
        {
          ...certificate,
          issuedOn: 1_700_000_000_000,
          expiresOn: 1_731_536_000_500,
          daysLeft,
          alternativeNames,
        },
        {
          commonName: '',
          subject: '',
          issuedOn: null,
          expiresOn: null,
          daysLeft: null,
          alternativeNames: [],
        },
      ],
    });
  });

  test('is null if the result has no information, or none that is a mapping', () => {
    expect(readHost(undefined, now)).toBeNull();
    expect(hostOf('text')).toBeNull();
    expect(hostOf([])).toBeNull();
  });

  test('describes a value of unknown shape in words', () => {
    const rows = [
      ['WordPress', 'WordPress'],
      [{ WordPress: { version: '6' } }, 'WordPress'],
      [{ name: 'nginx', version: '1.18.0' }, 'nginx 1.18.0'],
      [{ name: 'Drupal', major: 10 }, 'Drupal, major 10'],
      [['nginx', { name: 'PHP', version: 8.3 }, 5, null, ['x']], 'nginx, PHP 8.3'],
      [{ name: '', version: '' }, null],
      ...['', [], {}, 5, null, undefined].map((empty) => [empty, null]),
    ];
    for (const [value, words] of rows) {
      const read = hostOf({ cms: value, cdn: value, os: value, database: value, web_server: value });
      expect(read).toMatchObject({ cms: words, cdn: words, os: words, database: words, webServer: words });
    }
  });

  test('reads the first entries of a list that is too long, and says so', () => {
    const many = (count: number, entry: unknown) => Array.from({ length: count }, () => entry);
    const names = Object.fromEntries(many(1001, null).map((value, index) => [`c${index}`, value]));
    const host = hostOf({
      services: many(100_001, { port: 80 }),
      certificate: many(1001, { subjectAltName: many(1001, 'a') }),
      ips: many(1001, 'a'),
      waf: many(1001, 'a'),
      emails: many(1001, 'a'),
      components: names,
      database: names,
      cms: many(1001, { name: 'a' }),
    });
    expect(host?.services).toHaveLength(100_000);
    for (const name of ['certificates', 'ips', 'waf', 'components', 'emails'] as const)
      expect(host?.[name]).toHaveLength(1000);
    expect(host?.certificates[0]?.alternativeNames).toHaveLength(1000);
    expect(host?.database?.endsWith('c999, …')).toBe(true);
    expect(host?.cms?.endsWith(', a, …')).toBe(true);
    expect(host?.cut.toSorted()).toEqual([...hostLists].sort());
    expect(hostOf({ ips: many(1000, 'a') })?.cut).toEqual([]);
  });

  test('drops items of a wrong type and never throws', () => {
    expect(hostOf({ waf: ['a', 5, null, 'b'], ips: 'x' })).toMatchObject({ waf: ['a', 'b'], ips: [] });
    const field = fc.constantFrom(
      ...['services', 'emails', 'components', 'database', 'web_server', 'os'],
      ...['cdn', 'cms', 'certificate', 'waf', 'ips', 'isp'],
    );
    fc.assert(
      fc.property(fc.dictionary(field, anyJson), (information) => {
        const host = hostOf(information);
        for (const { port } of host?.services ?? [])
          expect(port === null || Number.isSafeInteger(port)).toBe(true);
        for (const text of [...(host?.ips ?? []), ...(host?.emails ?? []), host?.cms ?? ''])
          expect(typeof text).toBe('string');
      }),
    );
  });
});
