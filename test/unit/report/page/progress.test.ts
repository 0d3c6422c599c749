import { describe, expect, test } from '@jest/globals';
import { noFindings } from '../../../../src/core/severity.ts';
import { noEarlierPost } from '../../../../src/report/hidden-line.ts';
import { en, pt } from '../../../../src/report/language/texts.ts';
import { type ProgressModel, renderProgress } from '../../../../src/report/page/progress.ts';
import { reportToNote } from '../../../../src/report/since-last-report.ts';
import { findReferences, renderMarkdownTree, textOf } from '../../../support/render.ts';
import { plainModel } from '../models.ts';

const { run } = plainModel();
const marker = '<!-- scan-gate -->';
const progress: ProgressModel = {
  percentage: 40,
  elapsedMs: 262_000,
  timeLeftMs: 380_000,
  target: 'https://preview-104.example.com/',
  counts: { ...noFindings, critical: 1, low: 3 },
  blocksFrom: 'high',
  earlier: {
    report: {
      ...reportToNote(plainModel()),
      sha: '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12',
    },
    reportMarkdown: 'The report.',
  },
  run,
};

function render(changes: Partial<ProgressModel> = {}, texts = en): string {
  return renderProgress({ ...progress, ...changes }, texts, marker);
}

describe('the comment while the scan runs', () => {
  test('says how far the scan is, that there is nothing to do, and what the last report said', () => {
    const text = render();
    expect(text.split('\n').slice(0, 2)).toEqual([marker, '## ⏳ Scan Gate: scanning, 40%']);
    const shown = textOf(renderMarkdownTree(text));
    expect(shown).toContain('There is no result yet, and nothing to do.');
    expect(shown.match(/%/gu)).toHaveLength(1);
    expect(shown).toContain('Running for 4 min 22 s · about 7 min left · on preview-104.example.com');
    expect(shown).toMatch(
      /Found so far: 🔴\s1 critical · 🔵\s3 low — 1 critical will block, and the result names it.*Previous report: passed \(2fd4e1c\)/su,
    );
    expect(text.endsWith('The report.\n\n</details>')).toBe(true);
    expect(text).toContain('[Security / scan](https://github.com/example/shop/actions/runs/101/attempts/1)');
  });

  test('says that the scan has not started if it has no percentage', () => {
    const shown = textOf(renderMarkdownTree(render({ percentage: null })));
    expect(shown).toMatch(/waiting for the scan.*The scan has not started yet\..*Waiting for 4 min 22 s/su);
    expect(shown).not.toMatch(/%|left/u);
  });

  test('says of no finding that it will block if a baseline or an ignore rule may take it', () => {
    expect(render({ blocksFrom: null })).not.toMatch(/\*\*1 critical|will block/u);
  });

  test.each([
    [99.99, 99],
    [100, 99],
    [0, 0],
    [62.5, 62],
  ])('rounds down: %d is shown as %d', (percentage, shown) => {
    expect(render({ percentage })).toContain(`scanning, ${shown}%`);
  });

  test('names no target, estimate, finding and last report if there is none', () => {
    const bare = render({ target: null, timeLeftMs: null, counts: noFindings, earlier: noEarlierPost });
    expect(bare).not.toMatch(/ on |left|Found so far|Previous report/u);
  });

  test('is in Portuguese too', () => {
    expect(render({}, pt)).toContain('## ⏳ Scan Gate: scan em andamento, 40%');
  });

  test('is small, and forms nothing from hostile names', () => {
    const hostile = '@octocat <b> #1 ` | ](https://evil.example) '.repeat(200);
    const text = render({ target: hostile, run: { ...run, workflow: hostile, job: hostile } });
    expect(text.length).toBeLessThan(4000 + marker.length);
    expect(findReferences(renderMarkdownTree(text))).toEqual({ mentions: [], issues: [], commits: [] });
    expect(text).not.toContain('](https://evil');
  });
});
