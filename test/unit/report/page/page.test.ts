import { describe, expect, test } from '@jest/globals';
import { spaceWithin } from '../../../../src/report/markdown/fit.ts';
import { renderPage } from '../../../../src/report/page/page.ts';
import type { PublishedModel } from '../../../../src/report/published-model.ts';
import { findElements, findReferences, renderMarkdownTree, textOf } from '../../../support/render.ts';
import { countsOnlyModel, judgedModel, plainModel, withoutScan } from '../models.ts';
import { comment, commentTree, linksIn, marker, summary } from '../rendered-reports.ts';
import { findings } from '../sample-findings.ts';

/** A text of each part. */
const marks = {
  title: '## ',
  act: '> [!',
  reports: '📄 ',
  counts: '🟠&nbsp;**2 high** · 🟡&nbsp;1 medium',
  leftOut: 'left out here',
  blocking: '<br>The server names itself nginx',
  others: '<summary>1 finding that does not block',
  snippet: 'Ignore a finding</summary>',
  notices: '<summary>📅',
  facts: '<summary>Scan, host and policy',
  footer: '<sub>Run',
};

/** A comment of at most `limit` characters. */
function commentWithin(limit: number, model: PublishedModel): string {
  const space = spaceWithin(limit, (text) => text.length);
  return renderPage(model, 'comment', { space });
}

/** The parts that a comment of at most `limit` characters has, in its order. */
function partsOf(model: PublishedModel, limit = 64_000): string[] {
  const page = commentWithin(limit, model);
  const found = Object.entries(marks).map(([name, mark]) => ({ name, at: page.indexOf(mark) }));
  const there = found.filter(({ at }) => at >= 0).toSorted((one, other) => one.at - other.at);
  return there.map(({ name }) => name);
}

const failed = () =>
  judgedModel({
    policy: 'ignore:\n  - cwe: 1\n    reason: x\n',
    findings: findings({ high: 2, medium: 1 }),
  });

describe('the order of the parts', () => {
  test('of a pass: why, the counts, the reports, two folds and the footer', () => {
    const opening = '## ✅ Scan Gate: passed\n\nNo findings in 1,482 checks.\n\nTarget: ';
    expect(comment(plainModel())).toContain(opening);
    const tree = commentTree(plainModel(findings({ medium: 2, low: 1 })));
    const blocks = tree.children.flatMap((node) => (node.type === 'element' ? [node.tagName] : []));
    expect(blocks).toEqual(['h2', 'p', 'p', 'p', 'details', 'details', 'p']);
  });

  test('is the same with a clear verdict and without', () => {
    const order = ['title', 'act', 'counts', 'reports', 'blocking', 'others', 'snippet'];
    expect(partsOf(failed())).toEqual([...order, 'notices', 'facts', 'footer']);
    const model = plainModel(findings({ high: 2, medium: 1 }), {
      problem: { kind: 'too-few-checks', checks: 0, minimum: 1 },
    });
    expect(partsOf(model)).toEqual([...order, 'facts', 'footer']);
  });
});

describe('without space for everything', () => {
  test.each([
    [4000, ['blocking', 'leftOut', 'snippet', 'notices', 'facts']],
    [1500, ['leftOut', 'notices']],
    [1200, ['leftOut']],
  ])('%i characters have the most important parts', (limit, parts) => {
    expect(partsOf(failed(), limit)).toEqual(['title', 'act', 'counts', 'reports', ...parts, 'footer']);
  });

  test('findings that do not block are left out first', () => {
    const text = comment(plainModel(findings({ critical: 10, warning: 3000 })));
    expect(text.match(/^\| 🔴&nbsp;Critical/gmu)).toHaveLength(10);
    expect(text).toMatch(/\*2,\d{3} findings are left out here because GitHub limits the length\. /u);
    const most = commentWithin(20_000, plainModel(findings({ critical: 400 })));
    const [, left] = /\*(\d+) findings are .* limits the length/u.exec(most) ?? [];
    expect(most.match(/^\| 🔴/gmu)).toHaveLength(400 - Number(left));
  });
});

