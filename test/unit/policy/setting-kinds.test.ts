/** The kinds that read a text by themselves. What the others take is in `reader.test.ts` and `baseline.test.ts`. */
import { expect, test } from '@jest/globals';
import * as kinds from '../../../src/policy/setting-kinds.ts';
import { expectedOf } from '../../support/expected-of.ts';

interface Texts {
  readonly name: string;
  readonly kind: kinds.SettingKind<unknown>;
  /** The value of each text of an input. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly wrong: readonly string[];
  readonly expected: string;
}

test.each<Texts>([
  {
    name: 'a score with at most one decimal',
    kind: kinds.score,
    values: { 0: 0, 7: 7, '07.5': 7.5, 10: 10, '10.0': 10, '9.9': 9.9 },
    wrong: ['-1', '9.99', '10.1', '11', '7.', '.5', '1e1', 'seven', 'NaN', '7.0001', '007'],
    expected: 'a CVSS score from 0.0 to 10.0',
  },
  {
    name: 'budgets in YAML',
    kind: kinds.allowedCounts,
    values: { '{}': {}, '{"high": 3}': { high: 3 }, 'warning: 0\nlow: 2': { warning: 0, low: 2 } },
    wrong: ['3', '[high]', 'hgih: 1', 'high: 1.5', 'high: -1', 'a: *b', '~', '{'],
    expected: 'a mapping of severities to counts',
  },
  {
    name: 'HTTP statuses, each once',
    kind: kinds.httpStatuses,
    values: { 404: [404], '300, 499': [300, 499], '401\n403\n401': [401, 403] },
    wrong: ['429', '404, 429', '299', '500', 'none', '4xx', '[404]', ','],
    expected: 'whole numbers from 300 to 499 without 429',
  },
  {
    name: 'report types in one order, or none',
    kind: kinds.pdfReports,
    values: {
      none: [],
      COMMERCIAL_RISK_REPORT: ['COMMERCIAL_RISK_REPORT'],
      'COMMERCIAL_RISK_REPORT\nACTION_REPORT': ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'],
      'on-failure': ['ACTION_REPORT', 'on-failure'],
    },
    wrong: ['none, ACTION_REPORT', ',', 'action_report', 'ACTION_REPORT, PDF'],
    expected: '`ACTION_REPORT`, `COMMERCIAL_RISK_REPORT`, `on-failure`, a list of these, or `none`',
  },
])('reads $name from an input', ({ kind, values, wrong, expected }) => {
  const { schema, inputSchema = schema } = kind;
  for (const [text, value] of Object.entries(values)) expect(inputSchema.parse(text)).toEqual(value);
  for (const text of wrong) expect(expectedOf(inputSchema, text)).toContain(expected);
});

test('reads report types of a policy file as one or as a list', () => {
  for (const given of ['ACTION_REPORT', ['ACTION_REPORT']])
    expect(kinds.pdfReports.schema.parse(given)).toEqual(['ACTION_REPORT']);
  for (const given of ['on-failure', ['on-failure', 'ACTION_REPORT']])
    expect(kinds.pdfReports.schema.parse(given)).toEqual(['ACTION_REPORT', 'on-failure']);
});
