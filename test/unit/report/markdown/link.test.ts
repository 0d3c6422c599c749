import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressLink, link } from '../../../../src/report/markdown/link.ts';
import { anyAddress } from '../../../support/any-text.ts';
import { hostile, noReferences, runs } from '../../../support/hostile/text.ts';
import { findElements, findReferences, renderMarkdownTree, textOf } from '../../../support/render.ts';

describe('link', () => {
  test('is one link to http or https, or none', () => {
    const page = hostile.map((text) => `https://a.example/${text}`);
    const url = fc.oneof(hostile, page, anyAddress);
    fc.assert(
      fc.property(hostile, url, (text, address) => {
        const shown = link(text, address);
        const tree = renderMarkdownTree(`| a |\n|---|\n| x ${shown} |`);
        const links = findElements(tree, 'a');
        expect(links.length).toBe(shown.startsWith('[') ? 1 : 0);
        for (const { properties } of links) expect(String(properties['href'])).toMatch(/^https?:\/\//u);
        expect(findElements(tree, 'img')).toEqual([]);
        expect(findElements(tree, 'td')).toHaveLength(1);
        expect(findReferences(tree)).toEqual(noReferences);
      }),
      runs,
    );
  });

  test.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://github.com@evil.example/',
    'https://',
    '//evil.example',
    'https://a)b.example/;@octocat',
    'https://a)/,owner/repo#3',
    'https://a`b.example/',
    `https://a.example/${'x'.repeat(3000)}`,
  ])('makes no link from %j', (url) => {
    for (const shown of [link('x', url), addressLink(url)]) {
      expect(findElements(renderMarkdownTree(shown), 'a')).toEqual([]);
      expect(findReferences(renderMarkdownTree(shown))).toEqual(noReferences);
    }
  });

  test('leads where it says', () => {
    const [anchor] = findElements(
      renderMarkdownTree(addressLink('https://a.example/b_c?d=1&copy;=(2)|3')),
      'a',
    );
    expect(anchor?.properties['href']).toBe('https://a.example/b_c?d=1&copy;=%282%29%7C3');
    expect(anchor === undefined ? '' : textOf(anchor)).toBe('a.example/b_c');
  });

  test('leaves no note on issues of other repositories', () => {
    const issue = link('x', 'https://github.com/a/b/issues/1');
    expect(issue).toBe('[x](https://redirect.github.com/a/b/issues/1)');
    expect(link('x', 'https://github.com/a/b')).toBe('[x](https://github.com/a/b)');
  });
});
