import { describe, expect, test } from '@jest/globals';
import { linksLine, missingPdfReports, runFooter } from '../../../../src/report/page/footer.ts';
import { findElements, findReferences, renderMarkdownTree, textOf } from '../../../support/render.ts';
import { plainModel, withoutScan } from '../models.ts';
import { linksIn } from '../rendered-reports.ts';

const model = plainModel();
const unscanned = withoutScan({ kind: 'missing-api-key' });

describe('linksLine', () => {
  test('links the PDF report, the job summary and the archive', () => {
    const line = renderMarkdownTree(linksLine(model, false));
    expect(textOf(line)).toBe('📄 Action report (PDF) · Job summary · JSON, SARIF');
    expect(linksIn(line)).toEqual([
      'https://github.com/example/shop/actions/runs/101/artifacts/4710',
      'https://github.com/example/shop/actions/runs/101/attempts/1',
      'https://github.com/example/shop/actions/runs/101/artifacts/4711',
    ]);
  });

  test('does not link the job summary in the job summary, nor what is not there', () => {
    const pdfs = [{ type: 'ACTION_REPORT' as const, url: null }];
    const files = { ...model.files, pdfs };
    expect(textOf(renderMarkdownTree(linksLine({ ...model, files }, true)))).toBe('JSON, SARIF');
    expect(linksLine(unscanned, false)).toBe('');
  });
});

test('missingPdfReports says which report is missing, and why', () => {
  const missing = [{ type: 'ACTION_REPORT', why: 'The service failed.' } as const];
  expect(missingPdfReports({ ...model, files: { ...model.files, missing } })).toBe(
    'Action report (PDF) is missing, which does not change the result. The service failed.',
  );
});

describe('runFooter', () => {
  const footerWith = (run: Partial<typeof model.run>) =>
    renderMarkdownTree(runFooter({ ...model, run: { ...model.run, ...run } }));

  test('names the run, its commit and how long it took', () => {
    expect(textOf(footerWith({}))).toBe('Run Security / scan · commit 5d41402 · took 13 min 11 s');
    // The digits can be copied as they are.
    expect(runFooter(model)).toContain(
      `[\`5d41402\`](https://github.com/example/shop/commit/${model.run.sha})`,
    );
  });

  test('names the run alone if the commit is not known and it took less than a second', () => {
    expect(textOf(footerWith({ sha: null, durationMs: 999 }))).toBe('Run Security / scan');
    expect(runFooter(unscanned)).not.toContain('took');
  });

  test.each(['HEAD', '](https://evil.example)', '@octocat', '<b>'])(
    'makes nothing of the commit %s',
    (sha) => {
      const tree = footerWith({ sha });
      expect(findElements(tree).map(({ tagName }) => tagName)).toEqual(['p', 'sub', 'a']);
      expect(findReferences(tree)).toEqual({ mentions: [], issues: [], commits: [] });
    },
  );
});
