import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countsSection } from '../../../../src/report/page/counts.ts';
import { findElements, renderMarkdownTree, textOf } from '../../../support/render.ts';
import {
  countsOnlyModel,
  exampleBaseline,
  ignoreLow,
  judgedModel,
  plainModel,
  withoutScan,
} from '../models.ts';
import { comment } from '../rendered-reports.ts';
import { findings } from '../sample-findings.ts';

describe('the counts', () => {
  test('are bold if they block, also if it is not said which findings do', () => {
    const model = countsOnlyModel(plainModel(findings({ high: 2, low: 3 })));
    expect(countsSection(model)).toBe('🟠&nbsp;**2 high** · 🔵&nbsp;3 low — high or worse blocks.');
  });

  const compared = 'baseline: https://www.example.com';
  test.each([
    ['fail-on: critical', 'critical blocks.'],
    ['fail-on: high', 'high or worse blocks.'],
    ['fail-on: never', 'no severity blocks by itself (`fail-on: never`).'],
    [`fail-on: medium\n${compared}`, 'medium or worse blocks if new.'],
  ])('are followed by what blocks: with %j', (policy, rule) => {
    const baseline = policy.includes(compared) ? { baseline: exampleBaseline([]) } : {};
    const model = judgedModel({ policy, findings: findings({ low: 1 }), ...baseline });
    expect(countsSection(model)).toContain(`; ${rule}`);
  });

  test('are not there if nothing was scanned', () => {
    expect(countsSection(withoutScan({ kind: 'missing-api-key' }))).toBe(
      'Target: [preview-104.example.com](https://preview-104.example.com/) · Scanning service: scanner.example.com',
    );
  });

  test('form no link from a target that is no web address', () => {
    const model = plainModel([], { target: 'javascript:alert(1)//](https://evil.example)' });
    expect(countsSection(model)).not.toContain('](');
  });

  test('have a row for those that the summary counts beyond the list', () => {
    const unlisted = { critical: 2, high: 0, medium: 0, low: 1, warning: 0 };
    const model = plainModel(findings({ high: 1 }));
    const judgement = { ...model.judgement, counts: { ...unlisted, high: 1 }, unlisted };
    expect(comment({ ...model, judgement })).toContain(
      '| Blocks |  | 1 |  |\n| Counted, but not listed | 2 |  | 1 |',
    );
  });

  const few = fc.record({
    critical: fc.nat(2),
    high: fc.nat(3),
    medium: fc.nat(3),
    low: fc.nat(3),
    warning: fc.nat(2),
  });
  const policies = ['', `${compared}\n`, 'fail-on: low\n'].map((rules) => rules + ignoreLow);
  const sum = (numbers: readonly string[]) => numbers.reduce((total, each) => total + Number(each), 0);

  test('as a table have every finding in one row, and the sum is the total, whatever may be shown', () => {
    fc.assert(
      fc.property(few, few, fc.constantFrom(...policies), (now, before, policy) => {
        const baseline = policy.includes(compared) ? { baseline: exampleBaseline(findings(before)) } : {};
        const model = judgedModel({ policy, findings: findings(now), ...baseline });
        const total = model.judgement.findings.length;
        for (const each of [model, countsOnlyModel(model)]) {
          const table = findElements(renderMarkdownTree(countsSection(each)), 'tr');
          const [head = [], ...rows] = table.map((row) => textOf(row).trim().split('\n'));
          if (head.length === 0) continue;
          expect(head[0]).toMatch(new RegExp(`^${total} findings?$`));
          expect(sum(rows.flatMap((row) => row.slice(1)))).toBe(total);
          expect(sum(rows.find(([name]) => name === 'Blocks')?.slice(1) ?? [])).toBe(
            model.judgement.blockingCount,
          );
        }
      }),
      { numRuns: 50 },
    );
  });
});
