import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { advise, languages, numberFormats, say, type Template, wordsIn } from '../../../src/core/say.ts';
import { hostile, runs } from '../../support/hostile/text.ts';

const both = <const Text extends string>(text: Text) => ({ en: text, pt: text });

describe('a template', () => {
  test.each<[what: string, template: Template, facts: Record<string, unknown>, shown: string]>([
    ['a text', both('`{name}`'), { name: 'shop' }, '`shop`'],
    ['a number', both('{count}'), { count: 1_234_567 }, '1,234,567'],
    ['a noun for one', both('{count:finding|findings}'), { count: 1 }, '1 finding'],
    ['a noun for none', both('{count:finding|findings}'), { count: 0 }, '0 findings'],
    ['a duration', both('{afterMs}'), { afterMs: 90_000 }, '1 min 30 s'],
    ['a percentage', both('{percentage}'), { percentage: 62.5 }, '62.5%'],
    ['a list of names', both('{pending}'), { pending: ['a', 'b`c'] }, "`a`, `b'c`"],
    ['an optional part', both('failed[: {detail}].'), { detail: 'x' }, 'failed: x.'],
    ['no optional part without its fact', both('failed[: {detail}].'), { detail: '' }, 'failed.'],
    ['no optional part without a value', both('failed[: {detail}].'), { detail: null }, 'failed.'],
    ['no optional part for an empty list', both('none[: {pending}]'), { pending: [] }, 'none'],
    ['what was said already', both('({fault})'), { fault: { what: '`a`', remedy: '' } }, '(`a`)'],
  ])('shows %s', (_what, template, facts, shown) => {
    expect(say(template, facts, 'en')).toBe(shown);
  });

  test('shows numbers as the language writes them', () => {
    const facts = { count: 1_234, percentage: 62.5 };
    expect(say(both('{count} {percentage}'), facts, 'pt')).toBe('1.234 62,5%');
  });

  test.each([
    [8.2, '8.2%'],
    [33.333333, '33.33%'],
    [99.999, '99.99%'],
    [100, '100%'],
    [101.5, '101.5%'],
  ])('shows the percentage %j as %s', (percentage, shown) => {
    expect(say(both('{percentage}'), { percentage }, 'en')).toBe(shown);
  });

  test('shows the first twenty names of a list', () => {
    const pending = Array.from({ length: 30 }, (_, index) => `name-${index}.`);
    expect(say(both('{pending}'), { pending }, 'en').match(/name-\d+\./gu)).toHaveLength(20);
  });

  test('has what happened in its first line, and the remedies below', () => {
    expect(advise(both('{a}.\nDo {a}.\nOr that.'), { a: 'x\ny' }, 'en')).toEqual({
      what: 'x y.',
      remedy: 'Do x y.\nOr that.',
    });
  });
});

test('no fact can end its quotes, add a hole or a line, or make a sentence long', () => {
  const template = both('It said “{detail}” at `{path}`, {other}[ and “{optional}”].');
  const anyText = fc.oneof(hostile, fc.constantFrom('“', '”', '`', '{path}', '[x]', '\n', '$&'));
  const texts = fc.record({ detail: anyText, path: anyText, other: anyText, optional: anyText });
  fc.assert(
    fc.property(texts, fc.constantFrom(...languages), (facts, language) => {
      const said = say(template, facts, language);
      expect(said).toMatch(/^It said “[^“”`\n]*” at `[^“”`\n]*`, [^“”`\n]*(?: and “[^“”`\n]+”)?\.$/u);
      expect(said.length).toBeLessThan(4 * 400 + 50);
    }),
    runs,
  );
  expect(say(both('{detail}'), { detail: '{path} $& [x]' }, 'en')).toBe('{path} $& [x]');
});

test('words of one place are in the language of the report', () => {
  expect(languages.map((language) => wordsIn(language)('Started', 'Início'))).toEqual(['Started', 'Início']);
});

describe('numbers', () => {
  test.each([
    ['en', '1,234,567', '7.5'],
    ['pt', '1.234.567', '7,5'],
  ] as const)('are written as in %s', (language, thousands, score) => {
    const { number, decimal } = numberFormats[language];
    expect([number(1_234_567), number(999)]).toEqual([thousands, '999']);
    expect(decimal(7.49)).toBe(score);
  });
});
