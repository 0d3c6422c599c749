// The comment and the job summary, which page.ts renders.
import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../../../src/core/problem.ts';
import { logEnd } from '../../../../src/report/log-lines.ts';
import { findReferences, renderMarkdownTree } from '../../../support/render.ts';
import { exampleBaseline, ignoreLow, judgedModel, plainModel, withoutScan } from '../models.ts';
import { comment, foldText, marker, summary } from '../rendered-reports.ts';
import { finding, findings } from '../sample-findings.ts';

const timeout: Problem = { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 };

describe('the comment', () => {
  test('starts with the marker, the verdict in words, and why', () => {
    const lines = comment(plainModel(findings({ critical: 1, low: 2 }))).split('\n');
    expect(lines.slice(0, 13)).toEqual([
      marker,
      '## ❌ Scan Gate: 1 finding blocks this pull request',
      '',
      '> [!CAUTION]',
      '> 1 finding has severity `high` or worse.',
      '>',
      '> Fix what blocks and deploy the fix: the next run scans it.',
      '',
      '🔴&nbsp;**1 critical** · 🔵&nbsp;2 low<br>',
      'Target: [preview-104.example.com](https://preview-104.example.com/) · Scanning service: scanner.example.com',
      '',
      '📄 **[Action report (PDF)](https://github.com/example/shop/actions/runs/101/artifacts/4710)** · [Job summary](https://github.com/example/shop/actions/runs/101/attempts/1) · [JSON, SARIF](https://github.com/example/shop/actions/runs/101/artifacts/4711)',
      '',
    ]);
    expect(lines).toContain('| Severity | What blocks |');
  });

  test('of an unfinished scan says that the counts are not complete', () => {
    const text = comment(plainModel(findings({ high: 1 }), { problem: timeout }));
    expect(text).toContain(
      '## ⚠️ Scan Gate: no clear result, so this check failed\n\n> [!WARNING]\n> The scan was not finished after 1 h',
    );
    expect(text).toContain('Found so far, not a complete result: 🟠&nbsp;**1 high**<br>');
    expect(text).toContain('| Severity | Would block: fix it too |');
    expect(text).toMatch(/^> Run the job again: on a pull request /mu);
    expect(text).toMatch(/^> If scans .* `timeout`\.$/mu);
  });

  test('without a scan shows neither counts nor a scan', () => {
    const text = comment(withoutScan({ kind: 'missing-api-key-skipped' }));
    expect(text).toContain('## ⏭️ Scan Gate: skipped, nothing was scanned; the check stays green\n\n');
    expect(text).not.toMatch(/Critical|<details>|took/u);
  });

  test('names no exposed e-mail address', () => {
    expect(comment(plainModel())).not.toContain('someone');
  });

  test('is Portuguese from the verdict to the folds', () => {
    const text = comment({ ...plainModel(findings({ high: 1, medium: 2 })), language: 'pt' });
    expect(text).toContain('## ❌ Scan Gate: 1 achado bloqueia este pull request');
    expect(text).toContain('> 1 achado tem severidade alta (`high`) ou superior.');
    expect(text).toContain('<summary>2 achados que não bloqueiam (média: 2)</summary>');
    expect(text).not.toMatch(/(?<!max-)finding|What to do|Policy|Ignore/u);
  });

  test('keeps its limit with texts that grow when escaped, and stays well-formed', () => {
    const bomb = '$@`|*😀\n'.repeat(2000);
    const texts = { description: bomb, remediation: bomb, references: [bomb], group: bomb };
    const list = Array.from({ length: 60 }, (_, index) =>
      (['critical', 'low'] as const).map((each) => finding(each, 0, { ...texts, name: `${index} ${bomb}` })),
    );
    const text = comment(plainModel(list.flat()));
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

  test('the counts are followed by what is new, known, fixed and ignored', () => {
    expect(comment(compared()).replaceAll('&#8203;', '')).toContain(
      [
        'Target: [preview-104.example.com](https://preview-104.example.com/) · Scanning service: scanner.example.com<br>',
        'Compared with the baseline (`https://www.example.com`): 2 new, 2 already there, 1 fixed. 1 finding is ignored by the policy file.',
      ].join('\n'),
    );
  });

  test('new findings are marked in comment and summary', () => {
    const model = compared();
    expect(comment(model).match(/<\/b>.* · <kbd>new<\/kbd>/gu)).toHaveLength(2);
    expect(summary(model)).toContain(' · <kbd>new</kbd>');
  });

  test('known findings are folded, and are said to be known', () => {
    const text = comment(compared());
    const known = foldText(text, '4 findings that do not block (2 high, 1 low, 1 warning)');
    expect(known.replaceAll('\u200b', '')).toMatch(/Already in the baseline\s+🟠/u);
    expect(known.match(/Outdated nginx/gu)).toHaveLength(2);
  });

  test('the facts name the baseline and its scan, and no report shows the secrets in its address', () => {
    const model = compared();
    const text = comment(model);
    expect(foldText(text, 'Scan, host and policy')).toContain('c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2');
    expect(text).toContain('- `baseline`: `https://www.example.com` (policy file)');
    const reports = [text, summary(model), ...logEnd(model)].join('\n');
    expect(reports).not.toMatch(/s3cret|secret@/u);
  });

  test('that has no finished scan, no finding is marked', () => {
    const first = { inputs: { baseline: 'https://www.example.com' }, findings: findings({ low: 2 }) };
    expect(comment(judgedModel(first))).not.toContain('<kbd>');
  });
});

describe('the job summary', () => {
  test('has the files first, full descriptions, and how to fix what does not block', () => {
    const long = `${'A long description. '.repeat(200)}The end.`;
    const list = [finding('critical', 0, { description: long }), finding('medium')];
    const text = summary(plainModel(list));
    expect(text.startsWith('## ❌ Scan Gate: 1 finding blocks')).toBe(true);
    expect(text).toContain('The end.');
    expect(text).toContain('| 🔴&nbsp;Critical<br>9.8 | ');
    const links =
      '📄 **[Action report (PDF)](https://github.com/example/shop/actions/runs/101/artifacts/4710)** · [JSON, SARIF](https://github.com/example/shop/actions/runs/101/artifacts/4711)';
    expect(text).toContain(`\n\n${links}\n\n| Severity |`);
    expect(text).toMatch(/^- 🟡&nbsp;Medium .*>Set both attributes where the cookie is created\./mu);
  });

  test('keeps its limit in bytes, not characters, for 10,000 findings', () => {
    const description = 'Descrição çãõ 漏洞 😀 '.repeat(20);
    const list = findings({ critical: 5000, low: 5000 }).map((each) => ({ ...each, description }));
    const text = summary(plainModel(list, { language: 'pt' }));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    expect(text).toMatch(/achados foram omitidos aqui porque o GitHub limita o tamanho/u);
  });
});
