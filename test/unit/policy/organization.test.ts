import { describe, expect, test } from '@jest/globals';
import { createInputReader } from '../../../src/inputs/reader.ts';
import { type BaselineSetting, parseBaseline } from '../../../src/policy/baseline.ts';
import {
  judgingPolicies,
  parseOrganizationPolicy,
  policyWithAllowances,
  withOrganization,
} from '../../../src/policy/organization.ts';
import type { IgnoreRule } from '../../../src/policy/policy.ts';
import { parsePolicyFile } from '../../../src/policy/policy-file.ts';
import { combineSettings, readInputSettings } from '../../../src/policy/settings-in-force.ts';
import { acceptedOf } from '../../support/expected-of.ts';
import {
  organizationCommit,
  organizationName,
  organizationOf,
  plainPolicy,
} from '../../support/plain-policy.ts';
import { ignoring, now } from '../gate/assessments.ts';

function read(text: string) {
  return parseOrganizationPolicy(text, { name: organizationName, commit: organizationCommit });
}

/** The settings of a repository with `text` and `inputs`, bound to the organization's `policy`. */
function bind(text: string, policy: string, inputs: Readonly<Record<string, string>> = {}) {
  const file = parsePolicyFile(text, 'policy.yml');
  const given = readInputSettings(createInputReader((name) => inputs[name] ?? ''));
  return withOrganization(combineSettings(given, file, 'en'), read(`fail-on: high\n${policy}`));
}

const baseline = (text: string) => acceptedOf(parseBaseline(text));

