import { describe, expect, test } from '@jest/globals';
import { en, pt } from '../../../../src/report/language/texts.ts';
import { annotationsOf } from '../../../../src/report/log/annotations.ts';
import {
  identifiersOf,
  placePhrase,
  splitDescription,
} from '../../../../src/report/sentences/finding-sentences.ts';
import { judgedModel } from '../models.ts';
import { comment, logLines, summary } from '../rendered-reports.ts';
import { finding, findings } from '../sample-findings.ts';

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

describe('placePhrase', () => {
  test.each([
    [{}, ''],
    [{ where: ['/.env'] }, '/.env'],
    [{ where: ['/a', '/b', '/c'] }, '/a and 2 more'],
    [{ where: [`/${'a'.repeat(2000)}`] }, `/${'a'.repeat(78)}…`],
    [{ where: ['/a'], subjects: { method: ['POST'], port: ['443'] } }, 'POST /a'],
    [{ where: ['/a'], subjects: { method: ['GET', 'POST'] } }, '/a'],
    [{ subjects: { port: ['22'], protocol: ['tcp'], host: ['a.example'] } }, 'port 22/tcp'],
    [{ subjects: { port: ['53/udp'], protocol: ['udp'] } }, 'port 53/udp'],
    [{ subjects: { host: ['a.example'] } }, 'whole host'],
  ])('says of %j that it is at %j', (changes, words) => {
    expect(placePhrase([finding('low', 0, changes)], en)).toBe(words);
  });

  test('names each place of several findings once', () => {
    const all = [['/a', '/b'], ['/b', '/c'], []].map((where) => finding('low', 0, { where }));
    expect(placePhrase(all, pt)).toBe('/a e mais 2');
  });
});

test('identifiersOf has the first eight, without CWE numbers that cannot be any', () => {
  const odd = finding('high', 0, { cve: ['CVE-2024-12345'], cwe: [79, 1_000_000] });
  expect(identifiersOf(odd)).toEqual(['CWE-79', 'CVE-2024-12345']);
  const many = finding('high', 0, { cwe: Array.from({ length: 13 }, (_, index) => index + 1) });
  expect(identifiersOf(many)).toHaveLength(8);
});

test('every rule by which a finding blocks is named, in every report', () => {
  const mediums = [finding('medium', 1, { cvss: null }), finding('medium', 2)];
  const policy = 'fail-on-cvss: 5.0\nmax-findings: { low: 1 }\n';
  const model = judgedModel({ policy, findings: [...findings({ critical: 1, low: 2 }), ...mediums] });
  const text = comment(model);
  expect(text).toContain('Why it blocks: `fail-on: high`, `fail-on-cvss: 5.0`<details>');
  expect(text).toContain('Why it blocks: `fail-on-cvss: 5.0` (without a score it counts as 6.9)<details>');
  expect(text).toContain('\n| 🔵&nbsp;Low | **2 low, and 1 is allowed: fix at least 1 of these** |\n');
  expect(summary(model)).toContain('Why it blocks: `fail-on: high`, `fail-on-cvss: 5.0`');
  const log = logLines(model).join('\n');
  expect(log).toMatch(/1 {2}Critical.*CWE-89 +fail-on, fail-on-cvss\n/u);
  expect(log).toMatch(/4 {2}Low.*CWE-693 +max-findings\n/u);
  expect(annotationsOf(model, en)[0]?.message).toMatch(
    /\nWhy it blocks: `fail-on: high`, `fail-on-cvss: 5\.0`$/u,
  );
});
