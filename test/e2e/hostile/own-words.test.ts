/** A value of the query that is a word of ours, of GitHub, or of what is scanned: it changes nothing but the texts. */
import { describe, expect, test } from '@jest/globals';
import { readPage } from '../../support/hostile/page.ts';
import type { RunResult } from '../../support/runner.ts';
import { readOutput, readResult } from '../run-files.ts';
import { policyOnMain, type Scene, startScene } from '../scene.ts';

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

async function runWith(query: string, inputs: Readonly<Record<string, string>> = {}) {
  const scene = await startScene();
  await using _scene = scene;
  const result = await scene.run({
    inputs: { url: `${scene.weak.url}/${query}`, reports: 'ACTION_REPORT', ...inputs },
  });
  return { result, comment: scene.comments().at(-1) ?? '', masked: result.masked };
}

describe('a query of our own words', () => {
  test('breaks no link, tag, alert or output', async () => {
    const plain = await runWith('');
    const words = await runWith(
      '?a=blockquote&b=artifacts&c=markdown-alert&mode=inconclusive&d=pull_request',
    );
    for (const read of [({ comment }: typeof plain) => comment, ({ result }: typeof plain) => result.summary])
      expect(pageOf(read(words))).toEqual(pageOf(read(plain)));
    expect(outputsOf(words.result)).toEqual(outputsOf(plain.result));
    const values = Object.values(words.result.outputs);
    expect(words.masked.filter((text) => values.some((value) => value.includes(text)))).toEqual([]);
    expect(words.result.annotations.error).toEqual(plain.result.annotations.error);
  });
});

/** A finished result with findings about an administration page and a backup. */
function sendFindings({ sandbox }: Scene): void {
  const issues = [
    { name: 'Backup found at /backup-2023.zip', severity: 'high', raw: { url: '/backup-2023.zip' } },
    { name: 'Open administration', severity: 'high', raw: { path: '/admin/users' } },
  ].map((issue) => ({ group: 'Improper Access Control', description: `See ${issue.name}`, ...issue }));
  const mutate = (answer: unknown) =>
    typeof answer === 'object' && answer !== null && 'endDate' in answer && answer.endDate !== null
      ? { ...answer, issues, issuesSummary: { high: 2 }, issuesSummaryTotal: 2, issuesCategoriesSummary: {} }
      : answer;
  sandbox.faults = [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate } }];
}

test.each(['?next=/admin/users', '?file=backup-2023.zip'])(
  'the query %s changes no verdict and no fingerprint',
  async (query) => {
    const judge = async (path: string) => {
      const contents = policyOnMain('ignore: [{ name: "*backup-2023.zip", reason: Known }]\n');
      await using scene = await startScene({ github: { contents } });
      sendFindings(scene);
      const run = await scene.run({ inputs: { url: `${scene.weak.url}/${path}`, reports: 'none' } });
      const { findings } = await readResult(run);
      const sarif: unknown = JSON.parse(await readOutput(run, 'sarif-path'));
      return {
        verdict: run.outputs['verdict'],
        blocking: run.outputs['blocking'],
        findings: findings.map(({ status, fingerprints }) => ({ status, fingerprints })),
        alerts: JSON.stringify(sarif).match(/"partialFingerprints":\{[^}]*\}/g),
      };
    };
    const plain = await judge('');
    expect(plain).toMatchObject({ verdict: 'fail', blocking: '1' });
    // The ignored one has none.
    expect(plain.alerts).toHaveLength(1);
    expect(await judge(query)).toEqual(plain);
  },
);
