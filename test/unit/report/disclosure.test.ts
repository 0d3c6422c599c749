import { describe, expect, test } from '@jest/globals';
import type { Disclosure } from '../../../src/core/words.ts';
import { annotate } from '../../../src/report/annotations.ts';
import { renderComment } from '../../../src/report/comment/comment.ts';
import { renderSummary } from '../../../src/report/comment/summary.ts';
import { renderLogTable } from '../../../src/report/log-table.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { withholdDetails } from '../../../src/report/withhold.ts';
import { assess, findings, model } from './models.ts';

const open = model(assess(findings({ critical: 1, high: 2, low: 3 })));

function counted(because: Disclosure['because']): ReportModel {
  return withholdDetails({ ...open, disclosure: { mode: 'counts', because } });
}

function texts(shown: ReportModel): string[] {
  return [
    renderComment(shown, en, { marker: '<!-- scan-gate -->' }),
    renderSummary(shown, en),
    renderLogTable(shown, en).join('\n'),
    JSON.stringify(annotate(shown, en)),
  ];
}

describe('a report that only counts', () => {
  test.each([
    ['setting', 'because `disclosure` is `counts`'],
    ['public', 'because this repository is public and `disclosure` is `auto`'],
    ['unknown', 'because it is not known whether this repository is public'],
  ] as const)('says why (%s), where the findings are, and how to change it', (because, words) => {
    for (const text of texts(counted(because)).slice(0, 2)) {
      expect(text).toContain(words);
      expect(text).toContain('as scan `6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11`');
      expect(text).toContain('set `disclosure: full`');
    }
  });

  test('still says the verdict and the counts', () => {
    const [comment = ''] = texts(counted('public'));
    expect(comment).toContain('## ❌ Scan Gate: failed, 3 findings block');
    expect(comment).toContain('| Critical | **1** | ████ |');
    expect(comment).toContain('| Low | 3 | ████████████ |');
  });

  test('names no finding, address, host, file or identifier', () => {
    const helpful = /SQL|nginx|DMARC|CWE|CVE|preview-104|owasp|192\.0\.2|jQuery|action-report|fingerprint/u;
    for (const text of texts(counted('setting'))) expect(text).not.toMatch(helpful);
    expect(texts(open).every((text) => helpful.test(text))).toBe(true);
  });

  test('says nothing of it where everything is shown', () => {
    for (const text of texts(open)) expect(text).not.toContain('disclosure: full');
  });
});
