import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { fingerprintVersion } from '../../src/core/ids.ts';
import { policySettingNames } from '../../src/settings/input-table.ts';
import { parsePolicyFile, policyFileSchema } from '../../src/settings/policy-file.ts';
import { readText, root } from './repository.ts';

const docs = await readText('docs/policy.md');
const blocks = [...docs.matchAll(/```yaml\n([^`]*)```/g)].map((match) => match[1] ?? '');
const policies = blocks.filter((text) => !/^jobs:|^- uses:/m.test(text));
const version = { name: 'docs/policy.md', repository: '', path: '', commit: null, blob: '' };

describe('docs/policy.md', () => {
  test('has valid policies only', () => {
    expect(policies.length).toBeGreaterThanOrEqual(4);
    for (const text of policies)
      expect(Object.keys(parsePolicyFile(text, version).values).length).toBeGreaterThan(0);
  });

  test('lists the inputs that the policy file can set, and no other', () => {
    const list = docs.split('\n').find((line) => line.startsWith('These keys mean the same')) ?? '';
    const [inputs = '', own = ''] = list.split('The file alone has');
    const namesIn = (text: string) => [...text.matchAll(/`([a-z-]+)`/g)].map((match) => match[1]);
    expect(namesIn(inputs).sort()).toEqual([...policySettingNames].sort());
    expect(namesIn(own)).toEqual(['ignore']);
  });

  test('shows a fingerprint of the version in use', () => {
    expect(docs).toContain(`\`${fingerprintVersion}:`);
  });
});

const schema: Record<string, unknown> = JSON.parse(await readText('docs/scan-gate.schema.json'));
const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const accepts = ajv.compile(schema);

const good = [
  '{}',
  '{ allowed-statuses: [], ignore: [] }',
  'allowed-statuses: [401, 404]',
  'fail-on: never',
  'baseline: https://shop.example/',
  'baseline: 3f2a-11',
  'min-checks: 100',
  'on-fail: warn',
  'on-inconclusive: warn',
  'comment: on-failure',
  'disclosure: auto',
  'track-issue: true',
  'reports: none',
  'reports: ACTION_REPORT',
  'reports: [ACTION_REPORT, COMMERCIAL_RISK_REPORT]',
  'report-language: pt',
  'report-logo: https://shop.example/logo.png',
  'report-color: "#AABBcc"',
  'ignore: [{ name: "*cookie*", reason: accepted, expires: 2028-02-29, owner: me }]',
  'ignore: [{ group: a, cwe: 79, cve: cve-2021-23017, severity: low, reason: c }]',
];

/** Beside what `policy-file.test.ts` has. */
const bad = [
  '[]',
  'fail-on: null',
  'allowed-statuses: 404',
  'allowed-statuses: ["404"]',
  'allowed-statuses: [404, 429]',
  'baseline: ""',
  'baseline: two words',
  'baseline: 7',
  'min-checks: 1.5',
  'reports: []',
  'reports: [none]',
  'report-logo: ftp://shop.example/logo.png',
  'ignore: [{ reason: a }]',
  'ignore: [{ cwe: 0, reason: a }]',
  'ignore: [{ cwe: CWE-79, reason: a }]',
  'summary: true',
];

describe('docs/scan-gate.schema.json', () => {
  test('matches the schema that validates policy files; if not, run `npm run schema`', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/update-schema.ts', '--check'], {
      cwd: root,
    });
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  test('is a valid schema of the draft that editors know, and describes every setting', () => {
    expect(schema['$schema']).toBe('http://json-schema.org/draft-07/schema#');
    expect(ajv.validateSchema(schema)).toBe(true);
    const settings = Object.entries(Object(schema['properties']));
    expect(settings.filter(([, setting]) => !Object(setting).description)).toEqual([]);
  });

  test.each([...good.map((text) => [text, true] as const), ...bad.map((text) => [text, false] as const)])(
    'takes what the action takes: %s is taken: %j',
    (text, isTaken) => {
      const value: unknown = parse(text);
      expect([policyFileSchema.safeParse(value).success, accepts(value)]).toEqual([isTaken, isTaken]);
    },
  );

  test.each<[name: string, least: number, most: number, policyOf: (value: number) => object]>([
    ['min-checks', 1, 1_000_000_000, (value) => ({ 'min-checks': value })],
    ['allowed-statuses', 300, 499, (value) => ({ 'allowed-statuses': [value] })],
  ])('takes %s from %d to %d', (_name, least, most, policyOf) => {
    for (const value of [least - 1, least, most, most + 1]) {
      const policy = policyOf(value);
      const isTaken = value >= least && value <= most;
      expect([accepts(policy), policyFileSchema.safeParse(policy).success]).toEqual([isTaken, isTaken]);
    }
  });

  test('knows every setting that the samples do not leave out', () => {
    const used = new Set(good.map((text) => text.split(':')[0]));
    expect(Object.keys(policyFileSchema.shape).filter((name) => !used.has(name))).toEqual([]);
  });
});
