import { describe, expect, test } from '@jest/globals';
import { commitLink, footer, runFooter } from '../../../../../src/report/comment/sections/footer.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import { findElements, findReferences, renderMarkdownTree, textOf } from '../../../../support/render.ts';
import { assess, model, withoutScan } from '../../models.ts';
import { linksIn } from '../../scenes.ts';

const sha = '5d41402abc4b2a76b9719d911017c592aabbccdd';
const run = 'https://github.com/example/shop/actions/runs/101/attempts/1';

describe('commitLink', () => {
  test('links the commit, whose digits can be copied as they are', () => {
    const link = commitLink(sha, run);
    expect(link).toBe(`[\`5d41402\`](https://github.com/example/shop/commit/${sha})`);
    expect(link).not.toMatch(/&#8203;|\u200b/u);
    expect(textOf(renderMarkdownTree(link))).toBe('5d41402');
  });

  test.each([
    ['elsewhere', 'https://github.com/example/shop'],
    ['with signs that would end a link', 'https://github.com/a)b/(c/actions/runs/1'],
    ['that is none', 'not an address'],
  ])('is the digits alone for the page of a run %s', (_what, url) => {
    expect(commitLink(sha, url)).toBe('`5d41402`');
  });

  test.each(['HEAD', '](https://evil.example)', '@octocat', '<b>'])('makes nothing of %s', (text) => {
    const tree = renderMarkdownTree(`x ${commitLink(text, run)}`);
    expect(findElements(tree).map(({ tagName }) => tagName)).toEqual(['p']);
    expect(findReferences(tree)).toEqual({ mentions: [], issues: [], commits: [] });
  });
});

describe('footer', () => {
  test('names the files, the full report, run, commit and time', () => {
    const tree = renderMarkdownTree(footer(model(assess([])), en));
    expect(textOf(tree)).toBe(
      'PDF, JSON and SARIF · Full report · Run Security / scan · commit 5d41402 · took 13 min 11 s',
    );
    expect(linksIn(tree).slice(0, 2)).toEqual([
      'https://github.com/example/shop/actions/runs/101/artifacts/4711',
      run,
    ]);
  });

  test('names no time where nothing was scanned', () => {
    const shown = withoutScan({ kind: 'missing-api-key', skipped: false });
    expect(textOf(renderMarkdownTree(footer(shown, en)))).toBe('Run Security / scan · commit 5d41402');
  });

  test('names no commit where there is none', () => {
    const shown = model(assess([]));
    expect(runFooter({ ...shown, run: { ...shown.run, sha: null } }, en)).not.toContain('commit');
  });
});
