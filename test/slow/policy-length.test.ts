import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { severities } from '../../src/core/severity.ts';
import { countByStatus } from '../../src/gate/summary-counts.ts';
import type { Assessment, JudgedFinding } from '../../src/gate/verdict.ts';
import type { IgnoreRule } from '../../src/policy/policy.ts';
import { en, pt } from '../../src/report/language/texts.ts';
import { annotationsOf } from '../../src/report/log/annotations.ts';
import { spaceWithin } from '../../src/report/markdown/fit.ts';
import type { ReportModel } from '../../src/report/model.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { hostile, noReferences } from '../support/hostile/text.ts';
import {
  findElements,
  findReferences,
  type HtmlTree,
  renderMarkdownTree,
  textOf,
} from '../support/render.ts';
import { ignoring } from '../unit/gate/assessments.ts';
import { plainAssessment, plainModel, settingsWith } from '../unit/report/models.ts';
import { logLines } from '../unit/report/rendered-reports.ts';
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

const judged: fc.Arbitrary<JudgedFinding> = fc
  .record({
    severity: fc.constantFrom(...severities),
    status: fc.constantFrom('blocking', 'passing', 'known', 'ignored'),
    name: text,
    print: fc.stringMatching(/^[0-9a-f]{20}$/),
    rule,
  })
  .map(
    ({ severity, status, name, print, rule: ignoredBy }): JudgedFinding => ({
      finding: finding(severity, 0, { name }),
      fingerprint: `v1:${print}`,
      status,
      blockedBy: status === 'blocking' ? [{ kind: 'fail-on', threshold: severity }] : [],
      ignoredBy: status === 'ignored' ? ignoredBy : null,
      knownFrom: status === 'known' ? name : null,
    }),
  );

const violation: fc.Arbitrary<Assessment['hostViolations'][number]> = fc.record({
  kind: fc.constant('port' as const),
  port: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 65_535 })),
  service: text,
  severity: fc.constantFrom(...severities),
  blocks: fc.boolean(),
});

const parts = fc.record({
  findings: fc.array(judged, { maxLength: 60, size: 'max' }),
  violations: fc.array(violation, { maxLength: 40, size: 'max' }),
  notices: fc.array(
    fc.record({ rule, kind: fc.constantFrom('expired', 'expires-soon', 'matches-nothing') }),
    { maxLength: 40, size: 'max' },
  ),
  scanId: text,
  file: text,
  partial: fc.boolean(),
});

type Parts = typeof parts extends fc.Arbitrary<infer Each> ? Each : never;

/** A model with everything that a policy can add. */
function modelWith({ findings, violations, notices, scanId, file, partial }: Parts): ReportModel {
  const base = plainModel([], {
    assessment: {
      ...plainAssessment(findings.map(({ finding: each }) => each)),
      verdict: { outcome: 'fail', reasons: [{ kind: 'host-violations', count: 1 }] },
      findings: findings.toSorted(
        (a, b) => severities.indexOf(a.finding.severity) - severities.indexOf(b.finding.severity),
      ),
      countsByStatus: countByStatus(findings),
      baseline: { kind: 'compared', scanId, older: [], leftOut: [], new: 1, known: 2, fixed: 3 },
      hostViolations: violations,
      ruleNotices: notices,
      partial,
      complete: !partial,
    },
  });
  const ports = Array.from({ length: 5000 }, (_, index) => index + 1);
  return {
    ...base,
    settings: {
      ...settingsWith({
        hostRules: { allowedPorts: ports, certificateMinDays: 30, requireWaf: true, severity: 'low' },
        allowedRedirects: ports.map((port) => `host-${port}.example`),
      }),
      file: { path: file, blob: null, digest: '' },
    },
  };
}

/** Findings that `markdown` shows, by their rows and items. Equal ones are one, with their number. */
function shownFindings(markdown: string): { rows: number; items: number } {
  const count = (pattern: RegExp) =>
    [...markdown.matchAll(pattern)].reduce((sum, [, times = '1']) => sum + Number(times), 0);
  return {
    rows: count(/^\| .&nbsp;\w+.*? \| <b>.*?<\/b>(?: × (\d+))?/gmu),
    items: count(/^- .&nbsp;\w+ .*?· <b>.*?<\/b>(?: × (\d+))?/gmu),
  };
}

/** Every fold is closed, and the footer is in none. */
function expectWhole(markdown: string): HtmlTree {
  const tree = renderMarkdownTree(markdown);
  const folds = findElements(tree, 'details');
  expect(folds.map(textOf).filter((text) => /Security \/ scan/u.test(text))).toEqual([]);
  expect(folds).toHaveLength(markdown.match(/<details><summary>/gu)?.length ?? 0);
  expect(
    tree.children.some((each) => each.type === 'element' && /Security \/ scan/u.test(textOf(each))),
  ).toBe(true);
  return tree;
}

/** Mostly little room, where most is left out and a page is quickly read, and sometimes `max`. */
function limits(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: 4, arbitrary: fc.integer({ min, max: 2 * min }) }, fc.constant(max));
}

/** As of a summary, which has a fixed limit itself. */

/** To look for a smaller counterexample would take minutes. */
const quick = { endOnFailure: true };

describe('with any policy', () => {
  test('the comment keeps its limit, links nothing, and shows each finding or counts it, and the rules for the first', () => {
    fc.assert(
      fc.property(parts, limits(20_000, 64_000), (each, maxLength) => {
        const shown = modelWith(each);
        const space = spaceWithin(maxLength, (written) => written.length);
        const markdown = renderPage(shown, en, 'comment', { hiddenLine: '<!-- scan-gate -->', space });
        expect(markdown.length).toBeLessThanOrEqual(maxLength);
        expect(markdown.isWellFormed()).toBe(true);
        const { rows, items } = shownFindings(markdown);
        const left = Number(/\*(\d+) findings? (?:is|are) left out here/u.exec(markdown)?.[1] ?? '0');
        expect(rows + items + left).toBe(each.findings.length);
        const blocking = shown.assessment.findings.filter(({ status }) => status === 'blocking');
        const named = new Set(blocking.map(({ fingerprint }) => fingerprint));
        for (const fingerprint of [...named].slice(0, 10)) {
          expect(markdown).toContain(`  - fingerprint: ${fingerprint}\n`);
        }
        expect(findReferences(expectWhole(markdown))).toEqual(noReferences);
      }),
      { numRuns: 12, ...quick },
    );
  });

  test('the summary keeps its limit in bytes', () => {
    fc.assert(
      fc.property(parts, limits(24_000, 200_000), (each, maxBytes) => {
        const space = spaceWithin(maxBytes, (written) => Buffer.byteLength(written));
        const markdown = renderPage(modelWith(each), pt, 'summary', { space });
        expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
        expectWhole(markdown);
      }),
      { numRuns: 8, ...quick },
    );
  });

  test('the log is one screen, and the annotations keep to the limits of GitHub', () => {
    fc.assert(
      fc.property(parts, (each) => {
        const shown = modelWith(each);
        const lines = logLines(shown);
        expect(lines.length).toBeLessThanOrEqual(55);
        expect(lines.join('')).not.toMatch(/\p{Cc}/u);
        const annotations = annotationsOf(shown, en);
        expect(annotations.filter(({ level }) => level === 'error').length).toBeLessThanOrEqual(9);
        for (const { message } of annotations) {
          expect(Array.from(message).length).toBeLessThanOrEqual(4096);
        }
      }),
      { numRuns: 30, ...quick },
    );
  });
});
