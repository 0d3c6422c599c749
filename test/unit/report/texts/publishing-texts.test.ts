// In both languages: en/publishing.ts and pt/publishing.ts.
import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import type { Texts } from '../../../../src/report/texts/texts.ts';
import { expectTranslated } from './languages.ts';

describe('the texts of publishing', () => {
  test('have the same placeholders in both languages, and are translated', () => {
    expectTranslated(({ publishing }: Texts) => ({
      sink: Object.values(publishing.sink),
      notFinished: [publishing.notFinished('7')],
      failed: [publishing.failed('7', '8')],
      overdue: [publishing.overdue(300)],
      answered: [publishing.answered(403)],
      remedy: [
        publishing.remedy.unknownToken(),
        publishing.remedy.unreachable(),
        publishing.remedy.rateLimit(),
        publishing.remedy.locked('7'),
        publishing.remedy.forbidden('7', '8'),
        publishing.remedy.forbidden('7', ''),
        publishing.remedy.wrongToken(),
        publishing.remedy.notVisible('7'),
        publishing.remedy.notTaken(),
        publishing.remedy.gitHubFailed(),
      ],
      noToken: [publishing.noToken.comment(), publishing.noToken.issue()],
      newer: [publishing.newer.comment('7'), publishing.newer.issue('7')],
      reports: [publishing.reportCancelled('7', '8'), publishing.reportMissing('7')],
      runner: [
        publishing.fileFailed('7'),
        publishing.folderFailed('7'),
        publishing.summaryFailed('7'),
        publishing.outputsFailed('7'),
        publishing.annotationsFailed('7'),
      ],
      artifact: [
        publishing.otherPreferences('7', '8'),
        publishing.scansLeftOut('7'),
        publishing.uploading(),
        publishing.notUploaded('7', '8', '9'),
        publishing.filesStay('7', ['`a`', '`b`']),
        ...Object.values(publishing.uploadCause).map((say) => say()),
        ...Object.values(publishing.uploadRemedy).map((say) => say()),
      ],
    }));
  });

  test('list the outputs as the language does', () => {
    const outputs = ['`a`', '`b`', '`c`'];
    expect(en.publishing.filesStay('x', outputs)).toContain('at `a`, `b` and `c`.');
    expect(pt.publishing.filesStay('x', outputs)).toContain('em `a`, `b` e `c`.');
  });
});
