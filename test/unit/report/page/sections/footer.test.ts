import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../../src/report/language/en/en.ts';
import { commitLink, linksLine, runFooter } from '../../../../../src/report/page/sections/footer.ts';
import { findElements, findReferences, renderMarkdownTree, textOf } from '../../../../support/render.ts';
import { linksIn } from '../../judged-models.ts';
import { madeUpAssessment, model, withoutScan } from '../../models.ts';

const run = 'https://github.com/example/shop/actions/runs/101/attempts/1';

describe('the footer', () => {
  const sha = '5d41402abc4b2a76b9719d911017c592aabbccdd';
  const shown = model(madeUpAssessment([]));

  test('links the commit, whose digits can be copied as they are', () => {
    const link = commitLink(sha, run);
    expect(link).toBe(`[\`5d41402\`](https://github.com/example/shop/commit/${sha})`);
    expect(textOf(renderMarkdownTree(link))).toBe('5d41402');
  });

  test.each([
    ['elsewhere', 'https://github.com/example/shop'],
    ['with signs that would end a link', 'https://github.com/a)b/(c/actions/runs/1'],
    ['that is none', 'not an address'],
  ])('shows the digits alone for the page of a run %s', (_what, url) => {
    expect(commitLink(sha, url)).toBe('`5d41402`');
  });

  test.each(['HEAD', '](https://evil.example)', '@octocat', '<b>'])(
    'makes nothing of the commit %s',
    (text) => {
      const tree = renderMarkdownTree(`x ${commitLink(text, run)}`);
      expect(findElements(tree).map(({ tagName }) => tagName)).toEqual(['p']);
      expect(findReferences(tree)).toEqual({ mentions: [], issues: [], commits: [] });
    },
  );

  test('names run, commit and time, and the line of the reports files and summary, as far as there are any', () => {
    const reports = renderMarkdownTree(linksLine(shown, en, false));
    expect(textOf(reports)).toBe('📄 Action report (PDF) · Job summary · JSON and SARIF');
    expect(linksIn(reports)).toEqual([
      'https://github.com/example/shop/actions/runs/101/artifacts/4710',
      run,
      'https://github.com/example/shop/actions/runs/101/artifacts/4711',
    ]);
    expect(linksLine(shown, en, true)).not.toContain('Job summary');
    const small = (of: typeof shown) => textOf(renderMarkdownTree(runFooter(of, en)));
    expect(small(shown)).toBe('Run Security / scan · commit 5d41402 · took 13 min 11 s');
    const unscanned = withoutScan({ kind: 'missing-api-key', skipped: false });
    expect([small(unscanned), linksLine(unscanned, en, false)]).toEqual([
      'Run Security / scan · commit 5d41402',
      '',
    ]);
    expect(runFooter({ ...shown, run: { ...shown.run, sha: null } }, en)).not.toContain('commit');
  });
});
