import { describe, expect, test } from '@jest/globals';
import { readJsonBody } from '../../../src/service/json-body.ts';

/** The value that is read from a body. */
const read = (body: string | Uint8Array) =>
  readJsonBody(new Uint8Array(typeof body === 'string' ? Buffer.from(body) : body).buffer);

describe('readJsonBody', () => {
  test('gives the value, and frees the memory of the body', () => {
    const body = new Uint8Array(Buffer.from('{ "a": ["\\u00e7", "ç💥", "\\\\"] }')).buffer;
    expect(readJsonBody(body)).toEqual({ a: ['ç', 'ç💥', '\\'] });
    expect(body.detached).toBe(true);
  });

  test('skips a byte order mark', () => {
    expect(read('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  test('replaces what is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('["a'), Buffer.from([0xff, 0xc2]), Buffer.from('"]')]);
    expect(read(bytes)).toEqual(['a\ufffd\ufffd']);
  });

  test.each([
    ['', 'an empty body'],
    ['\r\n ', 'an empty body'],
    ['\ufeff', 'an empty body'],
    ['{"a":', 'not valid JSON, perhaps cut off'],
    ['{"a\\', 'not valid JSON, perhaps cut off'],
  ])('refuses %j', (text, detail) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ fault: { kind: 'not-json', detail } }));
  });

  test.each(['<!DOCTYPE html><title>Login</title>', '\ufeff\r\n <html>'])('calls %j an HTML page', (text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ fault: { kind: 'html' } }),
    );
  });
});
