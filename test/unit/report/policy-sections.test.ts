import { describe, expect, test } from '@jest/globals';
import { annotate } from '../../../src/report/annotations.ts';
import { renderSummary } from '../../../src/report/comment/summary.ts';
import { renderLogTable } from '../../../src/report/log-table.ts';
import { verdictOutputs } from '../../../src/report/outputs.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { summarize } from '../../../src/report/wording.ts';
import { findElements, renderMarkdownTree, textOf } from '../../support/render.ts';
import { assess, findings, model } from './models.ts';
import { baselineOf, modelOf } from './policy-models.ts';
import { comment, ignoreLow, unfolded } from './policy-pages.ts';

describe('ignored findings', () => {
  test('stay visible, folded, with reason, last day, owner and line', async () => {
    const rule = `${ignoreLow}    expires: 2027-03-31\n    owner: "@example/security"\n`;
    const text = comment(await modelOf({ policy: rule, findings: findings({ low: 1 }) }));
    const folded = unfolded(text, 'Ignored by the policy file: 1 (1 low)').replaceAll('\u200b', '');
    expect(folded).toContain(
      'Sent by the proxy in production · until 2027-03-31 · owner: @example/security · line 2',
    );
    expect(text).not.toContain('@example/security');
  });

  test('of a rule with Markdown in it form none', async () => {
    const rule =
      'ignore:\n  - cwe: 693\n    reason: "</details><img src=x> [x](http://evil.example) | @octocat"\n    owner: "**<b>x"\n';
    const tree = renderMarkdownTree(comment(await modelOf({ policy: rule, findings: findings({ low: 1 }) })));
    expect(findElements(tree, 'img')).toEqual([]);
    expect(findElements(tree, 'a').map(({ properties }) => properties['href'])).not.toContain(
      'http://evil.example',
    );
  });
});

describe('rules for the host', () => {
  const host = { ports: [443, 8080, ''], certificateDays: -3, waf: [] } as const;
  const rules = 'host:\n  allowed-ports: [443]\n  certificate-min-days: 14\n  require-waf: true\n';

  test('that are broken are listed with the remedy, and whether they block', async () => {
    const shown = await modelOf({ policy: rules, findings: [], host });
    const text = comment(shown);
    expect(text).toContain('**4 violations of the host rules block.**');
    expect(text).toContain('### Violations of the host rules (4)');
    const rows = findElements(renderMarkdownTree(text), 'tr').map(textOf);
    expect(rows.find((row) => row.includes('8080'))).toMatch(
      /^\s*High\s*Port 8080 .*allowed: 443\.\s*Close it.*yes\s*$/su,
    );
    expect(rows.some((row) => row.includes('whose number is unknown'))).toBe(true);
    expect(rows.some((row) => row.includes('expired 3 days ago; at least 14 days'))).toBe(true);
    const annotation = annotate(shown, en).at(-1);
    expect(annotation?.title).toBe('Violations of the host rules (4)');
    expect(annotation?.message.split('\n')).toHaveLength(4);
    expect(renderLogTable(shown, en).join('\n')).toContain('- High, blocks: yes. Port `8080`');
  });

  test('that count less than what blocks are listed, and do not block', async () => {
    const shown = await modelOf({ policy: `${rules}  severity: low\n`, findings: [], host });
    expect(shown.assessment.verdict.outcome).toBe('pass');
    expect(comment(shown)).toMatch(/\| \*\*Low\*\* \| Port `8080`.* \| no \|/u);
    expect(annotate(shown, en)).toEqual([]);
  });

  test('that are kept are said to be kept', async () => {
    const well = { ports: [443], certificateDays: 60, waf: ['ExampleShield'] } as const;
    const shown = await modelOf({ policy: rules, findings: findings({ low: 1 }), host: well });
    expect(summarize(shown, en)).toContain('The rules for the host are kept.');
    expect(comment(shown)).not.toContain('### Violations');
  });
});