describe('the file of the organization', () => {
  test('sets what it names, and the rest is the default', () => {
    const text = 'fail-on: critical\nallow-ignores: { max-days: 30, max-severity: medium }';
    const organization = read(text);
    expect(organization).toMatchObject({
      policy: { ...plainPolicy, failOn: 'critical' },
      allowIgnores: { maxDays: 30, maxSeverity: 'medium' },
      allowBaseline: false,
    });
  });

  test.each([
    ['', /`fail-on` is wrong, expected/],
    ['max-findings: { high: 1 }', /`fail-on` is wrong/],
    ['fail-on: high\ncomment: never', /line 2: `comment` is not known here, allowed are .*`allow-ignores`/],
    ['fail-on: high\nallow-ignores: { max-days: 3 }', /`allow-ignores\.max-severity` is wrong/],
    ['fail-on: high\nallow-ignores: { days: 3 }', /allowed are `max-days` or `max-severity`/],
    ['fail-on: high\nallow-baseline: yes', /`allow-baseline` is wrong, expected `true` or `false`/],
  ])('is wrong with %p', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('and the file of a repository knows nothing of what an organization allows', () => {
    expect(() => parsePolicyFile('allow-baseline: true', 'policy.yml')).toThrow(/is not known here/);
  });
});

describe('withOrganization', () => {
  test.each([
    ['on-inconclusive: warn', 'on-inconclusive: warn', 'warn', 'file'],
    ['on-inconclusive: warn', 'on-inconclusive: fail', 'fail', 'organization'],
    ['on-inconclusive: warn', '', 'fail', 'organization'],
    ['', 'on-inconclusive: warn', 'fail', 'default'],
  ])('the stricter effect holds: of “%s” and “%s” it is %s', (repository, organization, effect, source) => {
    const { policy, sources } = bind(repository, organization);
    expect([policy.onInconclusive, sources['on-inconclusive']]).toEqual([effect, source]);
  });

  test.each([
    ['allowed-statuses: [401, 404]', 'allowed-statuses: [404, 410]', [404], 'organization'],
    ['allowed-statuses: [401, 404]', 'allowed-statuses: [401, 404]', [401, 404], 'file'],
    ['allowed-statuses: [401, 404]', '', [401, 404], 'file'],
    ['', 'allowed-statuses: [404, 410]', [404, 410], 'organization'],
    ['allowed-statuses: [401, 404]', 'allowed-statuses: []', [], 'organization'],
  ])(
    'statuses count if both allow them, or one if the other names none: “%s”, “%s”',
    (repository, organization, statuses, source) => {
      const { policy, sources } = bind(repository, organization);
      expect([policy.allowedStatuses, sources['allowed-statuses']]).toEqual([statuses, source]);
    },
  );

  test('statuses of an input count only if the organization allows them too', () => {
    const inputs = { 'allowed-statuses': '401, 404' };
    const { policy, sources } = bind('', 'allowed-statuses: [404, 410]', inputs);
    expect([policy.allowedStatuses, sources['allowed-statuses']]).toEqual([[404], 'organization']);
  });

  test.each<[repository: string[] | null, organization: string[] | null, allowed: string[]]>([
    [
      ['a.example', 'b.example'],
      ['A.example', 'c.example'],
      ['a.example', 'A.example'],
    ],
    [['a.example:8443'], ['a.example'], ['a.example:8443']],
    [['a.example'], ['a.example:8443', '[::1]'], ['a.example:8443']],
    [['[::1]:80'], ['[::1]'], ['[::1]:80']],
    [null, ['a.example'], ['a.example']],
    [['a.example'], null, ['a.example']],
    [['a.example'], [], []],
  ])(
    'redirects count if both allow them, and a host without a port allows every port: %j, %j',
    (repository, organization, allowed) => {
      const fileOf = (hosts: string[] | null) =>
        hosts === null ? '' : `target: { allowed-redirects: ${JSON.stringify(hosts)} }`;
      expect(bind(fileOf(repository), fileOf(organization)).policy.allowedRedirects).toEqual(allowed);
    },
  );

  test('everything else stays as the repository has it', () => {
    const { policy, organization } = bind('fail-on: never\nfail-fast: true', 'fail-on-cvss: 5');
    expect(policy).toEqual({ ...plainPolicy, failOn: 'never', failFast: true });
    expect(organization?.policy.failOnCvss).toBe(5);
  });
});

describe('policyWithAllowances', () => {
  const rule = (fields: Partial<IgnoreRule>) => ignoring({ name: '*', expires: '2026-11-21', ...fields });
  const allowIgnores = { maxDays: 30, maxSeverity: 'medium' } as const;
  const ignores = (
    fields: Partial<IgnoreRule>,
    allows: Parameters<typeof organizationOf>[1] = { allowIgnores },
  ) =>
    policyWithAllowances({ ...plainPolicy, ignore: [rule(fields)] }, organizationOf({}, allows), now).ignore;

  test('takes no ignore rule of the repository unless it is allowed', () => {
    expect(ignores({}, {})).toEqual([]);
    expect(ignores({ expires: null })).toEqual([]);
    expect(ignores({ expires: '2026-12-20' })).toHaveLength(1);
    expect(ignores({ expires: '2026-12-21' })).toEqual([]);
    const today = { allowIgnores: { ...allowIgnores, maxDays: 0 } };
    expect(ignores({ expires: '2026-11-20' }, today)).toHaveLength(1);
  });

  test.each([
    [null, 'medium'],
    ['critical', 'medium'],
    ['medium', 'medium'],
    ['low', 'low'],
  ] as const)('lets a rule up to %s take findings up to %s, if medium is allowed', (ownCeiling, ceiling) => {
    expect(ignores({ severity: ownCeiling })).toEqual([rule({ severity: ceiling })]);
  });

  test('compares with the baseline of the organization, else with that of the repository if it may', () => {
    const site = baseline('https://shop.example');
    const of = (own: BaselineSetting | null, organization: Parameters<typeof organizationOf>) =>
      policyWithAllowances({ ...plainPolicy, baseline: own }, organizationOf(...organization), now).baseline;
    expect(of(site, [{}])).toBeNull();
    expect(of(site, [{}, { allowBaseline: true }])).toBe(site);
    expect(of(baseline('previous'), [{}, { allowBaseline: true }])).toBeNull();
    expect(of(baseline('3f2a'), [{}, { allowBaseline: true }])).toBeNull();
    const other = baseline('https://other.example');
    expect(of(site, [{ baseline: other }, { allowBaseline: true }])).toBe(other);
  });

  test('depends on no other setting of the repository', () => {
    const organization = organizationOf({ maxFindings: { low: 3 } });
    const own = { ...plainPolicy, failOn: 'never', failFast: true, maxFindings: { low: 99 } } as const;
    expect(judgingPolicies({ policy: own, organization }, now)).toEqual([own, organization.policy]);
    expect(judgingPolicies({ policy: own, organization: null }, now)).toEqual([own]);
  });
});
