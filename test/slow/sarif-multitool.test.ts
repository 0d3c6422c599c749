import { beforeAll, describe, expect, test } from '@jest/globals';
import { renderSarif } from '../../src/report/sarif/sarif.ts';
import { en } from '../../src/report/texts/en/texts.ts';
import { pt } from '../../src/report/texts/pt/texts.ts';
import { resultWith, square } from '../support/hostile/result.ts';
import {
  hasMultitool,
  type ModelOptions,
  modelOf,
  multitoolComplaints,
  sarifOptions,
  schemaErrors,
} from '../support/sarif.ts';

const issues = [
  {
    group: 'Improper Neutralization',
    name: 'SQL injection in q',
    severity: 'critical',
    cwe: [89],
    cve: ['CVE-2021-23017'],
    cvss: { score: 9.8, detail: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
    description: 'The parameter reaches the database.',
    remediation: 'Use a prepared statement.',
    references: 'https://owasp.org/www-community/attacks/SQL_Injection',
  },
  {
    name: 'No Content-Security-Policy header',
    severity: 'low',
    cwe: [693],
    description: 'No page sends one',
  },
  {
    name: 'No Content-Security-Policy header',
    severity: 'low',
    cwe: [693],
    description: 'No page sends one',
  },
  { name: 'The domain has no DMARC record', severity: 'warning', cvss: { score: 0 } },
  { severity: 'high' },
];

const result = {
  issuesSummary: { low: 5 },
  information: {
    services: [{ state: 'open', name: 'ssh', product: '', version: '', port: 22 }],
    certificate: [],
    waf: [],
  },
};

const ignore = [
  {
    fingerprint: null,
    name: 'The domain*',
    group: null,
    type: null,
    cwe: null,
    cve: null,
    severity: null,
    reason: 'No mail is sent',
    expires: '2027-01-31',
    owner: 'mail',
    line: 3,
  },
] as const;
const host = { allowedPorts: [443], certificateMinDays: 30, requireWaf: true, severity: 'high' } as const;

const situations: Readonly<Record<string, ModelOptions>> = {
  'nothing found': { issues: [] },
  'findings, ignored ones, host rules and a baseline': {
    issues,
    result,
    policy: { ignore, host },
    gate: { baseline: { kind: 'first' } },
  },
  'in Portuguese, of an attached scan': {
    issues,
    result,
    policy: { ignore, host },
    target: null,
    language: 'pt',
  },
  'hostile texts': { issues: [], result: resultWith(square(3, 40), { rows: 40 }) },
};

/**
 * Errors and warnings of the multitool that are none, by rule, with the reason. Empty: each one is to be answered in the
 * file first.
 */
const explained: Readonly<Record<string, string>> = {};

function render(given: ModelOptions): string {
  return renderSarif(modelOf(given), given.language === 'pt' ? pt : en, sarifOptions);
}

const names = Object.keys(situations);
const file = render({ issues });
/** A breach of GitHub's rules, which the schema allows. */
const breach = file.replace(/"locations":\[\{.*?\}\}\],/g, '');
const files = [...Object.values(situations).map(render), breach];

/** What is said against each file: by the multitool where it runs (Linux on x64), and by the schema alone elsewhere. */
let complaints: readonly (readonly string[])[] = [];
beforeAll(() => {
  const byMultitool = hasMultitool ? multitoolComplaints(files) : files.map(() => []);
  complaints = files.map((json, index) => [
    ...schemaErrors(JSON.parse(json)),
    ...(byMultitool[index] ?? [])
      .filter(({ ruleId }) => !Object.hasOwn(explained, ruleId))
      .map(({ ruleId, level, message }) => `${ruleId} ${level}: ${message}`),
  ]);
});

describe('SARIF files, to the rules of SARIF and of GitHub', () => {
  test.each([...names.entries()].map(([index, name]) => [name, index] as const))('%s', (_, index) => {
    expect(complaints[index]).toEqual([]);
  });

  test.each([
    ['a level that does not exist', file.replace('"level":"error"', '"level":"fatal"')],
    ['a line 0', file.replace('"startLine":1', '"startLine":0')],
    ['no message', file.replace(/"message":\{"text":"[^"]*"\},"locations"/, '"locations"')],
  ])('a mistake would be found by the schema: %s', (_, json) => {
    expect(json).not.toBe(file);
    expect(schemaErrors(JSON.parse(json))).not.toEqual([]);
  });

  test("a breach of GitHub's rules, which the schema allows, would be found where the multitool runs", () => {
    expect(breach).not.toBe(file);
    expect(schemaErrors(JSON.parse(breach))).toEqual([]);
    const said = complaints[files.indexOf(breach)] ?? [];
    expect(said.some((line) => line.startsWith('GH1015 error'))).toBe(hasMultitool);
  });
});
