import { describe, expect, test } from '@jest/globals';
import { createInputReader } from '../../../src/inputs/reader.ts';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import { parsePolicyFile } from '../../../src/policy/policy-file.ts';
import { policyFileSchema } from '../../../src/policy/policy-schema.ts';
import {
  combineSettings,
  type InputSettings,
  readInputSettings,
  type Settings,
} from '../../../src/policy/settings-in-force.ts';
import { acceptedOf } from '../../support/expected-of.ts';
import { nothingGiven } from '../../support/given-settings.ts';
import { plainPolicy, plainReports } from '../../support/plain-policy.ts';
import { hostRulesOf, ignoring } from '../gate/assessments.ts';

function resolve(text: string | null, given: Partial<InputSettings> = {}): Settings {
  const file = text === null ? null : parsePolicyFile(text, 'policy.yml');
  return combineSettings({ ...nothingGiven, ...given }, file, 'en');
}

const everything = `
fail-on: low
fail-on-cvss: 8
max-findings: { medium: 4 }
baseline: https://shop.example
baseline-scans: 3
fail-fast: true
min-checks: 100
on-fail: warn
on-inconclusive: warn
allowed-statuses: [404]
comment: never
disclosure: counts
summary: false
annotations: false
track-issue: true
reports: none
report-language: pt
report-logo: https://a.example/logo.png
report-color: "#aabbcc"
`;

describe('combineSettings', () => {
  test('applies the defaults of the contract if neither input nor file has a value', () => {
    for (const text of [null, '']) {
      const { policy, publishing, sources, file } = resolve(text);
      expect({ policy, reports: publishing }).toEqual({ policy: plainPolicy, reports: plainReports });
      expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
      expect(file?.path ?? null).toBe(text === null ? null : 'policy.yml');
    }
  });

  test('takes every setting from the file', () => {
    const { policy, publishing, sources } = resolve(everything);
    expect({ ...policy, ...publishing }).toMatchObject({
      failOn: 'low',
      failOnCvss: 8,
      maxFindings: { medium: 4 },
      baseline: { kind: 'url', target: { fullAddress: 'https://shop.example' } },
      baselineScans: 3,
      minChecks: 100,
      failFast: true,
      onFail: 'warn',
      onInconclusive: 'warn',
      allowedStatuses: [404],
      comment: 'never',
      disclosure: 'counts',
      summary: false,
      annotations: false,
      trackIssue: true,
      pdfChoices: [],
      pdfLanguage: 'pt',
      pdfLogo: new URL('https://a.example/logo.png'),
      pdfColor: '#aabbcc',
    });
    expect(new Set(Object.values(sources))).toEqual(new Set(['file']));
    const rules = ['ignore', 'host', 'target'];
    const keys = Object.keys(policyFileSchema.shape).filter((key) => !rules.includes(key));
    expect(Object.keys(sources).sort()).toEqual(keys.sort());
  });

  test('lets a given input win over the file, whatever its value', () => {
    const inputs: Partial<InputSettings> = {
      failOn: 'never',
      failOnCvss: 0,
      maxFindings: {},
      baseline: { kind: 'url', target: acceptedOf(parseTarget('https://b.example')) },
      minChecks: 0,
      failFast: false,
      onFail: 'fail',
      onInconclusive: 'fail',
      allowedStatuses: [],
      comment: 'always',
      disclosure: 'auto',
      trackIssue: false,
      pdfChoices: ['COMMERCIAL_RISK_REPORT'],
      pdfLanguage: 'en',
      pdfLogo: new URL('https://b.example'),
      pdfColor: '#000000',
    };
    const { policy, publishing, sources } = resolve(everything, inputs);
    const ofFile = { baselineScans: 3, summary: false, annotations: false };
    const { ignore, hostRules, allowedRedirects, ...settings } = policy;
    expect({ ...settings, ...publishing }).toEqual({ ...inputs, ...ofFile });
    const notInputs = Object.entries(sources).filter(([, from]) => from !== 'input');
    expect(notInputs.map(([name, from]) => `${name}: ${from}`)).toEqual([
      'baseline-scans: file',
      'summary: file',
      'annotations: file',
    ]);
  });

  test.each([
    ['previous', '`previous`'],
    ['3f2a', 'a scan id'],
  ])('refuses to count several scans of the baseline %s', (baseline, inWords) => {
    expect(() => resolve(`baseline: ${baseline}\nbaseline-scans: 2`)).toThrow(
      `\`baseline-scans\` is 2, and \`baseline\` is ${inWords}, which is one scan.`,
    );
  });

  test.each(['baseline: previous\nbaseline-scans: 1', 'baseline-scans: 5'])('takes %j', (text) => {
    expect(resolve(text)).toBeDefined();
  });

  test('counts one scan if the input `baseline` names one, whatever the file says', () => {
    const baseline = { kind: 'previous' } as const;
    const text = 'baseline: https://shop.example\nbaseline-scans: 2';
    const { policy, sources } = resolve(text, { baseline });
    expect(policy).toMatchObject({ baseline, baselineScans: 1 });
    expect(sources['baseline-scans']).toBe('default');
  });

  test('writes the report in the chosen language unless another is given', () => {
    const languageOf = (given: Partial<InputSettings>) =>
      combineSettings({ ...nothingGiven, ...given }, null, 'pt').publishing.pdfLanguage;
    expect(languageOf({})).toBe('pt');
    expect(languageOf({ pdfLanguage: 'en' })).toBe('en');
  });

  test('reads ignore rules with their lines', () => {
    const { policy } = resolve(
      '# rules\nignore:\n  - name: a*\n    reason: " because "\n\n  - cwe: 79\n    where: /docs/*\n    severity: low\n    reason: b\n    expires: 2026-12-31\n    owner: me\n',
    );
    const narrowed = { cwe: [79], where: '/docs/*', severity: 'low' } as const;
    expect(policy.ignore).toEqual([
      ignoring({ name: 'a*', reason: 'because', line: 3 }),
      ignoring({ ...narrowed, reason: 'b', expires: '2026-12-31', owner: 'me', line: 6 }),
    ]);
  });

  test('reads host rules, and treats rules without any requirement as none', () => {
    const hostOf = (text: string) => resolve(text).policy.hostRules;
    const given = hostRulesOf({ allowedPorts: [443], severity: 'low' });
    expect(hostOf('host: { allowed-ports: [443], severity: low }')).toEqual(given);
    expect(hostOf('host: { allowed-ports: [] }')).toEqual(hostRulesOf({ allowedPorts: [] }));
    expect(hostOf('host: { certificate-min-days: 0 }')).toEqual(hostRulesOf({ certificateMinDays: 0 }));
    expect(hostOf('host: { require-waf: true }')).toEqual(hostRulesOf({ requireWaf: true }));
    for (const text of ['host: {}', 'host: { severity: low }', 'host: { require-waf: false }'])
      expect(hostOf(text)).toBeNull();
  });

  test('reads the hosts that the target may redirect to', () => {
    const { policy } = resolve('target:\n  allowed-redirects: [login.example, "[::1]:80"]');
    expect(policy.allowedRedirects).toEqual(['login.example', '[::1]:80']);
  });
});

