// What a baseline brings to the headline, and to the counts and the folds below it.
import { describe, expect, test } from '@jest/globals';
import { renderSummary } from '../../../../src/report/comment/summary.ts';
import { renderLogTable } from '../../../../src/report/log-table.ts';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { findings } from '../models.ts';
import { baselineOf, comment, ignoreLow, modelOf, unfolded } from '../scenes.ts';

const shown = await modelOf({
  policy: `baseline: https://user:secret@www.example.com/?token=s3cret\n${ignoreLow}`,
  findings: findings({ critical: 1, high: 2, low: 1, warning: 1 }),
  baseline: baselineOf(findings({ high: 2, medium: 1 })),
});

describe('with a baseline', () => {
  test('the headline says what is new, known and fixed, and new findings are marked', () => {
    const text = comment(shown);
    expect(text).toContain(
      'Compared with scan `c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2`: 2 new, 2 known, 1 fixed. 1 finding is ignored by the policy file.',
    );
    expect(text).toContain('**Apart from ignored ones, 1 new finding has severity `high` or worse.**');
    expect(text.match(/<kbd>new<\/kbd>/gu)).toHaveLength(1);
    expect(text).toContain('<summary>New: Unspecified Threat (1 warning)</summary>');
    expect(renderSummary(shown, en)).toMatch(/#### 1\. .* <kbd>new<\/kbd>/u);
  });

  test('known findings are folded', () => {
    const known = unfolded(comment(shown), 'Known from the baseline: 2 (2 high)');
    expect(known.match(/Outdated nginx/gu)).toHaveLength(2);
  });

  test('the counts are split, so that readers see why a severe finding does not block', () => {
    expect(comment(shown)).toContain(
      [
        '| Severity | Blocking (1) | Below the limits (1) | Known (2) | Ignored (1) | All (5) | █ blocks, ░ does not |',
        '|---|--:|--:|--:|--:|--:|---|',
        '| Critical | **1** | 0 | 0 | 0 | 1 | ██████ |',
        '| High | 0 | 0 | 2 | 0 | 2 | ░░░░░░░░░░░░ |',
        '| Low | 0 | 0 | 0 | 1 | 1 | ░░░░░░ |',
        '| Warning | 0 | 1 | 0 | 0 | 1 | ░░░░░░ |',
      ].join('\n'),
    );
  });

  test('no user info and no query of its URL is shown', () => {
    for (const text of [comment(shown), renderSummary(shown, en), renderLogTable(shown, en).join('\n')]) {
      expect(text).not.toMatch(/s3cret|secret@/u);
    }
    expect(comment(shown)).toContain('| `baseline` | `https://www.example.com` | policy file |');
  });

  test('that has no finished scan, the headline says that every finding counts as new', async () => {
    const first = await modelOf({ inputs: { baseline: 'previous' }, findings: findings({ low: 2 }) });
    expect(comment(first)).toContain(
      'There is no finished scan of the baseline (`previous`) yet: every finding counts as new.',
    );
    expect(comment(first)).not.toContain('<kbd>');
  });
});
