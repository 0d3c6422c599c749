import { describe, expect, test } from '@jest/globals';
import { preferencesSchema } from '../../../src/inputs/preferences.ts';
import { expectedOf } from '../../support/expected-of.ts';

describe('preferencesSchema', () => {
  test('reads YAML and JSON the same way', () => {
    const value = { scan_type: 'full', scan_deep: 3, xss: true, crawler_options: { open_redirect: false } };
    const yaml = 'scan_type: full\nscan_deep: 3\nxss: true\ncrawler_options:\n  open_redirect: false\n';
    for (const text of [yaml, JSON.stringify(value)])
      expect(preferencesSchema.parse(text)).toEqual({ value, unknown: [], secretTexts: [] });
  });

  test('passes on unknown fields, and names them', () => {
    const value = { scan_typ: 'full', crawler_options: { open_redirekt: true } };
    const unknown = ['scan_typ', 'crawler_options.open_redirekt'];
    expect(preferencesSchema.parse(JSON.stringify(value))).toMatchObject({ value, unknown });
  });

  test.each([
    ['xss: "yes"', 'xss'],
    ['scan_deep: 2.5', 'scan_deep'],
    ['scan_type: 5', 'scan_type'],
    ['crawler_options: [a]', 'crawler_options'],
    ['crawler_options: { exposed_emails: 1 }', 'crawler_options.exposed_emails'],
  ])('refuses %s and names the field', (text, field) => {
    expect(expectedOf(preferencesSchema, text)).toContain(`(${field}: expected `);
  });

  test.each(['full', '[1, 2]', '5', 'null', '# nothing'])('refuses %p, which is no mapping', (text) => {
    expect(expectedOf(preferencesSchema, text)).toContain('mapping');
  });

  test('quotes names without user info, and nothing of broken YAML', () => {
    const named = preferencesSchema.parse('{"https://user:pa55word@a.example": 1}');
    expect(named).toMatchObject({ unknown: ['https://***@a.example'] });
    const broken = [
      '[b]user:pa55word',
      '*pa55word',
      '!pa55word',
      '"\\pa55word"',
      '`pa55word',
      '1\n pa55word: 2',
    ];
    for (const value of broken)
      expect(expectedOf(preferencesSchema, `xss: true\na: ${value}`)).toMatch(/\(line [23] (?!.*pa55word)/);
    expect(expectedOf(preferencesSchema, 'https:user:pa55word@a.example')).not.toContain('pa55word');
  });

  const cookie = 'sid=0a1b2c3d4e5f6a7b; theme=dark';
  const script = '{\n  fill("pa55");\n}';
  // From eight characters on, and only below what the interface does not name.
  test.each<[fields: object, secretTexts: readonly string[]]>([
    [{ scan_type: 'thorough-scan', on: true }, []],
    [{ login: { user: 'reviewer', pin: 1234567, account: 12345678 } }, ['reviewer', '12345678']],
    [{ headers: [{ Authorization: 'Bearer t0ken' }] }, ['Bearer t0ken']],
    [{ headers: [{ Cookie: cookie }] }, [cookie, '0a1b2c3d4e5f6a7b']],
    [{ script: `${script}\n` }, [script, 'fill("pa55");']],
    [{ crawler_options: { open_redirect: true, cookie: ' session=1 ' } }, ['session=1']],
  ])('finds in %j what may be secret', (fields, secretTexts) => {
    expect(preferencesSchema.parse(JSON.stringify(fields))).toMatchObject({ secretTexts });
  });
});