function read(inputs: Readonly<Record<string, string>>): InputSettings {
  const reader = createInputReader((name) => inputs[name] ?? '');
  const given = readInputSettings(reader);
  const error = reader.error();
  if (error !== null) throw error;
  return given;
}

describe('readInputSettings', () => {
  test('has nothing if every input is empty, and reads no key of the policy file alone', () => {
    expect(read({})).toEqual(nothingGiven);
    const inputs = { 'baseline-scans': '2', summary: 'false', annotations: 'false' };
    expect(read(inputs)).toEqual(nothingGiven);
  });

  const inputs = {
    'fail-on': 'never',
    'fail-on-cvss': '7.5',
    'max-findings': 'low: 2',
    baseline: 'previous',
    'min-checks': '5',
    'fail-fast': 'true',
    'on-fail': 'warn',
    'on-inconclusive': 'warn',
    'allowed-statuses': '404',
    comment: 'on-failure',
    disclosure: 'counts',
    'track-issue': 'true',
    reports: 'none',
    'report-language': 'pt',
    'report-logo': 'https://a.example/logo.png',
    'report-color': '#112233',
  };

  test('reads each input into its setting', () => {
    expect(read(inputs)).toEqual({
      ...nothingGiven,
      failOn: 'never',
      failOnCvss: 7.5,
      maxFindings: { low: 2 },
      baseline: { kind: 'previous' },
      minChecks: 5,
      failFast: true,
      onFail: 'warn',
      onInconclusive: 'warn',
      allowedStatuses: [404],
      comment: 'on-failure',
      disclosure: 'counts',
      trackIssue: true,
      pdfChoices: [],
      pdfLanguage: 'pt',
      pdfLogo: new URL('https://a.example/logo.png'),
      pdfColor: '#112233',
    });
  });

  test.each(Object.keys(inputs))('refuses a wrong value of `%s`', (name) => {
    expect(() => read({ [name]: '-x' })).toThrow(`- \`${name}\` is \`-x\`, expected `);
  });
});
