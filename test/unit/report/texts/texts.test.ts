import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import { loadTexts, type Texts } from '../../../../src/report/texts/texts.ts';
import { expectTranslated } from './languages.ts';

/** The names of everything in `value`, as paths. */
function paths(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, each]) => {
    const path = `${prefix}${key}`;
    return typeof each === 'object' && each !== null ? paths(each, `${path}.`) : [`${path}: ${typeof each}`];
  });
}

describe('both languages', () => {
  test('have the same keys', () => {
    expect(paths(pt)).toEqual(paths(en));
  });

  test('have no label that is empty', () => {
    for (const texts of [en, pt]) {
      expect(Object.entries(texts.label).filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });

  test('have the placeholders of every phrase', () => {
    const samples = ({ phrase }: Texts): Record<keyof typeof phrase, string[]> => ({
      severityCount: [phrase.severityCount('warning', 7)],
      block: [phrase.block(7)],
      blockingFindings: [phrase.blockingFindings(7)],
      otherFindings: [phrase.otherFindings(7)],
      partialCounts: [phrase.partialCounts()],
      clean: [phrase.clean(7)],
      notBlocking: [phrase.notBlocking(7)],
      onlyWarns: [phrase.onlyWarns()],
      unlistedNote: [phrase.unlistedNote(7, '8')],
      leftOut: [phrase.leftOut(7, false)],
      askedAndGot: [phrase.askedAndGot('8', '9'), phrase.askedAndGot(null, null)],
      otherPreferences: [phrase.otherPreferences('8')],
      andMore: [phrase.andMore(7)],
      moreBlocking: [phrase.moreBlocking(7)],
      moreAnnotations: [phrase.moreAnnotations()],
      unknownSeverity: [phrase.unknownSeverity('8')],
      emailCount: [phrase.emailCount(7)],
      artifact: [phrase.artifact()],
      reportInArtifact: [phrase.reportInArtifact('8', '9')],
      reportMissing: [phrase.reportMissing('8', '9')],
      took: [phrase.took('8')],
    });
    expectTranslated(samples);
  });

  test('have a singular and a plural', () => {
    expect([1, 2].map(en.phrase.moreBlocking)).toEqual([
      '1 more blocking finding',
      '2 more blocking findings',
    ]);
    expect([1, 2].map(pt.phrase.moreBlocking)).toEqual([
      'Mais 1 achado que bloqueia',
      'Mais 2 achados que bloqueiam',
    ]);
  });

  test('have their own thousands separator', () => {
    expect([en.number(1234567), pt.number(1234567), en.number(999)]).toEqual([
      '1,234,567',
      '1.234.567',
      '999',
    ]);
  });
});

describe('loadTexts', () => {
  test('loads the language asked for', async () => {
    expect((await loadTexts('en')).outcome.fail).toBe('failed');
    expect((await loadTexts('pt')).outcome.fail).toBe('reprovado');
  });
});
