import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePreferences } from '../../../src/inputs/preferences.ts';
import { anyValue } from '../../support/any-value.ts';
import { expectedOf } from '../../support/expected-of.ts';

describe('parsePreferences', () => {
  test('reads YAML and JSON the same way', async () => {
    const value = { scan_type: 'full', scan_deep: 3, xss: true, crawler_options: { open_redirect: false } };
    const yaml = 'scan_type: full\nscan_deep: 3\nxss: true\ncrawler_options:\n  open_redirect: false\n';
    expect(await parsePreferences(yaml)).toEqual({ ok: true, value: { value, unknown: [] } });
    expect(await parsePreferences(JSON.stringify(value))).toEqual({
      ok: true,
      value: { value, unknown: [] },
    });
  });

  test('passes on unknown fields, and names them', async () => {
    const parsed = await parsePreferences('scan_typ: full\ncrawler_options: { open_redirekt: true }');
    expect(parsed).toEqual({
      ok: true,
      value: {
        value: { scan_typ: 'full', crawler_options: { open_redirekt: true } },
        unknown: ['scan_typ', 'crawler_options.open_redirekt'],
      },
    });
  });

  test.each([
    ['xss: "yes"', 'xss'],
    ['scan_deep: 2.5', 'scan_deep'],
    ['scan_deep: three', 'scan_deep'],
    ['scan_type: 5', 'scan_type'],
    ['crawler_options: [a]', 'crawler_options'],
    ['crawler_options: { exposed_emails: 1 }', 'crawler_options.exposed_emails'],
    ['xss: yes', 'xss'],
  ])('refuses %s and names the field', async (text, field) => {
    expect(expectedOf(await parsePreferences(text))).toContain(`(${field}: expected `);
  });

  test.each(['full', '[1, 2]', '5', 'null', '- a', 'true', '# nothing'])(
    'refuses %p, which is no mapping',
    async (text) => {
      expect(expectedOf(await parsePreferences(text))).toContain('mapping');
    },
  );

  test.each(['a: [', 'a: b: c', '"open', 'a: 1\na: 2', '\tx: 1'])(
    'refuses %p, which is not YAML',
    async (text) => {
      expect(expectedOf(await parsePreferences(text))).toContain('YAML');
    },
  );

  test('refuses aliases, which could expand to a huge text', async () => {
    expect(expectedOf(await parsePreferences('a: &a [1, 2]\nb: [*a, *a]'))).toContain('aliases');
  });

  test('quotes names and broken YAML without user info', async () => {
    const named = await parsePreferences('{"https://user:pa55word@a.example": 1}');
    expect(named).toMatchObject({ value: { unknown: ['https://***@a.example'] } });
    for (const text of ['a: [b]user:pa55word@a.example', 'https:user:pa55word@a.example'])
      expect(expectedOf(await parsePreferences(text))).not.toContain('pa55word');
  });

  test('keeps every mapping of unknown fields as it is', async () => {
    const mapping = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,8}$/), anyValue({ maxDepth: 2 }));
    await fc.assert(
      fc.asyncProperty(mapping, async (given) => {
        const text = JSON.stringify(given);
        const parsed = await parsePreferences(text);
        expect(parsed.ok && JSON.parse(JSON.stringify(parsed.value.value))).toEqual(JSON.parse(text));
        expect(parsed.ok && [...parsed.value.unknown].sort()).toEqual(Object.keys(given).sort());
      }),
    );
  });
});
