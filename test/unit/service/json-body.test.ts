import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { jsonBodyConsumer } from '../../../src/service/json-body.ts';

const redactor = createRedactor();
redactor.add('k3y-5678-abcdef');

/** The value that is read from `chunks`. */
async function read(chunks: readonly (string | Uint8Array)[], maxBytes = 1000): Promise<unknown> {
  const body = jsonBodyConsumer({ maxBytes, redactor }, (value) => value);
  for (const chunk of chunks) body.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return await body.end(null);
}

/** `text` in chunks of `size` characters. */
const chunksOf = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );

describe('jsonBodyReader', () => {
  test('gives the value, however the body is cut into chunks', async () => {
    const text = '{ "a": ["\\u00e7", "ç💥", "\\\\"] }';
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const value = await read([bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(value).toEqual({ a: ['ç', 'ç💥', '\\'] });
    }
  });

  test.each([
    ['cut into chunks', ['{"a":"k3y-56', '78-abcdef"}']],
    ['hidden by an escape', ['{"a":"k3y-56\\u0037', '8-abcdef"}']],
  ])('takes out a secret that is %s', async (_how, chunks) => {
    expect(await read(chunks)).toEqual({ a: '***' });
  });

  test.each([7, 10_000, 400_000])('takes a body up to its limit, in chunks of %d bytes', async (size) => {
    const text = JSON.stringify('x'.repeat(300_000));
    expect(await read(chunksOf(text, size), text.length)).toEqual(JSON.parse(text));
  });

  test('replaces what is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('["a'), Buffer.from([0xff, 0xc2]), Buffer.from('"]')]);
    expect(await read([bytes])).toEqual(['a\ufffd\ufffd']);
  });

  test.each([
    ['', 'an empty body'],
    ['\r\n ', 'an empty body'],
    ['\r\n <html>', 'an HTML page'],
    ['{"a":', 'not valid JSON, perhaps cut off'],
    ['{"a\\', 'not valid JSON, perhaps cut off'],
    ['\ufeff{}', 'not valid JSON, perhaps cut off'],
  ])('refuses %j', async (text, detail) => {
    const fault = { kind: 'not-json', detail: classified('detail', detail) };
    await expect(read([text])).rejects.toMatchObject({ fault });
  });

  // Values are counted before they are parsed. So these bodies need not be JSON, which would be larger.
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
    expect(await read(chunks(100_000), 2 ** 28)).toHaveProperty('y');
    const fault = { kind: 'too-many-values' };
    await expect(read(chunks(100_001), 2 ** 28)).rejects.toMatchObject({ fault });
  });

  test('refuses more than 20 million commas outside of texts', async () => {
    await refused(Buffer.alloc(20_000_000, ',')).toMatchObject(notJson);
    await refused(Buffer.alloc(20_000_001, ',')).toMatchObject(tooMany);
    const inText = JSON.stringify([`${','.repeat(10)}[{`.repeat(2_000_001), ',']);
    expect(await read([inText], 2 ** 28)).toHaveLength(2);
  });
});
