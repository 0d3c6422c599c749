import { describe, expect, test } from '@jest/globals';
import { spaceWithin } from '../../../../src/report/markdown/fit.ts';
import { renderPage } from '../../../../src/report/page/page.ts';
import type { PublicModel } from '../../../../src/report/public-model.ts';
import { judgedModel, plainModel } from '../models.ts';
import { comment, commentTree } from '../rendered-reports.ts';
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
function commentWithin(limit: number, model: PublicModel): string {
  const space = spaceWithin(limit, (text) => text.length);
  return renderPage(model, 'comment', { space });
}

/** The parts that a comment of at most `limit` characters has, in its order. */
function partsOf(model: PublicModel, limit = 64_000): string[] {
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
  test('of a pass: a line, the reports, one fold and the footer', () => {
    const opening = '## ✅ Scan Gate: passed\n\n**Nothing to do.** No findings in 1,482 checks — on ';
    expect(comment(plainModel())).toContain(opening);
    for (const list of [[], findings({ medium: 2, low: 1 })]) {
      const tree = commentTree(plainModel(list));
      const blocks = tree.children.flatMap((node) => (node.type === 'element' ? [node.tagName] : []));
      expect(blocks).toEqual(['h2', 'p', 'p', 'details', 'p']);
    }
  });

  test('of a fail: what blocks before the counts', () => {
    const before = ['title', 'act', 'reports', 'blocking', 'counts'];
    expect(partsOf(failed())).toEqual([...before, 'others', 'snippet', 'notices', 'facts', 'footer']);
  });

  test('without a verdict: the counts before what would block', () => {
    const model = plainModel(findings({ high: 2, medium: 1 }), { problem: { kind: 'nothing-checked' } });
    const before = ['title', 'act', 'reports', 'counts', 'blocking'];
    expect(partsOf(model)).toEqual([...before, 'others', 'snippet', 'facts', 'footer']);
  });
});

describe('without space for everything', () => {
  test.each([
    [4500, ['blocking', 'counts', 'leftOut', 'snippet', 'notices', 'facts']],
    [1500, ['leftOut', 'counts', 'notices']],
    [1200, ['leftOut', 'counts']],
  ])('%i characters have the most important parts', (limit, parts) => {
    expect(partsOf(failed(), limit)).toEqual(['title', 'act', 'reports', ...parts, 'footer']);
  });

  test('a page without a verdict says that it leaves out findings that would block', () => {
    const model = plainModel(findings({ high: 20 }), { problem: { kind: 'nothing-checked' } });
    expect(partsOf(model, 1600)).toEqual(['title', 'act', 'reports', 'leftOut', 'footer']);
  });

  test('findings that do not block are left out first', () => {
    const text = comment(plainModel(findings({ critical: 10, warning: 3000 })));
    expect(text.match(/^\| 🔴&nbsp;Critical/gmu)).toHaveLength(10);
    expect(text).toMatch(/\*2,\d{3} findings are left out here because GitHub limits the length\. /u);
    const most = commentWithin(20_000, plainModel(findings({ critical: 400 })));
    const [, left, blocking] = /\*(\d+) findings are .* length \((\d+) blocking: the worst/u.exec(most) ?? [];
    expect(left).toBe(blocking);
    expect(most.match(/^\| 🔴/gmu)).toHaveLength(400 - Number(left));
  });
});
