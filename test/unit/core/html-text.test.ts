import { describe, expect, test } from '@jest/globals';
import { plainTextOfHtml, withoutTags } from '../../../src/core/html-text.ts';

describe('plainTextOfHtml', () => {
  test.each([
    ['plain words', 'plain words'],
    ['<p>One.</p><p>Two.<br/>Three</p>', '\nOne.\n\nTwo.\nThree\n'],
    ['a <code class="x">b</code> <STRONG>c</STRONG>', 'a b c'],
    ['hunt<b></b>er2022', 'hunter2022'],
    ['Use &lt;b&gt;, &quot;x&quot; &amp; &#39;y&#x27;', 'Use <b>, "x" & \'y\''],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['A&ccedil;&atilde;o &ndash; &eacute;', 'Ação – é'],
    ['&unknown; &#0; &#99999999; &lt', '&unknown; &#0; &#99999999; &lt'],
  ])('%j becomes %j', (text, plain) => {
    expect(plainTextOfHtml(text)).toBe(plain);
  });

  test('leaves what a description is about', () => {
    for (const text of ['<script>alert(1)</script>', 'a < b', '<pre', '<input name="q">', '<bold>'])
      expect(plainTextOfHtml(text)).toBe(text);
  });

  test('takes linear time', () => {
    for (const text of ['<b ', '<b', '&', '&#1', '<p '].map((part) => part.repeat(2_000_000))) {
      const startedMs = performance.now();
      expect(plainTextOfHtml(text)).toBe(text);
      expect(performance.now() - startedMs).toBeLessThan(2_000);
    }
  });
});

test('withoutTags takes out every tag and comment, and no comparison', () => {
  expect(withoutTags('a<b>b</b><x y="z"/><!-- c -->d < e > f <3')).toBe('abd < e > f <3');
});
