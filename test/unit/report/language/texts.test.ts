// Every text of texts.ts. A new one is checked without being named here.
import { describe, expect, test } from '@jest/globals';
import { issueGroups } from '../../../../sandbox/scan/wire.ts';
import { noFindings, severities } from '../../../../src/core/severity.ts';
import {
  andMore,
  countsPhrase,
  findingCount,
  lineName,
  severityName,
} from '../../../../src/report/language/phrases.ts';
import { en, pt, type Texts } from '../../../../src/report/language/texts.ts';
import { escapeKeepingCode } from '../../../../src/report/markdown/escape.ts';
import { expectSame, placeholders } from './languages.ts';

/** What a text is given that cannot say something of `7, 8`. */
const given: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  joinWords: [[['7', '8', '9']]],
  plural: [[7, '8', '9']],
};

/** Forms of numbers, which may be the same in both languages. */
const forms = ['language', 'number', 'plural', 'decimal', 'percent', 'group'];

/** The texts in `value` by their path. */
function textsBelow(value: object, prefix = ''): [path: string, text: unknown][] {
  return Object.entries(value).flatMap(([key, each]): [string, unknown][] =>
    typeof each === 'object' && each !== null
      ? textsBelow(each, `${prefix}${key}.`)
      : [[`${prefix}${key}`, each]],
  );
}

/** Everything that a text says of its samples. */
function saidBy(path: string, text: unknown): string[] {
  if (typeof text !== 'function') return [String(text)];
  const samples = given[path] ?? [[7, 8]];
  return samples.flatMap((sample) => {
    const said: unknown = Reflect.apply(text, undefined, sample);
    return typeof said === 'object' && said !== null ? Object.values(said).map(String) : [String(said)];
  });
}

describe('both languages', () => {
  const portuguese = new Map(textsBelow(pt));
  const all = textsBelow(en);

  test('have the same texts, and the samples are of such', () => {
    const paths = (texts: Texts) => textsBelow(texts).map(([path, text]) => `${path}: ${typeof text}`);
    expect(paths(pt)).toEqual(paths(en));
    expect(Object.keys(given).filter((path) => !portuguese.has(path))).toEqual([]);
  });

  test('say the same numbers and names, in other words, and something', () => {
    for (const [path, text] of all) {
      const [english, other] = [saidBy(path, text), saidBy(path, portuguese.get(path))];
      expect({ path, held: other.map(placeholders) }).toEqual({ path, held: english.map(placeholders) });
      const wrong = [...english, ...other].filter((each) => /^\s*$|undefined|NaN|\[object/u.test(each));
      expect({ path, wrong }).toEqual({ path, wrong: [] });
      // A short label may be the same word.
      const mayBeSame = forms.includes(path) || (typeof text === 'string' && text.length < 15);
      const same = mayBeSame ? [] : english.filter((each) => other.includes(each));
      expect({ path, same }).toEqual({ path, same: [] });
    }
  });

  test('are Markdown as they are, so that pages need not escape them', () => {
    for (const [path, text] of [...textsBelow(en), ...textsBelow(pt)]) {
      const isGivenText = forms.includes(path);
      const said = isGivenText ? [] : saidBy(path, text);
      const escaped = said.map((each) => escapeKeepingCode(each, 4000));
      expect({ path, said: escaped }).toEqual({ path, said });
    }
  });

  test('have a name of their own for each group', () => {
    for (const group of issueGroups) {
      expect(en.group(group)).toBe(group);
      expect(pt.group(group)).not.toBe(group);
    }
  });
});

describe('shared phrases', () => {
  test('say the same in both languages, for one and for several', () => {
    for (const count of [1, 7]) {
      const counts = { ...noFindings, medium: count, warning: count };
      expectSame((language) => countsPhrase(counts, language));
      expectSame((language) => findingCount(count, language));
      expectSame((language) => andMore(count, language));
      expectSame((language) => lineName(count, language));
    }
    for (const severity of severities) expectSame((language) => severityName(severity, language));
  });

  test('leave out severities without findings', () => {
    const counts = { ...noFindings, critical: 1_234, warning: 1 };
    expect(countsPhrase(counts, 'en')).toBe('1,234 critical, 1 warning');
    expect(countsPhrase(counts, 'pt')).toBe('crítica: 1.234, informativa: 1');
    expect(countsPhrase(noFindings, 'en')).toBe('');
  });
});
