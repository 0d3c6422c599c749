import { describe, expect, test } from '@jest/globals';
import { assess, findings, model } from '../../models.ts';
import { comment } from '../../scenes.ts';

describe('the counts', () => {
  test('are by severity, bold where findings can block, under what to do', () => {
    const text = comment(model(assess(findings({ critical: 1, high: 2, low: 3 }))));
    expect(text).toContain('**What to do:** Fix the blocking findings, deploy, and run the gate again.');
    expect(text).toContain(
      [
        '| Severity | Findings (6) | █ blocks, ░ does not |',
        '|---|--:|---|',
        '| Critical | **1** | ████ |',
        '| High | **2** | ████████ |',
        '| Low | 3 | ░░░░░░░░░░░░ |',
      ].join('\n'),
    );
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
