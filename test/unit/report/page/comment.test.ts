// The comment, which page.ts renders.
import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../../../src/core/problem.ts';
import { findReferences, renderMarkdownTree } from '../../../support/render.ts';
import { exampleBaseline, ignoreLow, judgedModel, plainModel, withoutScan } from '../models.ts';
import { comment, foldText, logLines, marker, summary } from '../rendered-reports.ts';
import { finding, findings, sampleHost } from '../sample-findings.ts';

const timeout: Problem = { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 };

describe('the comment', () => {
  test('starts with the marker, the verdict in words, and why', () => {
    const lines = comment(plainModel(findings({ critical: 1, low: 2 }))).split('\n');
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
    const text = comment(plainModel(findings({ high: 1 }), { problem: timeout }));
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
    expect(comment(plainModel([], { files }))).toContain(
      '\n\nAction report (PDF) is missing, which does not change the result. The service failed.\n',
    );
  });

  test('names no exposed e-mail address', () => {
    expect(comment(plainModel())).not.toContain('someone');
  });

  test('is Portuguese from the verdict to the groups', () => {
    const text = comment({
      ...plainModel(findings({ high: 1, medium: 2 })),
      language: 'pt',
    });
    expect(text).toContain('## ❌ Scan Gate: 1 achado bloqueia este pull request');
    expect(text).toContain('bloqueia a partir de severidade alta.');
    expect(text).toContain('<summary>2 achados que não bloqueiam (média: 2)</summary>');
    expect(text).toContain('Falha de mecanismo de proteção');
    expect(text).not.toMatch(/(?<!max-)finding|What to do|Policy|Ignore/u);
  });

  test('keeps its limit with texts that grow when escaped, and stays well-formed', () => {
    const bomb = '$@`|*😀\n'.repeat(2000);
    const texts = { description: bomb, remediation: bomb, references: [bomb], group: bomb };
    const list = Array.from({ length: 60 }, (_, index) =>
      (['critical', 'low'] as const).map((each) => finding(each, 0, { ...texts, name: `${index} ${bomb}` })),
    );
    const wide = Array.from({ length: 500 }, () => bomb);
    const large = { ...sampleHost, components: wide, ips: wide, waf: wide };
    const text = comment(plainModel(list.flat(), { hostFacts: large }));
    expect(text.length).toBeLessThanOrEqual(64_000);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toMatch(/\d+ findings are left out here/u);
    expect(findReferences(renderMarkdownTree(text))).toEqual({ mentions: [], issues: [], commits: [] });
  });
});

describe('the comment with a baseline', () => {
  const compared = () =>
    judgedModel({
      policy: `baseline: https://user:secret@www.example.com/?token=s3cret\n${ignoreLow}`,
      findings: findings({ critical: 1, high: 2, low: 1, warning: 1 }),
      baseline: exampleBaseline(findings({ high: 2, medium: 1 })),
    });

  test('the title counts what is new, and the table what blocks, is known, ignored and passes', () => {
    const text = comment(compared());
    expect(text).toContain('## ❌ Scan Gate: 1 new finding blocks this pull request');
    expect(text.replaceAll('&#8203;', '')).toContain(
      [
        '| 5 findings | 🔴 | 🟠 | 🔵 | ⚪ |',
        '|---|:-:|:-:|:-:|:-:|',
        '| Blocks | 1 |  |  |  |',
        '| Already on www.example.com |  | 2 |  |  |',
        '| Ignored by the policy |  |  | 1 |  |',
        "| Doesn't block |  |  |  | 1 |",
        '',
        'High or worse blocks if new.\n',
      ].join('\n'),
    );
  });

  test('new findings are marked in comment and summary', () => {
    const model = compared();
    expect(comment(model).match(/<\/b>.* · <kbd>new<\/kbd>/gu)).toHaveLength(2);
    expect(summary(model)).toContain(' · <kbd>new</kbd>');
  });

  test('known findings are folded, and say where they already are', () => {
    const text = comment(compared());
    const known = foldText(text, '4 findings that do not block (2 high, 1 low, 1 warning)');
    expect(known.replaceAll('\u200b', '')).toMatch(/Already on www.example.com\s+🟠/u);
    expect(known.match(/Outdated nginx/gu)).toHaveLength(2);
  });

  test('the fold about the scan names the scan of the baseline, and what differs from it', () => {
    const about = foldText(comment(compared()), 'Scan, host and policy').replaceAll('\u200b', '');
    expect(about).toContain('c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2');
    expect(about).toContain('Compared with https://www.example.com: 2 new, 2 already there, 1 fixed.');
  });

  test('no report shows the secrets in the address of the baseline', () => {
    const model = compared();
    const text = comment(model);
    expect(text).toContain('- `baseline`: `https://www.example.com` (policy file)');
    const reports = [text, summary(model), ...logLines(model)].join('\n');
    expect(reports).not.toMatch(/s3cret|secret@/u);
  });

  test('that has no finished scan, the headline says that every finding counts as new', () => {
    const first = judgedModel({ inputs: { baseline: 'previous' }, findings: findings({ low: 2 }) });
    expect(comment(first)).toContain(
      'There is no finished scan of the baseline (`previous`) yet: every finding counts as new.',
    );
    expect(comment(first)).not.toContain('<kbd>');
  });
});
