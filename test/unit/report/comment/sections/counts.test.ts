import { describe, expect, test } from '@jest/globals';
import { countsLine } from '../../../../../src/report/comment/sections/counts.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import { withholdDetails } from '../../../../../src/report/withhold.ts';
import { assess, findings, model, withoutScan } from '../../models.ts';
import { comment } from '../../scenes.ts';

const target = '[preview-104.example.com](https://preview-104.example.com/)';

describe('the counts', () => {
  test('are by severity, bold where findings block, with the target and what blocks', () => {
    expect(countsLine(model(assess(findings({ critical: 1, high: 2, low: 3 }))), en, true)).toBe(
      `🔴&nbsp;**1 critical** · 🟠&nbsp;**2 high** · 🔵&nbsp;3 low — on ${target}; \`high\` or worse blocks.`,
    );
  });

  test('are bold where they can block if it is not said which findings do', () => {
    const shown = withholdDetails(
      model(assess(findings({ high: 2, low: 3 })), { disclosure: { mode: 'counts', because: 'setting' } }),
    );
    expect(countsLine(shown, en, true)).toBe('🟠&nbsp;**2 high** · 🔵&nbsp;3 low — `high` or worse blocks.');
  });

  test('are not there where nothing was scanned', () => {
    expect(countsLine(withoutScan({ kind: 'missing-api-key', skipped: false }), en, true)).toBe(
      `Target: ${target}`,
    );
  });

  test('form no link from a target that is no web address', () => {
    const shown = model(assess([]), { target: 'javascript:alert(1)//](https://evil.example)' });
    expect(countsLine(shown, en, true)).not.toContain('](');
  });

  test('say which findings the summary counts beyond the list', () => {
    const assessment = {
      ...assess(findings({ high: 1 })),
      unlisted: { critical: 2, high: 0, medium: 0, low: 1, warning: 0 },
    };
    expect(comment(model(assessment))).toContain(
      'counts 3 findings that the list does not hold (2 critical, 1 low).',
    );
  });
});
