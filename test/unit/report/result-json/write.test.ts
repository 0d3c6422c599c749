import { expect, test } from '@jest/globals';
import { resultDocument } from '../../../../src/report/result-json/document.ts';
import { resultJson } from '../../../../src/report/result-json/write.ts';
import { assess, findings, model } from '../models.ts';
import { resultModels } from './result-models.ts';

const bytesOf = (pieces: Iterable<string | Uint8Array>) =>
  Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)));

test.each(Object.entries(await resultModels()))('writes what the document holds: %s', (_name, shown) => {
  const document = resultDocument(shown, { issues: [{ name: 'é💥\u0000' }] });
  const written: unknown = JSON.parse(bytesOf(resultJson(document)).toString());
  expect(written).toEqual(JSON.parse(JSON.stringify({ ...document, findings: [...document.findings] })));
});

test.each([0, 1, 100, 101, 250])('writes %d findings in their order', (count) => {
  const document = resultDocument(model(assess(findings({ low: count }))), null);
  const written: { findings: unknown } = JSON.parse(bytesOf(resultJson(document)).toString());
  expect(written.findings).toEqual(JSON.parse(JSON.stringify([...document.findings])));
  expect(written.findings).toHaveLength(count);
});

test('writes an answer that is given as bytes as it came, and copies none of it', () => {
  const bytes = Buffer.from('{ "issues": [1,\n"é💥\\u0000" ] }');
  const pieces = [...resultJson(resultDocument(model(assess([])), bytes))];
  expect(pieces).toContain(bytes);
  const text = bytesOf(pieces).toString();
  expect(text.endsWith(`,"raw":${bytes}}\n`)).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ version: 1, raw: JSON.parse(bytes.toString()) });
});

test('writes many findings in pieces, since all of them may not fit into one string', () => {
  const pieces = [...resultJson(resultDocument(model(assess(findings({ low: 1000 }))), null))];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
});
