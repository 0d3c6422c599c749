import { describe, expect, test } from '@jest/globals';
import { annotate } from '../../../src/report/annotations.ts';
import { renderSummary } from '../../../src/report/comment/summary.ts';
import { firstSentence, placeWords } from '../../../src/report/finding-words.ts';
import { renderLogTable } from '../../../src/report/log-table.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { pt } from '../../../src/report/texts/pt/texts.ts';
import { assess, finding, findings, model } from './models.ts';
import { comment, modelOf } from './scenes.ts';

describe('firstSentence', () => {
  test.each([
    ['The file /.env can be read. It holds keys.', 'The file /.env can be read.'],
    ['nginx/1.18.0 is old! Update it.', 'nginx/1.18.0 is old!'],
    ['No end', 'No end'],
    ['A title\n\nA text. More.', 'A title'],
    ['A sentence on\ntwo lines. More.', 'A sentence on two lines.'],
    [
      'Headers, e.g. Content-Security-Policy, are missing. More.',
      'Headers, e.g. Content-Security-Policy, are missing.',
    ],
    ['It said “stop.” Then more.', 'It said “stop.”'],
    [
      'O parâmetro q chega ao banco (p. ex. Postgres). Mais.',
      'O parâmetro q chega ao banco (p. ex. Postgres).',
    ],
    ['', ''],
    ['\u001b[31m\n', ''],
  ])('of %p is %p', (description, sentence) => {
    expect(firstSentence(description)).toBe(sentence);
  });

  test('has at most 140 characters, and ends with a whole word where it was shortened', () => {
    expect(firstSentence(`${'word '.repeat(40)}end.`)).toBe(`${'word '.repeat(27).trim()}…`);
    expect(firstSentence('x'.repeat(1_000_000))).toBe(`${'x'.repeat(139)}…`);
  });
});

describe('placeWords', () => {
  test('is the first place and how many more there are', () => {
    expect(placeWords([], en)).toBe('');
    expect(placeWords(['/.env'], en)).toBe('/.env');
    expect(placeWords(['/a', '/b', '/c'], en)).toBe('/a and 2 more');
    expect(placeWords(['/a', '/b', '/c'], pt)).toBe('/a e mais 2');
  });

  test('shortens a long place', () => {
    expect(placeWords([`/${'a'.repeat(2000)}`], en)).toBe(`/${'a'.repeat(78)}…`);
  });
});

describe('why a finding blocks', () => {
  test('is not said where the severity says it', () => {
    expect(comment(model(assess(findings({ high: 2 }))))).not.toContain('Why it blocks');
  });

  test('names every rule by which it blocks, in every report', async () => {
    const shown = await modelOf({
      policy: 'fail-on-cvss: 5.0\nmax-findings: { low: 1 }\n',
      findings: [
        ...findings({ critical: 1, low: 2 }),
        finding('medium', 1, { cvss: null }),
        finding('medium', 2),
      ],
    });
    const text = comment(shown);
    expect(text).toContain('Why it blocks: `fail-on: high`, `fail-on-cvss: 5.0`<details>');
    expect(text).toContain('Why it blocks: `fail-on-cvss: 5.0` (without a score it counts as 6.9)<details>');
    expect(text.match(/Why it blocks: `max-findings` \(`low`: 2, allowed 1\)/gu)).toHaveLength(2);
    expect(renderSummary(shown, en)).toContain('Why it blocks: `fail-on: high`, `fail-on-cvss: 5.0`');
    const log = renderLogTable(shown).join('\n');
    expect(log).toMatch(/1 {2}Critical.*CWE-89 +fail-on, fail-on-cvss\n/u);
    expect(log).toMatch(/4 {2}Low.*CWE-693 +max-findings\n/u);
    expect(annotate(shown, en)[0]?.message).toMatch(
      /\nWhy it blocks: `fail-on: high`, `fail-on-cvss: 5\.0`$/u,
    );
  });
});