describe('the links', () => {
  const model = plainModel();
  const linksOf = (changes: Partial<PublishedModel>) =>
    comment({ ...model, ...changes } as PublishedModel).match(/^.*(?:Job summary|JSON, SARIF).*$/mu)?.[0] ??
    '';

  test('are of the PDF report, the job summary and the archive', () => {
    const line = renderMarkdownTree(linksOf({}));
    expect(textOf(line)).toBe('📄 Action report (PDF) · Job summary · JSON, SARIF');
    expect(linksIn(line)).toEqual([
      'https://github.com/example/shop/actions/runs/101/artifacts/4710',
      'https://github.com/example/shop/actions/runs/101/attempts/1',
      'https://github.com/example/shop/actions/runs/101/artifacts/4711',
    ]);
  });

  test('are not of the job summary in the job summary, nor of what is not there', () => {
    expect(summary(model)).not.toContain('[Job summary]');
    const files = { ...model.files, pdfs: [{ type: 'ACTION_REPORT' as const, url: null }] };
    expect(linksOf({ files })).not.toContain('Action report');
    expect(linksOf({ files: { ...model.files, hasSarif: false } })).toMatch(/ · \[JSON\]\(/u);
    expect(comment(withoutScan({ kind: 'missing-api-key' }))).not.toMatch(/Job summary|SARIF/u);
  });

  test('are followed by the reports that are missing, and why', () => {
    const missing = [{ type: 'ACTION_REPORT', why: 'The service failed.' } as const];
    expect(comment({ ...model, files: { ...model.files, missing } })).toContain(
      '\nAction report (PDF) is missing, which does not change the result. The service failed.\n',
    );
  });
});

describe('the footer', () => {
  const model = plainModel();
  const footerOf = (changes: Partial<typeof model.run>, from = model) =>
    comment({ ...from, run: { ...from.run, ...changes } }).match(/<sub>.*<\/sub>/u)?.[0] ?? '';

  test('names the run, its commit and how long it took', () => {
    expect(textOf(renderMarkdownTree(footerOf({})))).toBe(
      'Run Security / scan · commit 5d41402 · took 13 min 11 s',
    );
    // The digits can be copied as they are.
    expect(footerOf({})).toContain(`[\`5d41402\`](https://github.com/example/shop/commit/${model.run.sha})`);
  });

  test('names the run alone if the commit is not known and it took less than a second', () => {
    const footer = footerOf({ sha: null, durationMs: 999 });
    expect(textOf(renderMarkdownTree(footer))).toBe('Run Security / scan');
    expect(footerOf({}, withoutScan({ kind: 'missing-api-key' }))).not.toContain('took');
  });

  test.each(['HEAD', '](https://evil.example)', '@octocat', '<b>'])(
    'makes nothing of the commit %s',
    (sha) => {
      const tree = renderMarkdownTree(footerOf({ sha }));
      expect(findElements(tree).map(({ tagName }) => tagName)).toEqual(['p', 'sub', 'a']);
      expect(findReferences(tree)).toEqual({ mentions: [], issues: [], commits: [] });
    },
  );
});

test('the tracking issue has the report, what happens to the issue, and its limit', () => {
  const many = plainModel(findings({ critical: 300, low: 900 }), { isOnPullRequest: false });
  const body = renderPage(many, 'issue', { hiddenLine: marker });
  expect(body.startsWith(`${marker}\n> [!CAUTION]\n`)).toBe(true);
  expect(body).toContain(
    'Scan Gate updates this issue with each run that has a clear result, and closes it when',
  );
  expect(body.length).toBeLessThanOrEqual(64_000);
  expect(renderPage(countsOnlyModel(many), 'issue')).not.toMatch(/preview-104|SQL|nginx/u);
});
