import { describe, expect, test } from '@jest/globals';
import type { GivenValues } from '../../../src/settings/input-table.ts';
import { parsePolicyFile } from '../../../src/settings/policy-file.ts';
import { combineSettings } from '../../../src/settings/settings.ts';
import { parseSiteAddress } from '../../../src/settings/site-address.ts';
import { acceptedOf } from '../../support/accepted-of.ts';
import { plainPolicy } from '../../support/plain-policy.ts';

const version = {
  name: 'acme/policies/p.yml@main',
  repository: 'acme/policies',
  path: 'p.yml',
  commit: '4f2a'.repeat(10),
  blob: 'b1'.repeat(20),
};

function combine(text: string | null, inputs: GivenValues = {}) {
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
ignore: [{ name: a*, reason: b }]
`;

describe('combineSettings', () => {
  test.each([
    { text: null, file: null },
    { text: '', file: version },
  ])('applies the defaults if neither input nor file has a value: %j', ({ text, file }) => {
    expect(combine(text)).toEqual({ policy: plainPolicy, setByUser: [], policyFile: file });
  });

  test('takes every setting from the file', () => {
    expect(combine(everything).policy).toMatchObject({
      'fail-on': 'low',
      baseline: { kind: 'url', address: { url: new URL('https://u:s3cret@shop.example/a?b=c') } },
      'min-checks': 100,
      'on-fail': 'warn',
      'on-inconclusive': 'warn',
      'allowed-statuses': [404, 401],
      ignore: [{ name: 'a*', line: 15 }],
      comment: 'never',
      disclosure: 'counts',
      'track-issue': true,
      reports: [],
      'report-language': 'pt',
      'report-logo': new URL('https://a.example/logo.png?key=s3cret'),
      'report-color': '#aabbcc',
    });
  });

  test('lists what was set, as it is typed, and without the secrets of addresses', () => {
    const inputs: GivenValues = { 'fail-on': 'high', baseline: { kind: 'scan', scanId: '3f2a-11' } };
    expect(combine(everything, inputs).setByUser.slice(0, 4)).toEqual([
      { name: 'allowed-statuses', value: '404, 401', source: 'file' },
      { name: 'fail-on', value: 'high', source: 'input' },
      { name: 'baseline', value: '3f2a-11', source: 'input' },
      { name: 'min-checks', value: '100', source: 'file' },
    ]);
    expect(combine(everything).setByUser.map(({ value }) => value)).toEqual([
      ...['404, 401', 'low', 'https://shop.example/a', '100', 'warn', 'warn', 'never', 'counts', 'true'],
      ...['none', 'pt', 'https://a.example/logo.png', '#aabbcc'],
    ]);
  });

  test('lets a given input win over the file, whatever its value', () => {
    const inputs: GivenValues = {
      'fail-on': 'never',
      baseline: { kind: 'url', address: acceptedOf(parseSiteAddress('https://b.example')) },
      'min-checks': 1,
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
    const { setByUser } = combine(everything, inputs);
    expect(setByUser.map(({ value }) => value)).toEqual([
      ...['none', 'never', 'https://b.example', '1', 'fail', 'fail', 'always', 'auto', 'false'],
      ...['COMMERCIAL_RISK_REPORT', 'en', 'https://b.example/', '#000000'],
    ]);
    expect(new Set(setByUser.map(({ source }) => source))).toEqual(new Set(['input']));
  });

  test('makes PDF reports in `language` unless another is given', () => {
    const languageOf = (inputs: GivenValues) => combineSettings(inputs, null, 'pt').policy['report-language'];
    expect([languageOf({}), languageOf({ 'report-language': 'en' })]).toEqual(['pt', 'en']);
  });
});
