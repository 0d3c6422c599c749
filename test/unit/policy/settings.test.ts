import { describe, expect, test } from '@jest/globals';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import type { GivenSettings } from '../../../src/policy/given-settings.ts';
import { parsePolicyFile } from '../../../src/policy/policy-file.ts';
import { policyFileSchema } from '../../../src/policy/policy-schema.ts';
import { resolveSettings, type Settings } from '../../../src/policy/settings.ts';
import { nothingGiven } from '../inputs/given-settings.ts';

async function resolve(text: string | null, given: Partial<GivenSettings> = {}): Promise<Settings> {
  const file = text === null ? null : parsePolicyFile(text, 'policy.yml');
  return resolveSettings({ ...nothingGiven, ...given }, file, 'en');
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

describe('resolveSettings', () => {
  test('applies the defaults of the contract if neither input nor file has a value', async () => {
    for (const text of [null, '']) {
      const { policy, reports, sources, file } = await resolve(text);
      expect(policy).toEqual({
        failOn: 'high',
        failOnCvss: null,
        maxFindings: {},
        baseline: null,
        baselineScans: 1,
        minChecks: null,
        failFast: false,
        onFail: 'fail',
        onInconclusive: 'fail',
        ignore: [],
        host: null,
        allowedRedirects: [],
        allowedStatuses: [],
      });
      expect(reports).toEqual({
        comment: 'always',
        disclosure: 'full',
        summary: true,
        annotations: true,
        trackIssue: false,
        types: ['ACTION_REPORT'],
        language: 'en',
        logo: null,
        color: null,
      });
      expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
      expect(file).toBe(text === null ? null : 'policy.yml');
    }
  });

  test('takes every setting from the file', async () => {
    const { policy, reports, sources } = await resolve(everything);
    expect(policy).toMatchObject({
      failOn: 'low',
      failOnCvss: 8,
      maxFindings: { medium: 4 },
      baseline: { kind: 'url', url: { given: 'https://shop.example' } },
      baselineScans: 3,
      minChecks: 100,
      failFast: true,
      onFail: 'warn',
      onInconclusive: 'warn',
      allowedStatuses: [404],
    });
    expect(reports).toEqual({
      comment: 'never',
      disclosure: 'counts',
      summary: false,
      annotations: false,
      trackIssue: true,
      types: [],
      language: 'pt',
      logo: new URL('https://a.example/logo.png'),
      color: '#aabbcc',
    });
    expect(new Set(Object.values(sources))).toEqual(new Set(['file']));
  });

  test('lets a given input win over the file, whatever its value', async () => {
    const url = parseTarget('https://shop.example');
    if (!url.ok) throw new Error('no target');
    const given: GivenSettings = {
      failOn: 'never',
      failOnCvss: 0,
      maxFindings: {},
      baseline: { kind: 'url', url: url.value },
      minChecks: 0,
      failFast: false,
      onFail: 'fail',
      onInconclusive: 'fail',
      allowedStatuses: [401],
      comment: 'always',
      disclosure: 'auto',
      trackIssue: false,
      reports: ['COMMERCIAL_RISK_REPORT'],
      reportLanguage: 'en',
      reportLogo: new URL('https://b.example'),
      reportColor: '#000000',
    };
    const { policy, reports, sources } = await resolve(everything, given);
    const { failOn, failOnCvss, maxFindings, baseline, failFast, onInconclusive } = given;
    expect(policy).toMatchObject({
      failOn,
      failOnCvss,
      maxFindings: {},
      baseline,
      failFast,
      onInconclusive,
    });
    expect(policy.allowedStatuses).toEqual([401]);
    expect(policy.maxFindings).toEqual(maxFindings);
    expect(reports).toEqual({
      comment: 'always',
      disclosure: 'auto',
      summary: false,
      annotations: false,
      trackIssue: false,
      types: ['COMMERCIAL_RISK_REPORT'],
      language: 'en',
      logo: new URL('https://b.example'),
      color: '#000000',
    });
    const notInputs = Object.keys(sources).filter((name) => sources[name] !== 'input');
    expect(notInputs.map((name) => `${name}: ${sources[name]}`)).toEqual([
      'baseline-scans: file',
      'summary: file',
      'annotations: file',
    ]);
  });

  test('refuses to count several scans of one scan', async () => {
    for (const baseline of ['previous', '3f2a'])
      await expect(resolve(`baseline: ${baseline}\nbaseline-scans: 2`)).rejects.toThrow(
        /`baseline-scans` is 2/,
      );
    for (const text of ['baseline: previous\nbaseline-scans: 1', 'baseline-scans: 5'])
      await expect(resolve(text)).resolves.toBeDefined();
    const baseline = { kind: 'previous' } as const;
    const { policy } = await resolve('baseline: https://shop.example\nbaseline-scans: 2', { baseline });
    expect(policy.baseline).toEqual(baseline);
  });

  test('says where every setting comes from', async () => {
    const { sources } = await resolve('fail-on: low\ncomment: never', { failOn: 'high', failFast: false });
    expect(sources).toMatchObject({
      'fail-on': 'input',
      'fail-fast': 'input',
      comment: 'file',
      baseline: 'default',
      'report-color': 'default',
    });
    const rules = ['ignore', 'host', 'target'];
    const keys = Object.keys(policyFileSchema.shape).filter((key) => !rules.includes(key));
    expect(Object.keys(sources).sort()).toEqual(keys.sort());
  });

  test('writes the report in the chosen language unless another is given', async () => {
    expect(resolveSettings(nothingGiven, null, 'pt').reports.language).toBe('pt');
    expect(resolveSettings({ ...nothingGiven, reportLanguage: 'en' }, null, 'pt').reports.language).toBe(
      'en',
    );
  });

  test('reads ignore rules with their lines', async () => {
    const { policy } = await resolve(
      '# rules\nignore:\n  - name: a*\n    reason: " because "\n\n  - cwe: 79\n    where: /docs/*\n    severity: low\n    reason: b\n    expires: 2026-12-31\n    owner: me\n',
    );
    const none = { fingerprint: null, group: null, type: null, cve: null, where: null };
    expect(policy.ignore).toEqual([
      {
        ...none,
        name: 'a*',
        cwe: null,
        severity: null,
        reason: 'because',
        expires: null,
        owner: null,
        line: 3,
      },
      {
        ...none,
        name: null,
        cwe: [79],
        where: '/docs/*',
        severity: 'low',
        reason: 'b',
        expires: '2026-12-31',
        owner: 'me',
        line: 6,
      },
    ]);
  });

  test('reads host rules, and treats rules without any requirement as none', async () => {
    const hostOf = async (text: string) => (await resolve(text)).policy.host;
    expect(await hostOf('host:\n  allowed-ports: [443]\n  severity: low')).toEqual({
      allowedPorts: [443],
      certificateMinDays: null,
      requireWaf: false,
      severity: 'low',
    });
    expect(await hostOf('host: { certificate-min-days: 0 }')).toMatchObject({ severity: 'high' });
    expect(await hostOf('host: { allowed-ports: [] }')).toMatchObject({ allowedPorts: [] });
    for (const text of ['host: {}', 'host: { severity: low }', 'host: { require-waf: false }'])
      expect(await hostOf(text)).toBeNull();
  });

  test('reads report types as one, as a list, or as none', async () => {
    const typesOf = async (text: string) => (await resolve(text)).reports.types;
    expect(await typesOf('reports: COMMERCIAL_RISK_REPORT')).toEqual(['COMMERCIAL_RISK_REPORT']);
    expect(await typesOf('reports: [ACTION_REPORT]')).toEqual(['ACTION_REPORT']);
    expect(await typesOf('reports: none')).toEqual([]);
  });

  test('reads the hosts that the target may redirect to', async () => {
    const { policy } = await resolve('target:\n  allowed-redirects: [login.example, "[::1]:80"]');
    expect(policy.allowedRedirects).toEqual(['login.example', '[::1]:80']);
  });
});
