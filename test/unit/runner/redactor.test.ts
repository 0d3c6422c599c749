import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { anyText } from '../../support/any-text.ts';

/** Secrets of many alphabets. Without `*`, because a secret of it looks like the mask. */
const secret = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 40 }),
    anyText({ minLength: 4 }),
    fc.string({ minLength: 4, maxLength: 20, unit: fc.constantFrom('a', 'b', '%', '"', '+', '/', '=') }),
  )
  .filter((text) => !text.includes('*') && text.isWellFormed());

/** The forms in which a service might send the secret back, computed without the redactor. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const inJson = JSON.stringify(text).slice(1, -1);
  const inHtml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    text,
    encodeURIComponent(text),
    encodeURI(text),
    bytes.toString('hex').replace(/../g, '%$&'),
    inJson,
    inJson.replaceAll('/', '\\/'),
    inHtml.replaceAll('"', '&quot;'),
    inHtml.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
  ];
}

describe('redact', () => {
  test('removes every form of every secret, anywhere and any number of times', () => {
    const piece = fc.oneof(fc.string({ maxLength: 10 }), fc.nat());
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), fc.array(piece), (secrets, pieces) => {
        const redactor = createRedactor();
        for (const one of secrets) redactor.add(one);
        const forms = secrets.flatMap(formsOf);
        const text = pieces
          .map((one) => (typeof one === 'number' ? forms[one % forms.length] : one))
          .join('');
        const redacted = redactor.redact(text);
        for (const form of forms.filter((one) => one.length >= 4)) expect(redacted).not.toContain(form);
      }),
    );
  });

  test('does not change a text without secrets', () => {
    const redactor = createRedactor();
    redactor.add('correct-horse');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123 x*.,\n') }), (text) => {
        expect(redactor.redact(text)).toBe(text);
      }),
    );
  });

  test('does not change a text that is already redacted', () => {
    fc.assert(
      fc.property(fc.array(secret, { maxLength: 3 }), fc.string(), (secrets, rest) => {
        const redactor = createRedactor();
        for (const one of secrets) redactor.add(one);
        const once = redactor.redact(secrets.join(rest));
        expect(redactor.redact(once)).toBe(once);
      }),
    );
  });

  test('removes the longer of two secrets first, so that nothing of it is left', () => {
    const redactor = createRedactor();
    redactor.add('abcd');
    redactor.add('abcdefgh');
    expect(redactor.redact('[abcdefgh] [abcd]')).toBe('[***] [***]');
  });

  test('takes a secret literally, even one with the syntax of patterns', () => {
    const redactor = createRedactor();
    redactor.add('a.*$&c');
    expect(redactor.redact('a.*$&c abbbc')).toBe('*** abbbc');
  });
});

describe('add', () => {
  test('gives the forms for the mask of the runner', () => {
    expect(createRedactor().add('a"ü/\'&')).toEqual([
      'a"ü/\'&',
      "a%22%C3%BC%2F'%26",
      "a%22%C3%BC/'&",
      '%61%22%C3%BC%2F%27%26',
      "a%22%c3%bc%2f'%26",
      "a%22%c3%bc/'&",
      '%61%22%c3%bc%2f%27%26',
      'a\\"ü/\'&',
      'a\\"ü\\/\'&',
      "a&quot;ü/'&amp;",
      'a&quot;ü/&#39;&amp;',
      'a&quot;ü/&#x27;&amp;',
      'a&quot;ü/&apos;&amp;',
      'YSLDvC8nJg',
      'YSLDvC8nJ',
      'Eiw7wvJy',
      'hIsO8Lycm',
    ]);
  });

  test('gives seven forms of a secret of letters and digits, one line of the log each', () => {
    expect(createRedactor().add('k3y-Abcdef')).toEqual([
      'k3y-Abcdef',
      '%6B%33%79%2D%41%62%63%64%65%66',
      '%6b%33%79%2d%41%62%63%64%65%66',
      'azN5LUFiY2RlZg',
      'azN5LUFiY2RlZ',
      'szeS1BYmNkZW',
      'rM3ktQWJjZGVm',
    ]);
  });

  test.each([
    ['', ':rest'],
    ['u', ':rest'],
    ['x-access-token:', ''],
    ['ab', ':'],
  ])('finds a secret in the base64 of a longer text, after %j and before %j', (before, after) => {
    const redactor = createRedactor();
    redactor.add('k3y-Abcdef');
    const redacted = redactor.redact(Buffer.from(`${before}k3y-Abcdef${after}`).toString('base64'));
    expect(redacted).toContain('***');
    expect(Buffer.from(redacted, 'base64').toString()).not.toMatch(/k3y-Abcd|Abcdef/);
  });

  test('ignores a secret of fewer than four characters, which would make texts unreadable', () => {
    const redactor = createRedactor();
    expect(redactor.add('')).toEqual([]);
    expect(redactor.add('abc')).toEqual([]);
    expect(redactor.redact('abc YWJj')).toBe('abc YWJj');
  });

  test('takes text that is not well-formed', () => {
    const redactor = createRedactor();
    expect(() => redactor.add('key\ud800word')).not.toThrow();
    expect(redactor.redact('a key\ud800word')).toBe('a ***');
  });
});
