import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { en } from '../../../../../src/report/language/texts.ts';
import { countsSection } from '../../../../../src/report/page/sections/counts.ts';
import { findElements, renderMarkdownTree, textOf } from '../../../../support/render.ts';
import {
  countsOnlyModel,
  exampleBaseline,
  ignoreLow,
  judgedModel,
  plainAssessment,
  plainModel,
  withoutScan,
} from '../../models.ts';
import { comment } from '../../rendered-reports.ts';
import { findings } from '../../sample-findings.ts';

describe('the counts', () => {
  test('are bold if they block, also if it is not said which findings do', () => {
    const model = countsOnlyModel(plainModel(findings({ high: 2, low: 3 })));
    expect(countsSection(model, en)).toBe('🟠&nbsp;**2 high** · 🔵&nbsp;3 low — high or worse blocks.');
  });

  const compared = 'baseline: https://www.example.com';
  const byOrganization = "by the organization's policy,";

  test.each([
    ['fail-on: critical', 'fail-on: medium', `critical blocks; ${byOrganization} medium or worse blocks.`],
    [
      `fail-on: medium\n${compared}`,
      'fail-on: high',
      `medium or worse blocks if new; ${byOrganization} high or worse blocks.`,
    ],
    ['fail-on: high', 'fail-on: high', 'high or worse blocks.'],
  ])('are followed by what blocks: with %j and for the organization %j', (policy, organization, rule) => {
    const baseline = policy.includes(compared) ? { baseline: exampleBaseline([]) } : {};
    const model = judgedModel({ policy, organization, findings: findings({ low: 1 }), ...baseline });
    expect(countsSection(model, en).replaceAll('&#39;', "'")).toContain(`; ${rule}`);
  });

  test('of findings that the organization blocks do not call them new', () => {
    const known = findings({ high: 1 });
    const example = { policy: compared, findings: known, baseline: exampleBaseline(known) };
    expect(comment(judgedModel({ ...example, organization: 'fail-on: high' }))).toContain(
      '## ❌ Scan Gate: 1 finding blocks this pull request',
    );
  });

  test('are not there if nothing was scanned', () => {
    expect(countsSection(withoutScan({ kind: 'missing-api-key', skipped: false }), en)).toBe(
      'Target: [preview-104.example.com](https://preview-104.example.com/) · Scanning service: scanner.example.com',
    );
  });

  test('form no link from a target that is no web address', () => {
    const model = plainModel([], { target: 'javascript:alert(1)//](https://evil.example)' });
    expect(countsSection(model, en)).not.toContain('](');
  });

  test('have a row for those that the summary counts beyond the list', () => {
    const unlisted = { critical: 2, high: 0, medium: 0, low: 1, warning: 0 };
    const all = { ...plainAssessment(findings({ high: 1 })), counts: { ...unlisted, high: 1 }, unlisted };
    expect(comment(plainModel([], { assessment: all }))).toContain(
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
  const policies = ['', `${compared}\n`, 'max-findings: { low: 1 }\n'].map((rules) => rules + ignoreLow);
  const organizations = [{}, { organization: 'fail-on: medium\n' }, { organization: 'fail-on: critical\n' }];
  const sum = (numbers: readonly string[]) => numbers.reduce((total, each) => total + Number(each), 0);

  test('as a table have every finding in one row, and the sum is the total, whatever may be shown', () => {
    const anyPolicies = [fc.constantFrom(...policies), fc.constantFrom(...organizations)] as const;
    fc.assert(
      fc.property(few, few, ...anyPolicies, (now, before, policy, organization) => {
        const baseline = policy.includes(compared) ? { baseline: exampleBaseline(findings(before)) } : {};
        const model = judgedModel({ policy, findings: findings(now), ...baseline, ...organization });
        const total = model.assessment.findings.length;
        for (const each of [model, countsOnlyModel(model)]) {
          const table = findElements(renderMarkdownTree(countsSection(each, en)), 'tr');
          const [head = [], ...rows] = table.map((row) => textOf(row).trim().split('\n'));
          if (head.length === 0) continue;
          expect(head[0]).toMatch(new RegExp(`^${total} findings?$`));
          expect(sum(rows.flatMap((row) => row.slice(1)))).toBe(total);
          expect(sum(rows.find(([name]) => name === 'Blocks')?.slice(1) ?? [])).toBe(
            model.assessment.blockingCount,
          );
        }
      }),
      { numRuns: 50 },
    );
  });
});
