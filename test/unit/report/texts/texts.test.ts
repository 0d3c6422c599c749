import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import { type Texts, textsIn } from '../../../../src/report/texts/texts.ts';
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
      blockingFindings: [phrase.blockingFindings(7)],
      otherFindings: [phrase.otherFindings(7, '8')],
      onTarget: [phrase.onTarget('8')],
      fixFindings: [1, 7].flatMap((count) =>
        [true, false].map((onPullRequest) => phrase.fixFindings({ needed: 1, count }, onPullRequest)),
      ),
      fixCounted: [1, 7].flatMap((count) =>
        [true, false].map((onPullRequest) =>
          phrase.fixCounted({ count, which: '8', scanId: 'x9' }, onPullRequest),
        ),
      ),
      nothingToDo: [phrase.nothingToDo()],
      staysGreen: [phrase.staysGreen()],
      cancelledCheck: [phrase.cancelledCheck()],
      clean: [phrase.clean(7)],
      notBlocking: [phrase.notBlocking(7)],
      onlyWarns: [phrase.onlyWarns()],
      notFailed: [phrase.notFailed()],
      cancelledLate: [phrase.cancelledLate()],
      statusPending: [phrase.statusPending()],
      statusOnlyWarns: [phrase.statusOnlyWarns('8')],
      unlistedNote: [phrase.unlistedNote(7, '8')],
      leftOut: [phrase.leftOut(7, false)],
      askedAndGot: [phrase.askedAndGot('8', '9'), phrase.askedAndGot(null, null)],
      otherPreferences: [phrase.otherPreferences('8')],
      andMore: [phrase.andMore(7)],
      andMoreThan: [phrase.andMoreThan(980)],
      moreBlocking: [phrase.moreBlocking(7)],
      moreAnnotations: [phrase.moreAnnotations()],
      unknownSeverity: [phrase.unknownSeverity('8')],
      emailCount: [phrase.emailCount(7)],
      emailsCut: [phrase.emailsCut(1000)],
      validity: [phrase.validity('8', '9')],
      reportMissing: [phrase.reportMissing('8', '9')],
      took: [phrase.took('8')],
    });
    expectTranslated(samples);
  });

  test('have the placeholders of every title', () => {
    const samples = ({ title }: Texts): Record<keyof typeof title, string[]> => ({
      passed: [title.passed()],
      failed: [title.failed('8')],
      block: [true, false].flatMap((onlyNew) =>
        [1, 7].map((count) => title.block(count, { onlyNew, onPullRequest: true })),
      ),
      hostRules: [1, 7].map(title.hostRules),
      undecided: [title.undecided()],
      undecidedWarns: [title.undecidedWarns()],
      cancelled: [title.cancelled()],
      skipped: [title.skipped()],
    });
    expectTranslated(samples);
  });

  test('have a singular and a plural', () => {
    expect([1, 2].map(en.phrase.moreBlocking)).toEqual([
      '1 more blocking finding',
      '2 more blocking findings',
    ]);
    expect([1, 2].map(pt.phrase.moreBlocking)).toEqual([
      'Mais 1 achado bloqueante',
      'Mais 2 achados bloqueantes',
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

test('each language has its own texts', () => {
  expect(textsIn.en.title.passed()).toBe('passed');
  expect(textsIn.pt.title.passed()).toBe('aprovado');
});
