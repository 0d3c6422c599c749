import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../../src/report/language/texts.ts';
import { linksLine, runFooter } from '../../../../../src/report/page/sections/footer.ts';
import { renderMarkdownTree, textOf } from '../../../../support/render.ts';
import { plainModel, withoutScan } from '../../models.ts';
import { linksIn } from '../../rendered-reports.ts';

const run = 'https://github.com/example/shop/actions/runs/101/attempts/1';

describe('the footer', () => {
  const shown = plainModel();

  test('names run, commit and time, and the line of the reports files and summary, as far as there are any', () => {
    const reports = renderMarkdownTree(linksLine(shown, en, false));
    expect(textOf(reports)).toBe('📄 Action report (PDF) · Job summary · JSON and SARIF');
    expect(linksIn(reports)).toEqual([
      'https://github.com/example/shop/actions/runs/101/artifacts/4710',
      run,
      'https://github.com/example/shop/actions/runs/101/artifacts/4711',
    ]);
    const oneFile = { ...shown.files, artifact: { url: run, formats: ['JSON'] } } as const;
    expect(linksLine({ ...shown, files: oneFile }, en, true)).toMatch(/ · \[JSON\]\([^·]+$/);
    const pdfsOnly = { ...shown.files, artifact: { url: run, formats: [] } };
    expect(linksLine({ ...shown, files: pdfsOnly }, en, true)).not.toContain(' · ');
    expect(linksLine(shown, en, true)).not.toContain('Job summary');
    const footer = runFooter(shown.run, shown.run.durationMs, en);
    expect(textOf(renderMarkdownTree(footer))).toBe(
      'Run Security / scan · commit 5d41402 · took 13 min 11 s',
    );
    const unscanned = withoutScan({ kind: 'missing-api-key', skipped: false });
    expect(linksLine(unscanned, en, false)).toBe('');
    const withoutCommit = runFooter({ ...shown.run, sha: null }, null, en);
    expect(textOf(renderMarkdownTree(withoutCommit))).toBe('Run Security / scan');
  });
});
