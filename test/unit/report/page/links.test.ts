import { describe, expect, test } from '@jest/globals';
import { commitLink } from '../../../../src/report/page/links.ts';
import { findElements, findReferences, renderMarkdownTree, textOf } from '../../../support/render.ts';
import { withoutScan } from '../models.ts';

const { run } = withoutScan({ kind: 'nothing-checked' });

describe('a link to a commit', () => {
  const sha = '5d41402abc4b2a76b9719d911017c592aabbccdd';

  test('shows digits that can be copied as they are', () => {
    const link = commitLink(sha, run);
    expect(link).toBe(`[\`5d41402\`](https://github.com/example/shop/commit/${sha})`);
    expect(textOf(renderMarkdownTree(link))).toBe('5d41402');
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
