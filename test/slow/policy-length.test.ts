import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { severities } from '../../src/core/severity.ts';
import type { JudgedFinding } from '../../src/gate/judgement.ts';
import { countByStatus } from '../../src/gate/summary-counts.ts';
import { spaceWithin } from '../../src/report/markdown/fit.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { type PublicModel, publicModelOf } from '../../src/report/public-model.ts';
import type { IgnoreRule } from '../../src/settings/policy-file.ts';
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

const rule: fc.Arbitrary<IgnoreRule> = fc
  .record({
    reason: text,
    expires: fc.constantFrom(null, '2026-12-31'),
    owner: fc.oneof(fc.constant(null), text),
    line: fc.integer({ min: 1, max: 5000 }),
  })
  .map((fields) => ignoring({ name: '*', ...fields }));

const print = fc.stringMatching(/^[0-9a-f]{20}$/).map((digits) => `v1:${digits}`);

const judged: fc.Arbitrary<JudgedFinding> = fc
  .record({
    severity: fc.constantFrom(...severities),
    status: fc.constantFrom('blocking', 'passing', 'known', 'ignored'),
    name: text,
    weakness: print,
    rule,
  })
  .map(
    ({ severity, status, name, weakness, rule: ignoredBy }): JudgedFinding => ({
      finding: finding(severity, 0, { name }),
      weakness,
      fingerprints: [weakness],
      isOfWholeSite: false,
      status,
      ignoredBy: status === 'ignored' ? ignoredBy : null,
    }),
  );

const kind = fc.constantFrom('expired', 'expires-soon', 'matches-nothing');
const parts = fc.record({
  findings: fc.array(judged, { maxLength: 60, size: 'max' }),
  notices: fc.array(fc.record({ rule, kind }), { maxLength: 40, size: 'max' }),
  scanId: text,
  file: text,
  given: fc.array(text, { maxLength: 14, size: 'max' }),
});

type Parts = typeof parts extends fc.Arbitrary<infer Each> ? Each : never;

/** A model with everything that a policy can add. */
function modelWith({ findings, notices, scanId, file, given }: Parts): PublicModel {
  const base = plainModel(findings.map(({ finding: each }) => each));
  const rank = ({ finding: { severity } }: JudgedFinding) => severities.indexOf(severity);
  return publicModelOf({
    ...base,
    judgement: {
      ...base.judgement,
      verdict: 'fail',
      findings: findings.toSorted((a, b) => rank(a) - rank(b)),
      countsByStatus: countByStatus(findings),
      baseline: { kind: 'compared', scanId, new: 1, known: 2, fixed: 3 },
      ruleNotices: notices,
    },
    settings: {
      ...settingsWith({}),
      given: given.map((value) => ({ name: 'report-logo', value, source: 'file' })),
      file: { name: file, repository: 'acme/policies', path: file, commit: null, blob: '' },
    },
  });
}

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

/** To look for a smaller counterexample would take minutes. */
const quick = { endOnFailure: true };

describe('with any policy', () => {
  test('the comment keeps its limit, links nothing, and shows each finding or counts it, and the rules for the first', () => {
    const property = fc.property(parts, limits(20_000, 64_000), (each, maxLength) => {
      const shown = modelWith(each);
      const space = spaceWithin(maxLength, (written) => written.length);
      const markdown = renderPage(shown, 'comment', { hiddenLine: '<!-- scan-gate -->', space });
      expect(markdown.length).toBeLessThanOrEqual(maxLength);
      expect(markdown.isWellFormed()).toBe(true);
      const left = Number(/\*(\d+) findings? (?:is|are) left out here/u.exec(markdown)?.[1] ?? '0');
      expect(shownFindings(markdown) + left).toBe(each.findings.length);
      const blocking = shown.judgement.findings.filter(({ status }) => status === 'blocking');
      const named = new Set(blocking.map(({ weakness }) => weakness));
      for (const fingerprint of [...named].slice(0, 10))
        expect(markdown).toContain(`  - fingerprint: ${fingerprint}\n`);
      expectWhole(markdown);
    });
    fc.assert(property, { numRuns: 12, ...quick });
  });

  test('the summary keeps its limit in bytes', () => {
    const property = fc.property(parts, limits(24_000, 200_000), (each, maxBytes) => {
      const space = spaceWithin(maxBytes, (written) => Buffer.byteLength(written));
      const markdown = renderPage(modelWith(each), 'summary', { space });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
      expectWhole(markdown);
    });
    fc.assert(property, { numRuns: 8, ...quick });
  });
});