describe('notices about ignore rules', () => {
  const rules = `${ignoreLow}    expires: 2026-11-30\n  - cve: CVE-2020-0001\n    reason: gone\n  - cwe: 1\n    reason: old\n    expires: 2026-01-31\n`;

  test('are in comment, summary, log and annotations, with their line', async () => {
    const shown = await modelOf({ policy: rules, findings: findings({ low: 1 }) });
    for (const text of [comment(shown), renderSummary(shown, en)]) {
      const notices = unfolded(text, '⏳ Notices about ignore rules (3)');
      expect(notices).toContain('.github/scan-gate.yml, line 2: The rule applies through 2026-11-30 only.');
      expect(notices).toContain('line 5: The rule matches no finding of this scan.');
      expect(notices).toContain('line 7: The rule expired on 2026-01-31 and no longer applies.');
    }
    expect(renderLogTable(shown, en).join('\n')).toContain(
      '- .github/scan-gate.yml, line 7: The rule expired',
    );
    expect(annotate(shown, en)).toMatchObject([{ level: 'notice', title: 'Notices about ignore rules (3)' }]);
  });

  test('do not tell of a partial result that a rule matches nothing', async () => {
    const shown = await modelOf({
      policy: `fail-fast: true\n${rules}`,
      findings: findings({ critical: 1 }),
      partialAt: 40,
    });
    expect(unfolded(comment(shown), '⏳ Notices about ignore rules (2)')).not.toContain('matches no finding');
  });
});

describe('the policy in force', () => {
  test('is told whole, with where each value came from: folded in the comment, open in the summary', async () => {
    const shown = await modelOf({
      policy: `fail-on: medium\nmax-findings: { high: 0, low: 9 }\nreport-logo: https://example.com/logo.png?key=s3cret\nhost: { allowed-ports: [80, 443] }\n${ignoreLow}`,
      inputs: { 'fail-on': 'low', 'fail-fast': 'true' },
      findings: [],
      host: { ports: [443], certificateDays: 90, waf: [] },
    });
    const rows = [
      '| `fail-on` | `low` | input |',
      '| `fail-on-cvss` | none | default |',
      '| `max-findings` | `high: 0, low: 9` | policy file |',
      '| `fail-fast` | `true` | input |',
      '| `report-logo` | `https://example.com/logo.png` | policy file |',
      '| `ignore` | 1 rule | policy file |',
      '| `host.allowed-ports` | `[80, 443]` | policy file |',
    ];
    const inComment = comment(shown);
    const inSummary = renderSummary(shown, en);
    for (const row of rows) {
      expect(inComment).toContain(row);
      expect(inSummary).toContain(row);
    }
    expect(unfolded(inComment, 'Policy in force')).toContain('Policy file: .github/scan-gate.yml');
    expect(inSummary).toContain('### Policy in force\n\nPolicy file: `.github/scan-gate.yml`');
    expect(unfolded(inSummary, 'Policy in force')).toBe('');
  });
});

describe('a partial result', () => {
  test('is marked as one in every report, and tells of nothing fixed', async () => {
    const shown = await modelOf({
      policy: 'fail-fast: true\nbaseline: https://www.example.com\n',
      findings: findings({ critical: 1 }),
      baseline: baselineOf(findings({ low: 3 })),
      partialAt: 42.5,
    });
    const words = 'This result is partial: `fail-fast` ended the wait at 42.5%, so the scan may find more.';
    for (const text of [
      comment(shown),
      renderSummary(shown, en),
      renderLogTable(shown, en).join('\n'),
      summarize(shown, en),
      annotate(shown, en)[0]?.message,
    ]) {
      expect(text).toContain(words);
      expect(text).not.toMatch(/fixed/u);
    }
    expect(comment(shown)).toContain('## ❌ Scan Gate: failed (partial result)');
    expect(comment({ ...shown, language: 'pt' })).toContain('reprovado (resultado parcial)');
    expect(verdictOutputs(shown, '')).toMatchObject({ new: 1, fixed: null });
  });
});

test('a policy without anything in it adds no section to what was said before', () => {
  const text = comment(model(assess(findings({ high: 1 }))));
  expect(text).not.toMatch(/Compared|ignored by|Violations|Notices|partial/u);
});
