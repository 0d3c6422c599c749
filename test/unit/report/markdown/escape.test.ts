import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plainText } from '../../../../src/core/plain-text.ts';
import {
  cellCodeSpan,
  codeSpan,
  escapeKeepingCode,
  escapeMarkdown,
  escapeParagraphs,
} from '../../../../src/report/markdown/escape.ts';
import { hostile, noReferences, runs } from '../../../support/hostile/text.ts';
import {
  findElements,
  findReferences,
  type HtmlTree,
  renderMarkdownTree,
  textOf,
} from '../../../support/render.ts';

/** The names of the elements in a tree, without those around a dollar sign. */
function elements(tree: HtmlTree): string[] {
  return findElements(tree).flatMap(({ tagName }) => (tagName === 'span' ? [] : [tagName]));
}

const withoutBreaks = (text: string) => text.replaceAll('\u200b', '');

describe('escapeMarkdown', () => {
  test('renders as the text itself in a line, at its start, in a heading, in a table cell and in raw HTML', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = escapeMarkdown(text) || 'x';
        const page = `x ${escapeMarkdown(text)} y\n\n${shown}\n\n# ${shown}\n\n- ${shown}\n\n| a | b |\n|---|---|\n| ${shown} | ${shown} |\n\n<details><summary>${shown}</summary>\n\n</details>`;
        const tree = renderMarkdownTree(page);
        const [line] = findElements(tree, 'p');
        expect({
          line: line === undefined ? '' : withoutBreaks(textOf(line)),
          names: elements(tree),
          ...findReferences(tree),
        }).toEqual({
          line: `x ${plainText(text, 300)} y`,
          names: [
            ...['p', 'p', 'h1', 'ul', 'li', 'table', 'thead', 'tr', 'th', 'th', 'tbody', 'tr', 'td', 'td'],
            ...['details', 'summary'],
          ],
          ...noReferences,
        });
      }),
      runs,
    );
  });

  test('keeps dollar signs apart from formulas and colons from emoji', () => {
    expect(escapeMarkdown('$x$')).toBe('<span>$</span>x<span>$</span>');
    expect(escapeMarkdown(':tada: at 10:30')).toBe(':&#8203;tada: at 10:30');
  });
});

test('a long word may break in text and in the cell of a table, and can be copied as it is elsewhere', () => {
  const word = 'x'.repeat(50);
  const broken = `${'x'.repeat(20)}&#8203;${'x'.repeat(20)}&#8203;${'x'.repeat(10)}`;
  expect(escapeMarkdown(`a ${word} b`)).toBe(`a ${broken} b`);
  expect(cellCodeSpan(word, 99)).toBe(`<code>${broken}</code>`);
  expect(codeSpan(word)).toBe(`\`${word}\``);
  expect(cellCodeSpan('/a/short/path.js', 99)).toBe('`/a/short/path.js`');
});

test.each([
  ['codeSpan', codeSpan],
  ['cellCodeSpan', cellCodeSpan],
])('%s is exactly one code element, in a paragraph and in a table cell', (_name, show) => {
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = show(text, 300);
      fc.pre(shown !== '');
      const tree = renderMarkdownTree(`x ${shown} y\n\n| a |\n|---|\n| ${shown} |`);
      expect({
        names: elements(tree),
        codes: findElements(tree, 'code').map((element) => withoutBreaks(textOf(element))),
        ...findReferences(tree),
      }).toEqual({
        names: ['p', 'code', 'table', 'thead', 'tr', 'th', 'tbody', 'tr', 'td', 'code'],
        codes: [plainText(text, 300), plainText(text, 300)],
        ...noReferences,
      });
    }),
    runs,
  );
});

describe('escapeKeepingCode', () => {
  test('turns the text between backticks into code and keeps the spaces around it', () => {
    expect(escapeKeepingCode('Set `api-key` and run *again*.')).toBe(
      'Set `api-key` and run &#42;again&#42;.',
    );
  });

  test('forms nothing but code from any text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tree = renderMarkdownTree(`x ${escapeKeepingCode(text)}`);
        const others = elements(tree).filter((name) => !['p', 'code'].includes(name));
        expect({ others, ...findReferences(tree) }).toEqual({ others: [], ...noReferences });
      }),
      runs,
    );
  });
});

describe('escapeParagraphs', () => {
  test('keeps paragraphs and line breaks and nothing else, within its limit', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 200 }), (text, max) => {
        const [markdown, cell] = [escapeParagraphs(text, max), escapeParagraphs(text, max, '<br><br>')];
        expect(markdown.length).toBeLessThanOrEqual(max);
        expect(cell).not.toMatch(/[\n|]/u);
        const tree = renderMarkdownTree(`${markdown}\n\n${cell}`);
        const others = elements(tree).filter((name) => !['p', 'br'].includes(name));
        expect({ others, ...findReferences(tree) }).toEqual({ others: [], ...noReferences });
      }),
      runs,
    );
  });

  test('shows paragraphs as paragraphs', () => {
    expect(escapeParagraphs('one\ntwo\n\n\n\nthree', 99)).toBe('one<br>two\n\nthree');
    expect(escapeParagraphs('one\r\ntwo\r\n\r\nthree', 99, '<br><br>')).toBe('one<br>two<br><br>three');
  });
});
