import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { organizationFileSchema, policyFileSchema } from '../../../src/policy/policy-schema.ts';
import { readText, root } from '../../contract/repository.ts';

const schemaPath = 'docs/scan-gate.schema.json';
const schema: Record<string, unknown> = JSON.parse(await readText(schemaPath));

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const accepts = ajv.compile(schema);

const good = [
  'allowed-statuses: [401, 404]',
  '{}',
  '{ allowed-statuses: [], max-findings: {}, ignore: [], host: {} }',
  'fail-on: never',
  'fail-on-cvss: 7.5',
  'max-findings: { high: 0, warning: 20 }',
  'baseline: previous',
  'baseline: https://shop.example/',
  'baseline: 3f2a-11',
  'baseline-scans: 5',
  'fail-fast: true',
  'min-checks: 100',
  'on-fail: warn',
  'on-inconclusive: warn',
  'comment: on-failure',
  'disclosure: auto',
  'summary: false',
  'annotations: true',
  'track-issue: true',
  'reports: none',
  'reports: ACTION_REPORT',
  'reports: [ACTION_REPORT, COMMERCIAL_RISK_REPORT]',
  'report-language: pt',
  'report-logo: https://shop.example/logo.png',
  'report-color: "#AABBcc"',
  'ignore: [{ name: "*cookie*", reason: accepted }]',
  'ignore: [{ fingerprint: "v1:0123456789abcdef0123", reason: a, expires: 2028-02-29, owner: me }]',
  'ignore: [{ group: a, type: b, cwe: 79, cve: cve-2021-23017, severity: low, reason: c }]',
  'ignore: [{ cwe: 79, where: /docs/*, reason: a }]',
  'host: { allowed-ports: [80, 443], certificate-min-days: 30, require-waf: true, severity: medium }',
  'target: { allowed-redirects: [login.example, "127.0.0.1:8080", "[::1]"] }',
];

/** Beside what `policy-file.test.ts` has. */
const bad = [
  'allowed-statuses: 404',
  'allowed-statuses: ["404"]',
  'allowed-statuses: [404, 429]',
  '[]',
  'fail-on: null',
  'fail-on-cvss: "7"',
  'baseline-scans: 1.5',
  'max-findings: 3',
  'max-findings: { high: 1.5 }',
  'baseline: ""',
  'baseline: two words',
  'baseline: 7',
  'min-checks: 1.5',
  'reports: []',
  'reports: [none]',
  'report-logo: ftp://shop.example/logo.png',
  'ignore: [{ where: /docs/*, reason: a }]',
  'ignore: [{ name: a, where: "", reason: a }]',
  'ignore: [{ name: a, where: docs/*, reason: a }]',
  'ignore: [{ name: a, where: https://shop.example/docs, reason: a }]',
  'ignore: [{ cwe: 0, reason: a }]',
  'ignore: [{ cwe: CWE-79, reason: a }]',
  'host: { allowed-ports: "443" }',
  'host: { require-waf: "true" }',
  'host: { severity: never }',
  'target: { redirects: [] }',
];

describe('docs/scan-gate.schema.json', () => {
  test('matches the schema that validates policy files; if not, run `npm run schema`', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/update-schema.ts', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('is a valid schema of the draft that editors know', () => {
    expect(schema['$schema']).toBe('http://json-schema.org/draft-07/schema#');
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  test('describes every setting', () => {
    const settings = Object.entries(Object(schema['properties']));
    expect(settings.filter(([, setting]) => !Object(setting).description)).toEqual([]);
    expect(JSON.stringify(schema['properties']).match(/"description"/g)?.length).toBeGreaterThan(25);
  });

  test.each(good)('accepts what the action accepts: %s', (text) => {
    const value: unknown = parse(text);
    expect(policyFileSchema.safeParse(value).error).toBeUndefined();
    accepts(value);
    expect(accepts.errors).toBeNull();
  });

  test.each(bad)('refuses what the action refuses: %s', (text) => {
    const value: unknown = parse(text);
    expect(policyFileSchema.safeParse(value).success).toBe(false);
    expect(accepts(value)).toBe(false);
  });

  test.each<[name: string, least: number, most: number, policyOf: (value: number) => object]>([
    ['fail-on-cvss', 0, 10, (value) => ({ 'fail-on-cvss': value })],
    ['baseline-scans', 1, 5, (value) => ({ 'baseline-scans': value })],
    ['min-checks', 0, 1_000_000_000, (value) => ({ 'min-checks': value })],
    ['allowed-statuses', 300, 499, (value) => ({ 'allowed-statuses': [value] })],
    ['allowed-ports', 1, 65_535, (value) => ({ host: { 'allowed-ports': [value] } })],
    ['certificate-min-days', 0, 3650, (value) => ({ host: { 'certificate-min-days': value } })],
  ])('takes %s from %d to %d', (_name, least, most, policyOf) => {
    const isTaken = (value: number) => {
      const policy = policyOf(value);
      const byAction = policyFileSchema.safeParse(policy).success;
      expect({ value, bySchema: accepts(policy) }).toEqual({ value, bySchema: byAction });
      return byAction;
    };
    const taken = {
      below: isTaken(least - 1),
      least: isTaken(least),
      most: isTaken(most),
      above: isTaken(most + 1),
    };
    expect(taken).toEqual({ below: false, least: true, most: true, above: false });
  });

  test('knows every setting that the samples do not leave out', () => {
    const used = new Set(good.map((text) => text.split(':')[0]));
    expect(Object.keys(policyFileSchema.shape).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('the policy file of an organization', () => {
  const isTaken = (policy: object) => organizationFileSchema.safeParse(policy).success;
  const ignores = { 'max-days': 90, 'max-severity': 'medium' };

  test('has what judges a scan, and requires `fail-on`', () => {
    expect(isTaken({})).toBe(false);
    expect(isTaken({ 'fail-on': 'never', ignore: [{ name: 'a', reason: 'b' }], host: {} })).toBe(true);
  });

  test('says which ignore rules and whether the baseline of a repository counts', () => {
    const allowing = (allows: unknown) => isTaken({ 'fail-on': 'high', 'allow-ignores': allows });
    const days = [-1, 0, 3650, 3651].map((count) => allowing({ ...ignores, 'max-days': count }));
    expect(days).toEqual([false, true, true, false]);
    for (const allows of [{ 'max-severity': 'low' }, true]) expect(allowing(allows)).toBe(false);
    expect(isTaken({ 'fail-on': 'high', 'allow-baseline': true })).toBe(true);
  });

  test('does not say what is published', () => {
    const published = {
      comment: 'always',
      disclosure: 'full',
      summary: true,
      annotations: true,
      'track-issue': true,
      reports: 'none',
      'report-language': 'en',
      'report-color': '#112233',
      'report-logo': 'https://a.example/l.png',
    };
    expect(policyFileSchema.safeParse(published).success).toBe(true);
    for (const [name, value] of Object.entries(published))
      expect({ name, isTaken: isTaken({ 'fail-on': 'high', [name]: value }) }).toEqual({
        name,
        isTaken: false,
      });
  });
});
