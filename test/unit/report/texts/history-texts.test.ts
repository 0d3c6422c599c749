// In both languages: en/history.ts and pt/history.ts.
import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import type { Texts } from '../../../../src/report/texts/texts.ts';
import { expectTranslated } from './languages.ts';

type Phrase = Texts['history']['phrase'];

function samples({ history: { phrase } }: Texts): Record<keyof Phrase, string[]> {
  return {
    changed: [phrase.changed({ new: 3, fixed: 8 }), phrase.changed({ new: 0, fixed: 0 })],
    fixedFindings: [phrase.fixedFindings(7)],
    reportTooLong: [phrase.reportTooLong()],
    trendNote: [phrase.trendNote(7)],
    isRunning: [phrase.isRunning()],
    isQueued: [phrase.isQueued()],
    willBeReplaced: [phrase.willBeReplaced()],
    running: [phrase.running('8 s')],
    rest: [phrase.rest('8 min')],
    lastOutcome: (['pass', 'fail', 'inconclusive'] as const).map(phrase.lastOutcome),
    issueBlocked: [1, 7].map((count) => phrase.issueBlocked(count, 'a9')),
    issueFailed: [phrase.issueFailed('a9')],
    issueKnown: [1, 7].map((count) => phrase.issueKnown(count, 'a9')),
    issueClean: [phrase.issueClean('a9')],
    issueUndecided: [phrase.issueUndecided('a9')],
    issueNote: [phrase.issueNote()],
    closed: [phrase.closed()],
    closedNote: [phrase.closedNote()],
    reopened: [0, 1, 7].map(phrase.reopened),
    reopenedNote: [phrase.reopenedNote()],
    withheld: (['setting', 'public', 'unknown'] as const).map((because) => phrase.withheld(because, 'x1')),
  };
}

describe('the texts about the last report, the running scan and the tracking issue', () => {
  test('have the same placeholders in both languages, and are translated', () => {
    expectTranslated(samples);
  });

  test('have no empty label', () => {
    for (const { history } of [en, pt]) {
      expect(Object.values(history.label).filter((label) => label.trim() === '')).toEqual([]);
    }
  });

  test('have a singular and a plural', () => {
    expect([1, 2].map((count) => en.history.phrase.issueBlocked(count, 'x'))).toEqual([
      'Scan Gate: 1 finding blocks on x',
      'Scan Gate: 2 findings block on x',
    ]);
    expect([1, 2].map((count) => pt.history.phrase.changed({ new: count, fixed: count }))).toEqual([
      '1 novo, 1 corrigido',
      '2 novos, 2 corrigidos',
    ]);
  });
});
