import { describe, expect, test } from '@jest/globals';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { withoutRawData } from '../../../src/service/issue.ts';
import { jsonBody } from '../../../src/service/json-body.ts';

const secrets = createRedactor();
secrets.add('k3y-5678-abcdef');

/** What is read of `chunks`, and the text that comes with it. */
async function read(chunks: readonly (string | Uint8Array)[], maxBytes = 1000) {
  const body = jsonBody((value, text) => ({ value, text: text === null ? null : text.bytes.toString() }));
  body.start({ maxBytes, secrets });
  for (const chunk of chunks) body.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  await body.end();
  return body.value();
}

describe('jsonBody', () => {
  test('gives the value and the text it was parsed from', async () => {
    const text = '{ "a": ["\\u00e7", "ç💥"] }';
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const given = await read([bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(given).toEqual({ value: { a: ['ç', 'ç💥'] }, text });
    }
  });

  test('gives no text where a secret was taken out', async () => {
    expect(await read(['{"a":"k3y-56', '78-abcdef"}'])).toEqual({ value: { a: '***' }, text: null });
    expect(await read(['{"a":"k3y-56\\u0037', '8-abcdef"}'])).toEqual({ value: { a: '***' }, text: null });
  });

  test('takes a body up to its limit, however it grows', async () => {
    const text = JSON.stringify('x'.repeat(300_000));
    const pieces = Array.from({ length: 31 }, (_, index) => text.slice(index * 10_000, (index + 1) * 10_000));
    expect(await read(pieces, text.length)).toEqual({ value: JSON.parse(text), text });
  });

  test('gives no text where the bytes are no UTF-8, since a file must be', async () => {
    const bytes = Buffer.concat([Buffer.from('["a'), Buffer.from([0xff, 0xc2]), Buffer.from('"]')]);
    expect(await read([bytes])).toEqual({ value: ['a\ufffd\ufffd'], text: null });
  });

  test('drops what is not needed of long lists only, and nothing of the text', async () => {
    const entry = { name: 'x'.repeat(1000), raw: { a: 1 } };
    const text = JSON.stringify({ few: [entry], issues: { headers: { issues: Array(1200).fill(entry) } } });
    const body = jsonBody((value, kept) => ({ value, text: kept?.bytes.toString() }), withoutRawData);
    body.start({ maxBytes: 10 * text.length, secrets });
    body.write(Buffer.from(text));
    await body.end();
    const slim = { name: entry.name };
    expect(body.value().value).toEqual({
      few: [entry],
      issues: { headers: { issues: Array(1200).fill(slim) } },
    });
    expect(body.value().text).toBe(text);
  });

  test.each([
    ['', 'an empty body'],
    ['<html>', 'an HTML page'],
    ['{"a":', 'not valid JSON, perhaps cut off'],
    ['\ufeff{}', 'not valid JSON, perhaps cut off'],
  ])('refuses %j', async (text, detail) => {
    await expect(read([text])).rejects.toMatchObject({ fault: { kind: 'not-json', detail } });
  });

  test.each([
    ['nothing', '', 'an empty body'],
    ['half of an object', '{', 'not valid JSON, perhaps cut off'],
    ['a page', '<html>', 'an HTML page'],
  ])('says what it is that follows much white space: %s', async (_what, text, detail) => {
    const body = `${'\r\n '.repeat(2000)}${text}`;
    await expect(read([body], 10_000)).rejects.toMatchObject({ fault: { kind: 'not-json', detail } });
  });

  test('begins anew with each attempt', async () => {
    const body = jsonBody((value, text) => [value, text?.bytes.toString()]);
    for (const text of ['{"a":"k3y-5678-abcdef"', '[1]']) {
      body.start({ maxBytes: 100, secrets });
      body.write(Buffer.from(text));
    }
    expect(() => body.value()).toThrow('not read');
    await body.end();
    expect(body.value()).toEqual([[1], '[1]']);
  });
});
