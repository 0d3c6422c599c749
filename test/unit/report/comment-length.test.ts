import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type SeverityCounts, severities } from '../../../src/core/severity.ts';
import { renderComment } from '../../../src/report/comment/comment.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { findReferences, renderMarkdownTree } from '../../support/render.ts';
import { assess, finding, findings, host, model } from './models.ts';

function comment(shown: ReportModel, maxLength = 64_000): string {
  return renderComment(shown, en, { marker: '<!-- scan-gate key=security -->', maxLength });
}

describe('the length of the comment', () => {
  const counts: fc.Arbitrary<SeverityCounts> = fc.record({
    critical: fc.nat(60),
    high: fc.nat(60),
    medium: fc.nat(60),
    low: fc.nat(60),
    warning: fc.nat(60),
  });

  test('is kept, and every finding is shown whole or counted', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 12_000, max: 64_000 }), (each, max) => {
        const total = severities.reduce((sum, severity) => sum + each[severity], 0);
        const text = comment(model(assess(findings(each))), max);
        expect(text.length).toBeLessThanOrEqual(max);
        const rows = text.match(/^\| \d+ \| \*\*(?:Critical|High)/gmu)?.length ?? 0;
        const items = text.match(/^- \*\*(?:Medium|Low|Warning)\*\*: /gmu)?.length ?? 0;
        const left = Number(/\*(\d+) findings? (?:is|are) left out here/u.exec(text)?.[1] ?? '0');
        expect(rows + items + left).toBe(total);
        expect(text.match(/<details>/gu)?.length).toBe(text.match(/<\/details>/gu)?.length);
      }),
      { numRuns: 60 },
    );
  });

  test('is kept with texts that grow when escaped, and what is left is well-formed', () => {
    const bomb = '$@`|*😀\n'.repeat(2000);
    const list = Array.from({ length: 60 }, () =>
      finding('critical', 0, {
        name: bomb,
        description: bomb,
        remediation: bomb,
        references: [bomb],
        group: bomb,
      }),
    );
    const passing = Array.from({ length: 60 }, () => finding('low', 0, { name: bomb, group: bomb }));
    const wide = Array.from({ length: 500 }, () => bomb);
    const shown = model(assess([...list, ...passing]), {
      host: { ...host, components: wide, ips: wide, waf: wide },
    });
    const text = comment(shown);
    expect(text.length).toBeLessThanOrEqual(64_000);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toMatch(/\d+ findings are left out here/u);
    expect(findReferences(renderMarkdownTree(text))).toEqual({ mentions: [], issues: [], commits: [] });
  });

  test('leaves out those that do not block first', () => {
    const text = comment(model(assess(findings({ critical: 10, warning: 3000 }))));
    expect(text.match(/^\| \d+ \| \*\*Critical/gmu)).toHaveLength(10);
    expect(text).toMatch(/\*2,\d{3} findings are left out here for want of room/u);
  });

  test('takes no longer for many findings than for the few that fit', () => {
    const many = model(assess(findings({ critical: 200, low: 9800 })));
    const start = performance.now();
    expect(comment(many).length).toBeLessThanOrEqual(64_000);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
