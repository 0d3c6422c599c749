import { describe, expect, test } from '@jest/globals';
import {
  identifiersOf,
  placesPhrase,
  splitDescription,
} from '../../../../src/report/sentences/finding-sentences.ts';
import { finding } from '../sample-findings.ts';

describe('splitDescription', () => {
  test.each([
    ['The file /.env can be read. It holds keys.', 'The file /.env can be read.', 'It holds keys.'],
    ['nginx/1.18.0 is old! Update it.', 'nginx/1.18.0 is old!', 'Update it.'],
    ['No end', 'No end', ''],
    ['A title\n\nA text. More.\nAnd more.', 'A title', 'A text. More.\nAnd more.'],
    ['A sentence on\ntwo lines. More.\n\nAnd more.', 'A sentence on two lines.', 'More.\n\nAnd more.'],
    ['Headers, e.g. those of CSP, fail. More.', 'Headers, e.g. those of CSP, fail.', 'More.'],
    ['It said “stop.” Then more.', 'It said “stop.”', 'Then more.'],
    ['O q chega ao banco (p. ex. Postgres). Mais.', 'O q chega ao banco (p. ex. Postgres).', 'Mais.'],
    // At most 180 characters.
    ['x'.repeat(1_000_000), `${'x'.repeat(179)}…`, 'x'.repeat(1_000_000)],
    ['😀'.repeat(100), '😀'.repeat(100), ''],
    ['', '', ''],
    ['\u001b[31m\n', '', '\u001b[31m'],
  ])('makes of %j the first sentence, and what follows it', (description, sentence, rest) => {
    const split = splitDescription(description);
    expect(split.sentence).toBe(sentence);
    expect(split.remainder === rest).toBe(true);
  });
});

describe('placesPhrase', () => {
  test.each([
    [[], ''],
    [['/.env'], '/.env'],
    [['/a', 'POST /b', '/c'], '/a, POST /b, /c'],
    [['/a', '/b', '/c', '/d', '/e'], '/a, /b, /c and 2 more'],
    [[`/${'a'.repeat(2000)}`], `/${'a'.repeat(78)}…`],
  ])('of %j is %j', (places, words) => {
    expect(placesPhrase(places, 'en')).toBe(words);
  });

  test('is in the language of the report', () => {
    expect(placesPhrase(['/a', '/b', '/c', '/d'], 'pt')).toBe('/a, /b, /c e mais 1');
  });
});

test('identifiersOf has the first eight, without CWE numbers that cannot be any', () => {
  const odd = finding('high', 0, { cve: ['CVE-2024-12345'], cwe: [79, 1_000_000] });
  expect(identifiersOf(odd)).toEqual(['CWE-79', 'CVE-2024-12345']);
  const many = finding('high', 0, { cwe: Array.from({ length: 13 }, (_, index) => index + 1) });
  expect(identifiersOf(many)).toHaveLength(8);
});
