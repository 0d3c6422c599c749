import { describe, expect, test } from '@jest/globals';
import { commitLink } from '../../../../src/report/page/links.ts';
import { findElements, findReferences, renderMarkdownTree, textOf } from '../../../support/render.ts';

const run = 'https://github.com/example/shop/actions/runs/101/attempts/1';

describe('a link to a commit', () => {
  const sha = '5d41402abc4b2a76b9719d911017c592aabbccdd';

  test('shows digits that can be copied as they are', () => {
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
});
