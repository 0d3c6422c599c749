import { describe, expect, test } from '@jest/globals';
import {
  parsePreferences,
  preferenceSecrets,
  undocumentedPreferences,
} from '../../../src/settings/preferences.ts';
import { readYaml } from '../../../src/settings/yaml.ts';

const preferencesIn = (text: string) => parsePreferences(readYaml(text)).preferences;
const mistakeIn = (text: string) => parsePreferences(readYaml(text)).mistakes.join();

describe('parsePreferences', () => {
  test('reads YAML and JSON the same way', () => {
    const value = { scan_type: 'full', scan_deep: 3, xss: true, crawler_options: { open_redirect: false } };
    const yaml = 'scan_type: full\nscan_deep: 3\nxss: true\ncrawler_options:\n  open_redirect: false\n';
    for (const text of [yaml, JSON.stringify(value)]) expect(preferencesIn(text)).toEqual(value);
    expect(undocumentedPreferences(value)).toEqual([]);
  });

  test('passes on fields that the interface does not name, and tells them apart', () => {
    const login = { user: 'reviewer' };
    const value = { scan_typ: 'full', login, crawler_options: { open_redirekt: true, open_redirect: true } };
    expect(preferencesIn(JSON.stringify(value))).toEqual(value);
    expect(undocumentedPreferences(value)).toEqual([
      ['scan_typ', 'full'],
      ['login', login],
      ['crawler_options.open_redirekt', true],
    ]);
    expect(undocumentedPreferences({ 'https://user:pa55word@a.example': 1 })).toEqual([
      ['https://***@a.example', 1],
    ]);
  });

  const mapping = 'a YAML or JSON mapping, as the service describes it';
  test.each([
    ['xss: "yes"', '`true` or `false` for `xss`'],
    ['scan_deep: 2.5', 'a whole number for `scan_deep`'],
    ['scan_type: 5', 'text for `scan_type`'],
    ['crawler_options: [a]', 'a mapping for `crawler_options`'],
    ['crawler_options: { exposed_emails: 1 }', '`true` or `false` for `crawler_options.exposed_emails`'],
    ['xss: 1\nsqli: 1', '`true` or `false` for `xss`; `true` or `false` for `sqli`'],
    ['full', mapping],
    ['[1, 2]', mapping],
    ['# nothing', mapping],
  ])('refuses %s and names the wrong fields', (text, expected) => {
    expect(parsePreferences(readYaml(text))).toEqual({
      preferences: null,
      mistakes: [`\`preferences\` is ***, expected ${expected}`],
    });
  });

  test('quotes nothing of what it refuses', () => {
    const broken = ['[b]user:pa55word', '*pa55word', '!pa55word', '"\\pa55word"', '1\n pa55word: 2'];
    for (const value of broken)
      expect(mistakeIn(`xss: true\na: ${value}`)).toMatch(/\(line [23] (?!.*pa55word)/);
    const wrong = ['https:user:pa55word@a.example', 'xss: pa55word', '{ pa55word: 1, xss: 1 }'];
    for (const text of wrong) expect(mistakeIn(text)).not.toContain('pa55word');
  });
});

test('preferenceSecrets are texts of eight characters or more below what the interface does not name', () => {
  const given = {
    scan_type: 'thorough-scan',
    login: { user: 'reviewer', pin: 'short', headers: [{ Cookie: ' sid=0a1b2c3d ' }] },
    crawler_options: { open_redirect: true, script: 'fill("pa55");' },
  };
  expect(preferenceSecrets(given)).toEqual(['reviewer', 'sid=0a1b2c3d', 'fill("pa55");']);
});
