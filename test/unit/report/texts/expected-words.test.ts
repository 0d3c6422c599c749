// pt/expected.ts: what an answer of the service should have been is said in English where it is found.
import { expect, test } from '@jest/globals';
import { scoreRange } from '../../../../src/gate/findings.ts';
import { quotable } from '../../../../src/report/markdown/escape.ts';
import { ptExpected } from '../../../../src/report/texts/pt/expected.ts';
import { fewEntries, fewFields, fewParts } from '../../../../src/service/list-limits.ts';
import { filesBelow, readText } from '../../../contract/repository.ts';

test('every text that the code expects of the service is known in Portuguese', async () => {
  const paths = (
    await Promise.all(['service', 'gate', 'scan'].map((room) => filesBelow(`src/${room}`, '.ts')))
  ).flat();
  const sources = (await Promise.all(paths.map(readText))).join('\n');
  const written = [...sources.matchAll(/(?:expected|detail): '([^']+)'/g)].map(([, text = '']) => text);
  const texts = [...written, scoreRange, fewEntries, fewFields, fewParts, 'an entry with scan 8'];
  expect(written.length).toBeGreaterThan(10);
  expect(texts.map((text) => quotable(text, 200)).filter((text) => ptExpected(text) === text)).toEqual([]);
});

test('any other text stays as it is', () => {
  expect(ptExpected('7 apples')).toBe('7 apples');
});
