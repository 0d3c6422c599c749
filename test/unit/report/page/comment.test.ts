// The comment, which page.ts renders.
import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../../../src/core/problem.ts';
import { findReferences, renderMarkdownTree } from '../../../support/render.ts';
import { comment, marker } from '../judged-models.ts';
import { finding, findings, host, madeUpAssessment, model, withoutScan } from '../models.ts';

const timeout: Problem = { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 };

describe('the comment', () => {
  test('starts with the marker, the verdict in words, and why', () => {
    const lines = comment(model(madeUpAssessment(findings({ critical: 1, low: 2 })))).split('\n');
    expect(lines.slice(0, 8)).toEqual([
      marker,
      '## ❌ Scan Gate: 1 finding blocks this pull request',
      '',
      '> [!CAUTION]',
      '> Fix <b>SQL injection in the parameter &#96;q&#96; of /search</b> (see “How to fix”). Then push: the next deployment is scanned again.',
      '',
      '📄 **[Action report (PDF)](https://github.com/example/shop/actions/runs/101/artifacts/4710)** · [Job summary](https://github.com/example/shop/actions/runs/101/attempts/1) · [JSON and SARIF](https://github.com/example/shop/actions/runs/101/artifacts/4711)',
      '',
    ]);
    expect(lines).toContain(
      '| Severity | What blocks on [preview-104.example.com](https://preview-104.example.com/) |',
    );
    expect(lines).toContain('🔴&nbsp;**1 critical** · 🔵&nbsp;2 low — high or worse blocks.');
  });

  test('of an unfinished scan says that the counts are not complete', () => {
    const text = comment(model(madeUpAssessment(findings({ high: 1 }), timeout)));
    expect(text).toContain(
      '## ⚠️ Scan Gate: no clear result, so this check failed\n\n> [!WARNING]\n> The scan was not finished after 1 h',
    );
    expect(text).toContain('Found so far, not a complete result: 🟠&nbsp;**1 high** — on ');
    expect(text).toContain('| Severity | Would block: fix it too |');
    expect(text).toMatch(/^- The scan goes on: /mu);
    expect(text).toMatch(
      /^- If scans .* `timeout`\. \[Open this run\]\(.*\) · \[Open the workflow file\]\(.*\/runs\/101\/workflow\)$/mu,
    );
  });

  test('without a scan shows neither counts nor a scan', () => {
    const text = comment(withoutScan({ kind: 'missing-api-key', skipped: true }));
    expect(text).toContain(
      '## ⏭️ Scan Gate: skipped, nothing was scanned\n\n**Nothing to do.** The check stays green.',
    );
    expect(text).not.toMatch(/Critical|<details>|took/u);
  });

  test('says which report is missing, and why', () => {
    const missing = [{ type: 'ACTION_REPORT', why: 'The service failed.' } as const];
    const files = { artifact: null, pdfs: [], missing };
    expect(comment(model(madeUpAssessment([]), { files }))).toContain(
      '\n\nAction report (PDF) is missing, which does not change the result. The service failed.\n',
    );
  });

  test('names no exposed e-mail address', () => {
    expect(comment(model(madeUpAssessment([])))).not.toContain('someone');
  });

  test('is Portuguese from the verdict to the findings', () => {
    const text = comment({ ...model(madeUpAssessment(findings({ high: 1, medium: 2 }))), language: 'pt' });
    expect(text).toContain('## ❌ Scan Gate: 1 achado bloqueia este pull request');
    expect(text).toContain('bloqueia a partir de severidade alta.');
    expect(text).toContain('<summary>2 achados que não bloqueiam (média: 2)</summary>');
    expect(text).not.toMatch(/(?<!max-)finding|What to do|Policy|Ignore/u);
  });

  test('keeps its limit with texts that grow when escaped, and stays well-formed', () => {
    const bomb = '$@`|*😀\n'.repeat(2000);
    const texts = { description: bomb, remediation: bomb, references: [bomb], group: bomb };
    const list = Array.from({ length: 60 }, (_, index) =>
      (['critical', 'low'] as const).map((each) => finding(each, 0, { ...texts, name: `${index} ${bomb}` })),
    );
    const wide = Array.from({ length: 500 }, () => bomb);
    const large = { ...host, components: wide, ips: wide, waf: wide };
    const text = comment(model(madeUpAssessment(list.flat()), { hostFacts: large }));
    expect(text.length).toBeLessThanOrEqual(64_000);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toMatch(/\d+ findings are left out here/u);
    expect(findReferences(renderMarkdownTree(text))).toEqual({ mentions: [], issues: [], commits: [] });
  });
});
