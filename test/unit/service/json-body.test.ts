import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { readJsonBody } from '../../../src/service/json-body.ts';

const redactor = createRedactor();
redactor.add('k3y-5678-abcdef');
const notJson = (detail: string) =>
  expect.objectContaining({ fault: { kind: 'not-json', detail: classified('detail', detail) } });
const tooMany = expect.objectContaining({ fault: { kind: 'too-many-values' } });

/** The value that is read from a body. */
const read = (body: string | Uint8Array) =>
  readJsonBody(new Uint8Array(typeof body === 'string' ? Buffer.from(body) : body).buffer, redactor);

describe('readJsonBody', () => {
  test('gives the value, and frees the memory of the body', () => {
    const body = new Uint8Array(Buffer.from('{ "a": ["\\u00e7", "ç💥", "\\\\"] }')).buffer;
    expect(readJsonBody(body, redactor)).toEqual({ a: ['ç', 'ç💥', '\\'] });
    expect(body.detached).toBe(true);
  });

  test.each([
    ['as it stands', '{"a":"k3y-5678-abcdef"}'],
    ['hidden by an escape', '{"a":"k3y-56\\u00378-abcdef"}'],
  ])('takes out a secret that is %s', (_how, body) => {
    expect(read(body)).toEqual({ a: '***' });
  });

  test('replaces what is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('["a'), Buffer.from([0xff, 0xc2]), Buffer.from('"]')]);
    expect(read(bytes)).toEqual(['a\ufffd\ufffd']);
  });

  test.each([
    ['', 'an empty body'],
    ['\r\n ', 'an empty body'],
    ['\r\n <html>', 'an HTML page'],
    ['{"a":', 'not valid JSON, perhaps cut off'],
    ['{"a\\', 'not valid JSON, perhaps cut off'],
    ['\ufeff{}', 'not valid JSON, perhaps cut off'],
  ])('refuses %j', (text, detail) => {
    expect(() => read(text)).toThrow(notJson(detail));
  });

  test.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
    ['preferences that the interface does not name', '{"preferences":', '}'],
  ])('refuses a body that is nested deeper than 100: %s', (_name, open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(JSON.stringify(read(nested(100)))).toBe(nested(100));
    for (const depth of [101, 100_000]) expect(() => read(nested(depth))).toThrow(notJson('nested too deep'));
  });

  // Values are counted before they are parsed. So these bodies need not be JSON, which would be larger.
  test.each([
    ['4 million objects and lists', '[]{}[[]{}]', 800_000, '[]'],
    ['12 million fields and commas', `{${':'.repeat(1999)}}`, 6000, `{${':'.repeat(6001)}}`],
    ['12 million commas outside of texts', ',,,,,', 2_400_000, ','],
  ])('refuses more than %s', (_what, part, times, more) => {
    const body = Buffer.from(part.repeat(times));
    expect(() => read(body)).toThrow(notJson('not valid JSON, perhaps cut off'));
    expect(() => read(Buffer.concat([body, Buffer.from(more)]))).toThrow(tooMany);
  });

  test('counts nothing within texts', () => {
    const inText = JSON.stringify([`${','.repeat(10)}[{"\\`.repeat(800_001), ',']);
    expect(read(inText)).toHaveLength(2);
  });

  test('refuses an object with more than 100,000 fields, at any depth', () => {
    const object = (count: number) => `{${'"a":1,'.repeat(count - 1)}"a":{"b":1}}`;
    const body = (count: number) => `{"x":[${object(count)},${object(count)}],"y":1}`;
    expect(read(body(100_000))).toHaveProperty('y');
    expect(() => read(body(100_001))).toThrow(tooMany);
  });
});
