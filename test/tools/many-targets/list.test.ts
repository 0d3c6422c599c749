import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseList } from '../../../.github/actions/many-targets/list.ts';

const [a, b] = ['https://a.example.com', 'https://b.example.com/x?y=1'];

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_each, index) => `https://site-${index}.example.com`);
}

describe('what is read', () => {
  test.each([
    ['lines', `${a}\n${b}`],
    ['Windows and old line ends', `${a}\r\n${b}\r${a}`],
    ['blank lines and white space', `\n\t ${a}  \n\n   \n${b}\n\n`],
    ['a byte order mark', `\ufeff${a}\n${b}`],
    ['duplicates', `${a}\n${b}\n${a}\n ${b}`],
    ['a JSON list', JSON.stringify([a, b])],
    ['a JSON list over many lines', `\r\n${JSON.stringify([a, b], null, 2)}\r\n`],
    ['blanks and duplicates in a JSON list', JSON.stringify(['', ` ${a}\n`, b, ' ', a])],
  ])('takes two URLs from %s', (_name, text) => {
    expect(parseList(text)).toEqual([a, b]);
  });

  test('domains and addresses without a scheme', () => {
    const urls = ['shop.example.com', 'example.com:8080/app', '10.0.0.1', 'http://[::1]:3000'];
    expect(parseList(urls.join('\n'))).toEqual(urls);
    expect(parseList(JSON.stringify(urls))).toEqual(urls);
  });

  test('the order of the list stays', () => {
    expect(parseList(`${b}\n${a}\n${b}`)).toEqual([b, a]);
  });

  test('256 targets, also if duplicates make the list longer', () => {
    const urls = numbered(256);
    expect(parseList([...urls, ...urls].join('\n'))).toEqual(urls);
  });

  test('any list of URLs, in either form', () => {
    const lists = fc.uniqueArray(fc.webUrl(), { minLength: 1, maxLength: 20 });
    const gap = fc.constantFrom('\n', '\r\n', '\n\n', ' \n\t', '\r');
    const isOneUrl = (url: string) => !/[,|^`"<>{}\\]/.test(url);
    fc.assert(
      fc.property(lists, gap, (all, between) => {
        const urls = all.filter(isOneUrl);
        fc.pre(urls.length > 0);
        expect(parseList(urls.join(between))).toEqual(urls);
        expect(parseList(JSON.stringify(urls))).toEqual(urls);
      }),
    );
  });
});

describe('what is refused', () => {
  const notOneList = /^`urls` begins with `\[`, but is not one JSON list and nothing else\. Look for a comma/;
  test.each([
    ['a line after the list', `["${a}"]\n${b}`, notOneList],
    ['a comma after the last entry', `["${a}", "${b}",]`, notOneList],
    ['an address in brackets', '[::1]:3000', notOneList],
    ['a list after a line', `${b}\n["${a}"]`, /: line 2 is not an `http` or `https` URL/],
    ['an object', `{"urls": ["${a}"]}`, /^`urls` is a JSON object instead of a list\. Give one URL per line/],
    ['numbers', '[1, 2]', /^`urls` is wrong: entry 1 is not a text; entry 2 is not a text\. Give one URL/],
    ['two URLs on a line', `${a} ${b}`, /: line 1 is not an/],
    ['two lines in one entry', JSON.stringify([`${a}\n${b}`]), /: entry 1 is not an/],
    ['commas between URLs', `${a},${b}`, /: line 1 holds several URLs\./],
    ['a YAML list', `- ${a}\n- ${b}`, /: line 1 is not an .*; line 2 is not an/],
    ['another scheme', 'ftp://a.example.com', /: line 1 is not an/],
    ['nothing', '', /^`urls` names no target\. Give one URL per line/],
    ['white space', ' \r\n\t\n', /^`urls` names no target\./],
    ['an empty list', '[]', /^`urls` names no target\./],
    [
      '257 targets',
      numbered(257).join('\n'),
      /^`urls` names 257 targets, and a matrix has at most 256 jobs\. Split the list, and call the workflow once for each part\.$/,
    ],
    [
      'more than one variable can hold',
      numbered(256)
        .map((url) => `${url}/${'x'.repeat(400)}`)
        .join('\n'),
      /is 11\d{4} bytes long.*Split the list/,
    ],
  ])('refuses %s', (_name, text, message) => {
    expect(() => parseList(text)).toThrow(message);
  });

  test('user names and passwords, which no message shows', () => {
    const line = `${a}\nhttps://joe:hunter2@b.example.com`;
    const refused = [
      line,
      '["https://joe:hunter2@b.exa mple.com"]',
      '["https://joe:hunter2@b.example.com",]',
    ];
    for (const text of refused) {
      expect(() => parseList(text)).toThrow();
      expect(() => parseList(text)).not.toThrow(/hunter2/);
    }
    expect(() => parseList(line)).toThrow(
      /: line 2 holds a user name or password, which the name of its job/,
    );
  });

  test('many mistakes, of which the first ten are named', () => {
    expect(() => parseList('x y\n'.repeat(12))).toThrow(/; line 10 is not an [^;]*; 2 more\. Give one URL/);
  });
});

test('whatever the text, no line and no entry is dropped silently', () => {
  const odd = fc.constantFrom('', '[', ']', '["a.example"]', '["a.example",', '"b.example"]');
  const line = fc.oneof(fc.webUrl(), fc.domain(), fc.json(), fc.string(), odd);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      const text = lines.join('\n');
      let urls: string[] = [];
      try {
        urls = parseList(text);
      } catch {
        return;
      }
      const given: unknown = text.trim().startsWith('[') ? JSON.parse(text) : text.split(/[\r\n]/);
      const texts = Array.isArray(given) ? given.map((each) => String(each).trim()) : [];
      expect(new Set(texts.filter((each) => each !== ''))).toEqual(new Set(urls));
    }),
    { numRuns: 500 },
  );
});
