/** A value of the query that is a word of ours, of GitHub, or of what is scanned: it changes nothing but the texts. */
import { expect, test } from '@jest/globals';
import { readPage } from '../../support/hostile/page.ts';
import type { RunResult } from '../../support/runner.ts';
import { startScene } from '../scene.ts';

/** Differs from run to run. */
const volatile = /(?:^|-)(?:path|url|id)$|^duration-seconds$/;

function outputsOf({ outputs }: RunResult) {
  return Object.entries(outputs).map(([name, value]) =>
    volatile.test(name) ? [name, value !== ''] : [name, value],
  );
}

function pageOf(markdown: string) {
  const { elements, links, mentions, issues, commits } = readPage(markdown);
  const kindsOfLinks = links.map((link) => link.replace(/\d+/g, '0').replace(/[0-9a-f-]{36}/g, 'id'));
  return { elements, kindsOfLinks, mentions, issues, commits };
}

async function runWith(query: string) {
  await using scene = await startScene();
  const url = `${scene.weak.url}/${query}`;
  const result = await scene.run({ inputs: { url, reports: 'ACTION_REPORT' } });
  return { result, pages: [scene.comments().at(-1) ?? '', result.summary].map(pageOf) };
}

test('a query of our own words breaks no link, tag, alert or output', async () => {
  const plain = await runWith('');
  const query = '?a=blockquote&b=artifacts&c=markdown-alert&mode=inconclusive&d=pull_request';
  const { result, pages } = await runWith(query);
  expect(pages).toEqual(plain.pages);
  expect(outputsOf(result)).toEqual(outputsOf(plain.result));
  const values = Object.values(result.outputs);
  expect(result.masked.filter((text) => values.some((value) => value.includes(text)))).toEqual([]);
  expect(result.annotations.error).toEqual(plain.result.annotations.error);
});
