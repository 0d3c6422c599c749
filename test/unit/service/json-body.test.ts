import { describe, expect, test } from '@jest/globals';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { jsonBody } from '../../../src/service/json-body.ts';

const redactor = createRedactor();
redactor.add('k3y-5678-abcdef');

/** The value that is read from `chunks`, and its text. */
async function read(chunks: readonly (string | Uint8Array)[], maxBytes = 1000) {
  const body = jsonBody({ maxBytes, redact: redactor.redact }, (value, bytes) => ({
    value,
    text: bytes?.toString() ?? null,
  }));
  for (const chunk of chunks) body.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return await body.end();
}

/** `text` in chunks of `size` characters. */
const chunksOf = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );

describe('jsonBody', () => {
  test('gives the value and its text, however the body is cut into chunks', async () => {
    const text = '{ "a": ["\\u00e7", "ç💥", "\\\\"] }';
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const given = await read([bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(given).toEqual({ value: { a: ['ç', 'ç💥', '\\'] }, text });
    }
  });

  test('gives no text if a secret was taken out', async () => {
    const redacted = { value: { a: '***' }, text: null };
    expect(await read(['{"a":"k3y-56', '78-abcdef"}'])).toEqual(redacted);
    expect(await read(['{"a":"k3y-56\\u0037', '8-abcdef"}'])).toEqual(redacted);
    expect(await read(['{"a":"k3y-56\\', 'n78-abcdef"}'])).toEqual(redacted);
  });

  test('gives no text if the first of two fields with the same name holds a secret', async () => {
    const body = '{"a":"k3y-5678-abcdef","a":"x","b":1,"b":2}';
    expect(await read([body])).toEqual({ value: { a: 'x', b: 2 }, text: null });
  });

  test.each([
    ['at its start', 0],
    ['where two searched pieces meet', 65_500],
    ['far into it', 250_000],
  ])('finds a secret in a long body: %s', async (_where, at) => {
    const words = chunksOf('x'.repeat(300_000), 90);
    const index = Math.floor(at / 93);
    words[index] = 'say k3y-5678\\u002dabcdef twice';
    const text = `[${words.map((word) => `"${word}"`).join(',')}]`;
    const { value, text: kept } = await read(chunksOf(text, 10_000), text.length);
    expect(kept).toBeNull();
    expect(JSON.stringify(value)).toContain('say *** twice');
  });

  test('finds a secret in one text that is longer than a searched piece', async () => {
    const text = JSON.stringify(`${'x'.repeat(200_000)}k3y-5678-abcdef`);
    const { value, text: kept } = await read(chunksOf(text, 10_000), text.length);
    expect([String(value).slice(-4), kept]).toEqual(['x***', null]);
  });

  test('takes a body up to its limit, in small chunks and in large ones', async () => {
    const text = JSON.stringify('x'.repeat(300_000));
    for (const size of [7, 10_000, 400_000])
      expect(await read(chunksOf(text, size), text.length)).toEqual({ value: JSON.parse(text), text });
  });

  test('gives no text if the bytes are not UTF-8, as JSON in a file must be', async () => {
    const bytes = Buffer.concat([Buffer.from('["a'), Buffer.from([0xff, 0xc2]), Buffer.from('"]')]);
    expect(await read([bytes])).toEqual({ value: ['a\ufffd\ufffd'], text: null });
  });

  test.each([
    ['', 'an empty body'],
    ['<html>', 'an HTML page'],
    ['{"a":', 'not valid JSON, perhaps cut off'],
    ['{"a\\', 'not valid JSON, perhaps cut off'],
    ['\ufeff{}', 'not valid JSON, perhaps cut off'],
  ])('refuses %j', async (text, detail) => {
    await expect(read([text])).rejects.toMatchObject({ fault: { kind: 'not-json', detail } });
  });

  test.each([
    ['nothing', '', 'an empty body'],
    ['half of an object', '{', 'not valid JSON, perhaps cut off'],
    ['a page', '<html>', 'an HTML page'],
  ])('names what follows much white space: %s', async (_what, text, detail) => {
    const body = `${'\r\n '.repeat(2000)}${text}`;
    await expect(read([body], 10_000)).rejects.toMatchObject({ fault: { kind: 'not-json', detail } });
  });

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('refuses what is nested deeper than 100: %s', async (open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect((await read([nested(100)])).text).toBe(nested(100));
    const fault = { kind: 'not-json', detail: 'nested too deep' };
    await expect(read([nested(101)])).rejects.toMatchObject({ fault });
    expect((await read([`["${'['.repeat(200)}\\"${'{'.repeat(200)}"]`])).text).not.toBeNull();
  });

  // Values are counted before they are parsed. So these bodies need not be JSON, which would be larger and would be searched.
  const refused = (bytes: Buffer) => expect(read([bytes], 2 ** 28)).rejects;
  const tooMany = { fault: { kind: 'too-many-values' } };
  const notJson = { fault: { kind: 'not-json' } };

  test('refuses more than 4 million objects and lists', async () => {
    const body = (count: number) => Buffer.from(`${'[]{}'.repeat((count - 2) / 2)}[[]]`);
    await refused(body(4_000_000)).toMatchObject(notJson);
    await refused(Buffer.concat([body(4_000_000), Buffer.from('{}')])).toMatchObject(tooMany);
  });

  test('refuses more than 4 million fields', async () => {
    const body = Buffer.from(`{${':'.repeat(50_000)}}`.repeat(80));
    await refused(body).toMatchObject(notJson);
    await refused(Buffer.concat([body, Buffer.from('{:}')])).toMatchObject(tooMany);
  });

  test('refuses an object with more than 100,000 fields, at any depth', async () => {
    const object = (count: number) => `{${'"a":1,'.repeat(count - 1)}"a":{"b":1}}`;
    const body = (count: number) => `{"x":[${object(count)},${object(count)}],"y":1}`;
    const chunks = (count: number) => chunksOf(body(count), 70_001);
    expect((await read(chunks(100_000), 2 ** 28)).value).toHaveProperty('y');
    const fault = { kind: 'too-many-values' };
    await expect(read(chunks(100_001), 2 ** 28)).rejects.toMatchObject({ fault });
  });

  test('refuses more than 20 million commas outside of texts', async () => {
    // What follows a secret is not searched.
    const chunks = [`"k3y-5678-abcdef"${','.repeat(100_000)}`, Buffer.alloc(19_900_001, ',')];
    await expect(read(chunks, 2 ** 28)).rejects.toMatchObject(tooMany);
    const inText = JSON.stringify([`${','.repeat(10)}[{`.repeat(2_000_001), ',']);
    expect((await read([inText], 2 ** 28)).value).toHaveLength(2);
  });
});
