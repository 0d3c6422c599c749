import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../../src/report/language/texts.ts';
import type { ReportedRun } from '../../../../../src/report/model.ts';
import { linksLine, runFooter } from '../../../../../src/report/page/sections/footer.ts';
import { renderMarkdownTree, textOf } from '../../../../support/render.ts';
import { plainModel, withoutScan } from '../../models.ts';
import { linksIn } from '../../rendered-reports.ts';

const runUrl = 'https://github.com/example/shop/actions/runs/101/attempts/1';
const model = plainModel();

describe('linksLine', () => {
  test('links the PDF report, the job summary and the archive', () => {
    const line = renderMarkdownTree(linksLine(model, en, false));
    expect(textOf(line)).toBe('📄 Action report (PDF) · Job summary · JSON and SARIF');
    expect(linksIn(line)).toEqual([
      'https://github.com/example/shop/actions/runs/101/artifacts/4710',
      runUrl,
      'https://github.com/example/shop/actions/runs/101/artifacts/4711',
    ]);
  });

  test('does not link the job summary in the job summary', () => {
    expect(linksLine(model, en, true)).not.toContain('Job summary');
  });

  test.each<[line: string, formats: readonly ('JSON' | 'SARIF')[]]>([
    ['📄 Action report (PDF) · JSON', ['JSON']],
    ['📄 Action report (PDF)', []],
  ])('names only what the archive has: %s', (line, formats) => {
    const files = { ...model.files, artifact: { url: runUrl, formats } };
    expect(textOf(renderMarkdownTree(linksLine({ ...model, files }, en, true)))).toBe(line);
  });

  test('is empty without a scan', () => {
    const unscanned = withoutScan({ kind: 'missing-api-key', skipped: false });
    expect(linksLine(unscanned, en, false)).toBe('');
  });
});

describe('runFooter', () => {
  const footerText = (run: ReportedRun, tookMs: number | null) =>
    textOf(renderMarkdownTree(runFooter(run, tookMs, en)));

  test('names the run, its commit and how long it took', () => {
    const footer = footerText(model.run, model.run.durationMs);
    expect(footer).toBe('Run Security / scan · commit 5d41402 · took 13 min 11 s');
  });

  test('names the run alone if commit and time are not known', () => {
    expect(footerText({ ...model.run, sha: null }, null)).toBe('Run Security / scan');
  });
});
