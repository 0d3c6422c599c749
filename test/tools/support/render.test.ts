import { describe, expect, test } from '@jest/globals';
import { findReferences, renderMarkdown, renderMarkdownTree } from '../../support/render.ts';

test('renderMarkdown keeps details, and removes what GitHub removes', () => {
  const html = renderMarkdown(
    '<details open><summary>S</summary>\n\n**b**\n\n</details>\n\n<script>x()</script><img src="data:image/png;base64,AA" onerror="x()"><a href="javascript:x()">l</a><!-- marker --><iframe src="https://e.example"></iframe><p style="color:red">p</p>',
  );
  expect(html).toContain('<summary>S</summary>');
  expect(html).toContain('<strong>b</strong>');
  expect(html).not.toMatch(/script|data:|onerror|marker|iframe|style/);
});

describe('findReferences', () => {
  test('finds what GitHub would link', () => {
    const tree = renderMarkdownTree('@user \\@escaped (@org/team) #12 GH-3 a/b#4 &#64;entity 1234abcd5678');
    expect(findReferences(tree)).toEqual({
      mentions: ['@user', '@escaped', '@org/team', '@entity'],
      issues: ['#12', 'GH-3', 'a/b#4'],
      commits: ['1234abcd5678'],
    });
  });

  test('finds none in code, links, addresses, or behind a zero-width space', () => {
    const tree = renderMarkdownTree(
      '`@a #1` [@b #2](https://e.example) c@d.example @\u200be\n\n    @f 1234abcd5678\n\n#\u200b3 x#y',
    );
    expect(findReferences(tree)).toEqual({ mentions: [], issues: [], commits: [] });
  });
});
