import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { inputReader } from '../../../src/inputs/read-input.ts';
import { type GivenSettings, readGivenSettings } from '../../../src/policy/given-settings.ts';
import { nothingGiven } from '../inputs/given-settings.ts';

async function read(inputs: Readonly<Record<string, string>>): Promise<GivenSettings> {
  const reader = inputReader((name) => inputs[name] ?? '');
  const given = await readGivenSettings(reader);
  reader.finish();
  return given;
}

/** What is said of the one wrong input, after its name and value. */
async function expectedFor(name: string, text: string): Promise<string> {
  const error = await read({ [name]: text }).catch((thrown: unknown) => thrown);
  if (!(error instanceof SettingsError)) return '';
  expect(error.message).toMatch(new RegExp(`^An input is wrong.*\\n- \`${name}\` (?:is|contains) `));
  return error.message.split('expected ').at(-1) ?? '';
}

const logo = 'https://a.example/logo.png';

describe('readGivenSettings', () => {
  test('has nothing where every input is empty', async () => {
    expect(await read({})).toEqual(nothingGiven);
  });

  test.each<[string, keyof GivenSettings, Readonly<Record<string, unknown>>, readonly string[], string]>([
    ['fail-on', 'failOn', { never: 'never', warning: 'warning' }, ['severe', 'High'], '`critical`'],
    [
      'fail-on-cvss',
      'failOnCvss',
      { 0: 0, 7: 7, '07.5': 7.5, 10: 10, '10.0': 10, '9.999': 9.999 },
      ['-1', '10.001', '11', '7.', '.5', '1e1', 'seven', 'NaN', '7.0001', '007'],
      'a CVSS score from 0.0 to 10.0',
    ],
    [
      'max-findings',
      'maxFindings',
      { '{}': {}, '{"high": 3}': { high: 3 }, 'warning: 0\nlow: 2': { warning: 0, low: 2 } },
      ['3', '[high]', 'hgih: 1', 'high: 1.5', 'high: -1', 'a: *b', '~', '{'],
      'a mapping of severities to counts',
    ],
    [
      'baseline',
      'baseline',
      { previous: { kind: 'previous' }, '3f2a-11': { kind: 'scan', scanId: '3f2a-11' } },
      ['Previous one', '-x', 'ftp://a.b'],
      'a URL, a scan id, or `previous`',
    ],
    [
      'min-checks',
      'minChecks',
      { 0: 0, 1000000000: 1_000_000_000 },
      ['1.5', '-1', '1000000001'],
      'a whole number',
    ],
    ['fail-fast', 'failFast', { true: true, FALSE: false }, ['yes', '1'], '`true` or `false`'],
    ['on-fail', 'onFail', { fail: 'fail', warn: 'warn' }, ['pass', 'Warn'], '`fail` or `warn`'],
    ['on-inconclusive', 'onInconclusive', { fail: 'fail', warn: 'warn' }, ['pass'], '`fail` or `warn`'],
    [
      'allowed-statuses',
      'allowedStatuses',
      { 404: [404], '300, 499': [300, 499], '401\n403\n401': [401, 403] },
      ['429', '404, 429', '299', '500', 'none', '4xx', '[404]', ','],
      'whole numbers from 300 to 499 without 429',
    ],
    [
      'comment',
      'comment',
      { 'on-failure': 'on-failure' },
      ['sometimes'],
      '`always`, `on-failure` or `never`',
    ],
    ['disclosure', 'disclosure', { auto: 'auto', counts: 'counts' }, ['none'], '`full`, `counts` or `auto`'],
    ['track-issue', 'trackIssue', { True: true }, ['on'], '`true` or `false`'],
    [
      'reports',
      'reports',
      {
        none: [],
        COMMERCIAL_RISK_REPORT: ['COMMERCIAL_RISK_REPORT'],
        'COMMERCIAL_RISK_REPORT\nACTION_REPORT': ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'],
      },
      ['none, ACTION_REPORT', ',', 'action_report', 'ACTION_REPORT, PDF'],
      '`ACTION_REPORT` or `COMMERCIAL_RISK_REPORT`, both, or `none`',
    ],
    ['report-language', 'reportLanguage', { pt: 'pt' }, ['fr'], '`en` or `pt`'],
    [
      'report-logo',
      'reportLogo',
      { [logo]: new URL(logo) },
      ['logo.png', 'ftp://a.b'],
      'an `http` or `https` URL',
    ],
    ['report-color', 'reportColor', { '#112233': '#112233' }, ['blue', '#12345'], 'a hex colour'],
  ])('reads `%s`', async (name, field, good, bad, expected) => {
    for (const [text, value] of Object.entries(good))
      expect(await read({ [name]: text })).toEqual({ ...nothingGiven, [field]: value });
    for (const text of bad) expect(await expectedFor(name, text)).toContain(expected);
  });
});
