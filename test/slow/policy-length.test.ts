import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { severities } from '../../src/core/severity.ts';
import { countByStatus } from '../../src/gate/finding-counts.ts';
import { blockingFindings, type JudgedFinding } from '../../src/gate/judgement.ts';
import { spaceWithin } from '../../src/report/markdown/fit.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { type PublishedModel, publishedModelOf } from '../../src/report/published-model.ts';
import { hostile, noReferences } from '../support/hostile/text.ts';
import { findElements, findReferences, renderMarkdownTree, textOf } from '../support/render.ts';
import { ignoring } from '../unit/gate/judgements.ts';
import { plainModel, settingsWith } from '../unit/report/models.ts';
import { finding } from '../unit/report/sample-findings.ts';

const text = fc.oneof(
  hostile,
  fc.constant('$@`|*😀 #1 '.repeat(400)),
  fc.constant('Accepted until the next release.'),
);

const rule = fc
  .record({
    reason: text,
    expires: fc.constantFrom(null, '2026-12-31'),
    owner: fc.oneof(fc.constant(null), text),
    line: fc.integer({ min: 1, max: 5000 }),
  })
  .map((fields) => ignoring({ name: '*', ...fields }));

const judged = fc
  .record({
    severity: fc.constantFrom(...severities),
    status: fc.constantFrom('blocking', 'passing', 'known', 'ignored'),
    name: text,
    weaknessId: fc.stringMatching(/^v1:[0-9a-f]{20}$/),
    rule,
  })
  .map(({ severity, status, name, weaknessId, rule: ignoredBy }): JudgedFinding => {
    const identity = { weaknessId, fingerprints: [weaknessId], isOfWholeSite: false };
    const judgedBy = { status, ignoredBy: status === 'ignored' ? ignoredBy : null };
    return { finding: finding(severity, 0, { name }), ...identity, ...judgedBy };
  });

const kind = fc.constantFrom('expired', 'expires-soon', 'matches-nothing');

/** A model with everything that a policy can add. */
const models = fc
  .record({
    listed: fc.array(judged, { maxLength: 60, size: 'max' }),
    ruleNotices: fc.array(fc.record({ rule, kind }), { maxLength: 40, size: 'max' }),
    scanId: text,
    name: text,
    values: fc.array(text, { maxLength: 14, size: 'max' }),
  })
  .map(({ listed, ruleNotices, scanId, name, values }): PublishedModel => {
    const findings = severities.flatMap((each) => listed.filter((one) => one.finding.severity === each));
    const base = plainModel(findings.map((each) => each.finding));
    const baseline = { kind: 'compared', scanId, new: 1, known: 2, fixed: 3 } as const;
    const found = { findings, countsByStatus: countByStatus(findings), baseline, ruleNotices };
    const setByUser = values.map((value) => ({ name: 'report-logo', value, source: 'file' }) as const);
    const policyFile = { name, repository: 'acme/policies', path: name, commit: null, blob: '' };
    return publishedModelOf({
      ...base,
      judgement: { ...base.judgement, verdict: 'fail', ...found },
      settings: { ...settingsWith({}), setByUser, policyFile },
    });
  });

/** How many findings `markdown` shows, in its rows and items. Equal ones are one, with their number. */
function shownFindings(markdown: string): number {
  const pattern = /^(?:\| .&nbsp;\w+.*? \| |- .&nbsp;\w+ .*?· )<b>.*?<\/b>(?: × (\d+))?/gmu;
  return [...markdown.matchAll(pattern)].reduce((sum, [, times = '1']) => sum + Number(times), 0);
}

/** Every fold is closed, nothing is a link or mention by chance, and the footer is in no fold. */
function expectWhole(markdown: string): void {
  const tree = renderMarkdownTree(markdown);
  const folds = findElements(tree, 'details');
  expect(folds.map(textOf).filter((each) => /Security \/ scan/u.test(each))).toEqual([]);
  expect(folds).toHaveLength(markdown.match(/<details><summary>/gu)?.length ?? 0);
  const open = tree.children.filter((each) => each.type === 'element' && each.tagName !== 'details');
  expect(textOf({ ...tree, children: open })).toMatch(/Security \/ scan/u);
  expect(findReferences(tree)).toEqual(noReferences);
}

/** Mostly little room, where most is left out and a page is quickly read, and sometimes `max`. */
function limits(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: 4, arbitrary: fc.integer({ min, max: 2 * min }) }, fc.constant(max));
}

describe('with any policy', () => {
  // To look for a smaller counterexample would take minutes.
  const endOnFailure = true;

  test('the comment keeps its limit, links nothing, and shows each finding or counts it, and the rules for the first', () => {
    const property = fc.property(models, limits(20_000, 64_000), (model, maxLength) => {
      const space = spaceWithin(maxLength, (written) => written.length);
      const markdown = renderPage(model, 'comment', { hiddenLine: '<!-- scan-gate -->', space });
      expect(markdown.length).toBeLessThanOrEqual(maxLength);
      expect(markdown.isWellFormed()).toBe(true);
      const left = Number(/\*(\d+) findings? (?:is|are) left out here/u.exec(markdown)?.[1] ?? '0');
      expect(shownFindings(markdown) + left).toBe(model.judgement.findings.length);
      const named = new Set(blockingFindings(model.judgement).map(({ weaknessId }) => weaknessId));
      for (const fingerprint of [...named].slice(0, 10))
        expect(markdown).toContain(`  - fingerprint: ${fingerprint}\n`);
      expectWhole(markdown);
    });
    fc.assert(property, { numRuns: 12, endOnFailure });
  });

  test('the summary keeps its limit in bytes', () => {
    const property = fc.property(models, limits(24_000, 200_000), (model, maxBytes) => {
      const space = spaceWithin(maxBytes, (written) => Buffer.byteLength(written));
      const markdown = renderPage(model, 'summary', { space });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
      expectWhole(markdown);
    });
    fc.assert(property, { numRuns: 8, endOnFailure });
  });
});
