import { describe, expect, test } from '@jest/globals';
import { parsePolicyFile } from '../../../src/settings/policy-file.ts';
import { combineSettings } from '../../../src/settings/settings.ts';
import type { GivenSettings } from '../../../src/settings/table.ts';
import { parseTarget } from '../../../src/settings/target-url.ts';
import { acceptedOf } from '../../support/expected-of.ts';
import { plainPolicy, plainReports } from '../../support/plain-policy.ts';

const version = {
  name: 'acme/policies/p.yml@main',
  repository: 'acme/policies',
  path: 'p.yml',
  commit: '4f2a'.repeat(10),
  blob: 'b1'.repeat(20),
};

function combine(text: string | null, inputs: GivenSettings = {}) {
  return combineSettings(inputs, text === null ? null : parsePolicyFile(text, version), 'en');
}

const everything = `
fail-on: low
baseline: https://u:s3cret@shop.example/a?b=c
min-checks: 100
on-fail: warn
on-inconclusive: warn
allowed-statuses: [404, 401]
comment: never
disclosure: counts
track-issue: true
reports: none
report-language: pt
report-logo: https://a.example/logo.png?key=s3cret
report-color: "#aabbcc"
`;

describe('combineSettings', () => {
  test('applies the defaults if neither input nor file has a value', () => {
    for (const text of [null, ''])
      expect(combine(text)).toEqual({
        policy: plainPolicy,
        publishing: plainReports,
        given: [],
        file: text === null ? null : version,
      });
  });

  test('takes every setting from the file', () => {
    const { policy, publishing, given } = combine(everything);
    expect({ ...policy, ...publishing }).toMatchObject({
      failOn: 'low',
      baseline: { kind: 'url', target: { url: new URL('https://u:s3cret@shop.example/a?b=c') } },
      minChecks: 100,
      onFail: 'warn',
      onInconclusive: 'warn',
      allowedStatuses: [404, 401],
      comment: 'never',
      disclosure: 'counts',
      trackIssue: true,
      reports: [],
      reportLanguage: 'pt',
      reportLogo: new URL('https://a.example/logo.png?key=s3cret'),
      reportColor: '#aabbcc',
    });
    expect(new Set(given.map(({ source }) => source))).toEqual(new Set(['file']));
  });

  test('lists what was set, as it is typed, and without the secrets of addresses', () => {
    const { given } = combine(everything, { 'fail-on': 'high' });
    expect(given.map(({ name, value, source }) => `${name}: ${value} (${source})`)).toEqual([
      'allowed-statuses: 404, 401 (file)',
      'fail-on: high (input)',
      'baseline: https://shop.example/a (file)',
      'min-checks: 100 (file)',
      'on-fail: warn (file)',
      'on-inconclusive: warn (file)',
      'comment: never (file)',
      'disclosure: counts (file)',
      'track-issue: true (file)',
      'reports: none (file)',
      'report-language: pt (file)',
      'report-logo: https://a.example/logo.png (file)',
      'report-color: #aabbcc (file)',
    ]);
  });

  test('lets a given input win over the file, whatever its value', () => {
    const inputs: GivenSettings = {
      'fail-on': 'never',
      baseline: { kind: 'url', target: acceptedOf(parseTarget('https://b.example')) },
      'min-checks': 0,
      'on-fail': 'fail',
      'on-inconclusive': 'fail',
      'allowed-statuses': [],
      comment: 'always',
      disclosure: 'auto',
      'track-issue': false,
      reports: ['COMMERCIAL_RISK_REPORT'],
      'report-language': 'en',
      'report-logo': new URL('https://b.example'),
      'report-color': '#000000',
    };
    const { policy, publishing, given } = combine(everything, inputs);
    const { ignore, ...settings } = policy;
    expect({ ...settings, ...publishing }).toEqual({
      failOn: 'never',
      baseline: inputs.baseline,
      minChecks: 0,
      onFail: 'fail',
      onInconclusive: 'fail',
      allowedStatuses: [],
      comment: 'always',
      disclosure: 'auto',
      trackIssue: false,
      reports: ['COMMERCIAL_RISK_REPORT'],
      reportLanguage: 'en',
      reportLogo: inputs['report-logo'],
      reportColor: '#000000',
    });
    expect(ignore).toEqual([]);
    expect(new Set(given.map(({ source }) => source))).toEqual(new Set(['input']));
  });

  test('makes PDF reports in `language` unless another is given', () => {
    const languageOf = (inputs: GivenSettings) =>
      combineSettings(inputs, null, 'pt').publishing.reportLanguage;
    expect(languageOf({})).toBe('pt');
    expect(languageOf({ 'report-language': 'en' })).toBe('en');
  });

  test('reads ignore rules with their lines', () => {
    const { policy } = combine(
      '# rules\nignore:\n  - name: a*\n    reason: " because "\n\n  - cwe: 79\n    severity: low\n    reason: b\n    expires: 2026-12-31\n    owner: me\n',
    );
    expect(policy.ignore).toMatchObject([
      { name: 'a*', cwe: null, reason: 'because', expires: null, owner: null, line: 3 },
      { name: null, cwe: [79], severity: 'low', reason: 'b', expires: '2026-12-31', owner: 'me', line: 6 },
    ]);
  });
});
