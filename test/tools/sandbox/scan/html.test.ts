import { expect, test } from '@jest/globals';
import { metaContent, parseHtml } from '../../../../sandbox/scan/html.ts';

test('reads title, elements and forms', () => {
  const { title, elements, forms } = parseHtml(
    '<TITLE> A &amp; B </TITLE><noscript><img SRC="/a&amp;b"></noscript>' +
      '<form ACTION=/send method=POST><p><input name=a><textarea name=b></textarea></form><input name=c>',
  );
  expect(title).toBe('A & B');
  expect(elements.find(({ name }) => name === 'img')?.attributes.get('src')).toBe('/a&b');
  expect(forms).toEqual([
    {
      action: '/send',
      method: 'post',
      inputs: [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'text' },
      ],
    },
  ]);
});

test('meta elements are found by name', () => {
  const document = parseHtml('<meta name="Generator" content="Hugo"><meta name="generator" content="two">');
  expect(metaContent(document, 'generator')).toBe('Hugo');
  expect(metaContent(document, 'referrer')).toBe('');
});

test('a deeply nested page does not overflow the stack', () => {
  expect(parseHtml('<div>'.repeat(50_000)).elements).toHaveLength(50_003);
});
