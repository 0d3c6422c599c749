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
  const hex = bytes.toString('hex');
  return [
    text,
    encodeURIComponent(text),
    encodeURI(text),
    inJson,
    inJson.replaceAll('/', '\\/'),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    hex,
    hex.toUpperCase(),
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
    [...text].map((sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(''),
    hex.replace(/../g, '%$&'),
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
    const forms = createRedactor().add('p@ss"w/rd?~~');
    expect(forms).toContain('p@ss"w/rd?~~');
    expect(forms).toContain('p%40ss%22w%2Frd%3F~~');
    expect(forms).toContain('p@ss\\"w/rd?~~');
    expect(forms).toContain('cEBzcyJ3L3JkP35+');
    expect(forms).toContain('cEBzcyJ3L3JkP35-');
  });

  test('finds a number made of the digits of a secret', () => {
    const redactor = createRedactor();
    redactor.add('0012345678');
    redactor.add('12345678901234567890123');
    expect(redactor.redact('[12345678, 1.2345678901234568e+22]')).toBe('[***, ***]');
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
