import { describe, expect, test } from '@jest/globals';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { redactJson } from '../../../src/service/redact-json.ts';

const secret = 'ghs_Abc/Def+0123456789abcdef';
const redactor = createRedactor();
redactor.add(secret);

/** What becomes of `text`, a body as the service wrote it. */
function read(text: string): unknown {
  return redactJson(JSON.parse(text), redactor.redact);
}

describe('redactJson', () => {
  test.each([
    ['as it stands', secret],
    ['with a slash in the escape of JSON', secret.replace('/', '\\/')],
    ['all in escapes of JSON', [...secret].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
    ['split by a zero-width space', `${secret.slice(0, 9)}\u200b${secret.slice(9)}`],
    ['split by a soft hyphen', `${secret.slice(0, 9)}\u00ad${secret.slice(9)}`],
    ['split by a control character', `${secret.slice(0, 9)}\\u0007${secret.slice(9)}`],
    ['split by a terminal sequence', `${secret.slice(0, 9)}\\u001b[0m${secret.slice(9)}`],
    ['percent-encoded', encodeURIComponent(secret)],
    [
      'percent-encoded in lower case',
      encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase()),
    ],
  ])('takes a secret out of values and names: %s', (_name, written) => {
    expect(read(`{"a":{"x ${written}":["<${written}>"]},"${written}":1}`)).toEqual({
      a: { 'x ***': ['<***>'] },
      '***': 1,
    });
  });

  test.each([0, 1, 2, 3, 4, 5])(
    'takes a secret out of the base64 of a longer text, %d bytes in',
    (before) => {
      const text = Buffer.from(`${'u'.repeat(before)}${secret}:rest`).toString('base64');
      const left = String(read(JSON.stringify(text)));
      expect(left).toContain('***');
      // What is left around the mask are the neighbours and at most the bits that they share with the secret.
      expect(left.length).toBeLessThan(text.length - Math.floor((secret.length - 2) * (4 / 3)) + 5);
    },
  );

  test('leaves everything else as it came', () => {
    const body = '{"__proto__":{"a":1},"list":[null,true,1.5,"a\\u200bb"],"constructor":"x","":[{}]}';
    expect(JSON.stringify(read(body))).toBe(JSON.stringify(JSON.parse(body)));
  });

  test('keeps `__proto__` a property like others when something in it is taken out', () => {
    const value = read(`{"__proto__":{"polluted":"${secret}"},"${secret}":{"__proto__":"${secret}"}}`);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":"***"},"***":{"__proto__":"***"}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('refuses what is nested without end: %s', (_name, open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(() => read(nested(90))).not.toThrow();
    expect(() => read(nested(100_000))).toThrow('not-json');
  });
});
