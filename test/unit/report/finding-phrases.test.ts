import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../src/gate/read-findings.ts';
import {
  countFindings,
  firstSentenceOf,
  groupEqualFindings,
  identifiersOf,
  placesPhrase,
} from '../../../src/report/finding-phrases.ts';
import { judgedModel, plainModel } from './models.ts';
import { finding } from './sample-findings.ts';

test.each([
  ['The file /.env can be read. It holds keys.', 'The file /.env can be read.'],
  ['nginx/1.18.0 is old! Update it.', 'nginx/1.18.0 is old!'],
  ['No end', 'No end'],
  ['A title\n\nA text. More.\nAnd more.', 'A title'],
  ['A sentence on\ntwo lines. More.\n\nAnd more.', 'A sentence on two lines.'],
  ['Headers, e.g. those of CSP, fail. More.', 'Headers, e.g. those of CSP, fail.'],
  ['It said “stop.” Then more.', 'It said “stop.”'],
  ['O q chega ao banco (p. ex. Postgres). Mais.', 'O q chega ao banco (p. ex. Postgres).'],
  // At most 180 characters.
  ['x'.repeat(1_000_000), `${'x'.repeat(179)}…`],
  ['😀'.repeat(100), '😀'.repeat(100)],
  ['', ''],
  ['\u001b[31m\n', ''],
])('the first sentence of %j is %j', (description, sentence) => {
  expect(firstSentenceOf(description)).toBe(sentence);
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

test('identifiersOf has the first eight', () => {
  const both = finding('high', 0, { cve: ['CVE-2024-12345'], cwe: [79] });
  expect(identifiersOf(both)).toEqual(['CWE-79', 'CVE-2024-12345']);
  const many = finding('high', 0, { cwe: Array.from({ length: 13 }, (_, index) => index + 1) });
  expect(identifiersOf(many)).toHaveLength(8);
});

const judged = (...all: readonly Partial<Finding>[]) =>
  plainModel(all.map((changes) => finding('high', 0, changes))).judgement.findings;

test.each<[what: string, rows: number, one: Partial<Finding>, other: Partial<Finding>]>([
  ['places', 1, { places: ['/a'] }, { places: ['/b'] }],
  ['descriptions', 1, { description: 'x' }, { description: 'y' }],
  ['severity', 2, { severity: 'critical' }, {}],
  ['name', 2, { name: 'x' }, { name: 'y' }],
  ['identifiers', 2, { cwe: [1] }, { cwe: [2] }],
])('two findings that differ in %s need %i row(s)', (_what, rows, one, other) => {
  const groups = groupEqualFindings(judged(one, other));
  expect(groups).toHaveLength(rows);
  expect(countFindings(groups)).toBe(2);
});

test('a row has each place and each fingerprint once', () => {
  const [group] = groupEqualFindings(judged({ places: ['/a', '/b'] }, { places: ['/b'] }));
  expect(group?.places).toEqual(['/a', '/b']);
  expect(group?.fingerprints).toHaveLength(2);
});

test('findings of another status, or ignored by another rule, share no row', () => {
  const rule = (where: string) => `  - cwe: 193\n    reason: x\n    where: ${where}\n`;
  const places = ['/a', '/b', '/c'];
  const { judgement } = judgedModel({
    policy: `ignore:\n${rule('/a')}${rule('/b')}`,
    findings: places.map((place) => finding('high', 0, { places: [place] })),
  });
  const groups = groupEqualFindings(judgement.findings);
  expect(groups.map(({ count }) => count)).toEqual([1, 1, 1]);
});
