// In both languages: en/dry-run.ts and pt/dry-run.ts.
import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import type { Texts } from '../../../../src/report/texts/texts.ts';
import { expectTranslated } from './languages.ts';

type Phrase = Texts['dryRun']['phrase'];

function samples({ dryRun: { phrase } }: Texts): Record<keyof Phrase, string[]> {
  const readable = phrase.readable('8');
  const refused = phrase.refused({ kind: 'status', status: 403 }, '8');
  return {
    allWell: [phrase.allWell()],
    someWrong: [1, 7].map((count) => phrase.someWrong(count, '8')),
    inputsRead: [phrase.inputsRead()],
    correctInputs: [phrase.correctInputs()],
    correctFile: [phrase.correctFile()],
    policyOff: [phrase.policyOff()],
    noPolicy: [phrase.noPolicy()],
    policyRead: [phrase.policyRead('8', '9')],
    organizationRead: [phrase.organizationRead('8', '9')],
    noOrganization: [phrase.noOrganization()],
    correctOrganization: [phrase.correctOrganization()],
    listRead: [phrase.listRead()],
    ready: [phrase.ready('8')],
    notAsked: [phrase.notAsked('8')],
    attached: [phrase.attached()],
    after: [phrase.after()],
    notWanted: [phrase.notWanted()],
    readable: [readable.what, readable.remedy],
    refused: [refused.what, refused.remedy],
  };
}

describe('the texts of a dry run', () => {
  test('have the same placeholders in both languages, and are translated', () => {
    expectTranslated(samples);
  });

  test('have no empty label', () => {
    for (const { dryRun } of [en, pt])
      expect(Object.values(dryRun.label).filter((label) => label.trim() === '')).toEqual([]);
  });
});
