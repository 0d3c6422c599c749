import { expect, test } from '@jest/globals';
import { resultDocument } from '../../../../src/report/result-json/document.ts';
import { resultEnd, resultJson } from '../../../../src/report/result-json/write.ts';
import { assess, findings, model } from '../models.ts';
import { resultModels } from './result-models.ts';

/** As it is when the file is written: nothing is uploaded yet. */
const unpublished = model(assess([]), { files: { artifact: null, pdfs: [], missing: [] } });

const bytesOf = (pieces: Iterable<string | Uint8Array>) =>
  Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)));

test.each(Object.entries(await resultModels()))('writes what the document holds: %s', (_name, shown) => {
  const document = resultDocument(shown, { reason: 'why', raw: { issues: [{ name: 'é💥\u0000' }] } });
  const written: unknown = JSON.parse(bytesOf(resultJson(document)).toString());
  expect(written).toEqual(JSON.parse(JSON.stringify({ ...document, findings: [...document.findings] })));
});

test.each([0, 1, 100, 101, 250])('writes %d findings in their order', (count) => {
  const document = resultDocument(model(assess(findings({ low: count }))), { reason: '', raw: null });
  const written: { findings: unknown } = JSON.parse(bytesOf(resultJson(document)).toString());
  expect(written.findings).toEqual(JSON.parse(JSON.stringify([...document.findings])));
  expect(written.findings).toHaveLength(count);
});

test('writes an answer that is given as bytes as it came, and copies none of it', () => {
  const bytes = Buffer.from('{ "issues": [1,\n"é💥\\u0000" ] }');
  const pieces = [...resultJson(resultDocument(unpublished, { reason: '', raw: bytes }))];
  expect(pieces).toContain(bytes);
  const text = bytesOf(pieces).toString();
  expect(text.endsWith(`,"raw":${bytes}${resultEnd(null)}`)).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ version: 1, raw: JSON.parse(bytes.toString()) });
});

test('writes many findings in pieces, since all of them may not fit into one string', () => {
  const pieces = [
    ...resultJson(resultDocument(model(assess(findings({ low: 1000 }))), { reason: '', raw: null })),
  ];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
});

test('ends with the address of the artifact, so that a file that is written can get another', () => {
  const text = bytesOf(resultJson(resultDocument(unpublished, { reason: '', raw: null }))).toString();
  expect(text.endsWith(resultEnd(null))).toBe(true);
  const url = 'https://github.com/octo/shop/actions/runs/1/artifacts/2';
  const named = text.slice(0, -resultEnd(null).length) + resultEnd(url);
  expect(JSON.parse(named)).toEqual({ ...JSON.parse(text), artifactUrl: url });
});
