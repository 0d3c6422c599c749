import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../../../src/core/problem.ts';
import { renderComment } from '../../../../src/report/comment/comment.ts';
import type { ReportModel } from '../../../../src/report/model.ts';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import { plainPolicy } from '../../../support/plain-policy.ts';
import {
  findElements,
  findReferences,
  type HtmlTree,
  renderMarkdownTree,
  textOf,
} from '../../../support/render.ts';
import { assess, finding, findings, host, model, withoutScan } from '../models.ts';

const marker = '<!-- scan-gate key=security -->';

function comment(shown: ReportModel): string {
  return renderComment(shown, shown.language === 'pt' ? pt : en, { marker });
}

function tree(shown: ReportModel): HtmlTree {
  return renderMarkdownTree(comment(shown));
}

function rowsWith(shown: HtmlTree, text: string): number {
  return findElements(shown, 'tr').filter((row) => textOf(row).includes(text)).length;
}

const timeout: Problem = { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 };

describe('the comment', () => {
  test('starts with the marker, the verdict in words, and why', () => {
    const [first, second, , fourth] = comment(model(assess(findings({ critical: 1, low: 2 })))).split('\n');
    expect(first).toBe(marker);
    expect(second).toBe('## ❌ Scan Gate: failed, 1 finding blocks');
    expect(fourth).toBe('**1 finding has severity `high` or worse.**');
  });

  test('says what to do and counts by severity, in bold what can block', () => {
    const text = comment(model(assess(findings({ critical: 1, high: 2, low: 3 }))));
    expect(text).toContain('**What to do:** Fix the blocking findings, deploy, and run the gate again.');
    expect(text).toContain(
      [
        '| Severity | Findings (6) | █ blocks, ░ does not |',
        '|---|--:|---|',
        '| Critical | **1** | ████ |',
        '| High | **2** | ████████ |',
        '| Low | 3 | ░░░░░░░░░░░░ |',
      ].join('\n'),
    );
  });

  test('shows a blocking finding with its score, identifiers, reference and remediation', () => {
    const shown = tree(model(assess([finding('high')])));
    const links = findElements(shown, 'a').map(({ properties }) => properties['href']);
    expect(links).toEqual(
      expect.arrayContaining([
        'https://cwe.mitre.org/data/definitions/193.html',
        'https://nvd.nist.gov/vuln/detail/CVE-2021-23017',
        'https://nginx.org/en/security_advisories.html',
      ]),
    );
    expect(rowsWith(shown, 'HighCVSS\u00a07.7')).toBe(1);
    const folded = findElements(shown, 'details')
      .map(textOf)
      .find((text) => text.startsWith('Details'));
    expect(folded).toContain('Update nginx to 1.20.1');
  });

  test('links only identifiers that are well-formed', () => {
    const odd = finding('high', 0, {
      cve: ['CVE-1', 'cve-2024-12345', 'CVE-2024-1/../../evil'],
      cwe: [-1, 1.5, 0, 79],
    });
    const links = findElements(tree(model(assess([odd]))), 'a').map(({ properties }) =>
      String(properties['href']),
    );
    expect(links.filter((link) => /mitre|nist/u.test(link))).toEqual([
      'https://cwe.mitre.org/data/definitions/79.html',
      'https://nvd.nist.gov/vuln/detail/CVE-2024-12345',
    ]);
  });

  test('folds the other findings by group, the most severe first', () => {
    const text = comment(model(assess(findings({ medium: 2, low: 1, warning: 1 }))));
    expect(text).toContain('<summary>Protection Mechanism Failure (2 medium, 1 low)</summary>');
    expect(text).toContain('<summary>Unspecified Threat (1 warning)</summary>');
    expect(text.indexOf('**Medium**')).toBeLessThan(text.indexOf('**Low**'));
  });

  test('says of a clean scan how many checks were made, and shows no table of zeros', () => {
    const text = comment(model(assess([])));
    expect(text).toContain('## ✅ Scan Gate: passed\n\n**No findings in 1,482 checks.**\n');
    expect(text).not.toContain('| 0 |');
  });

  test('of an unfinished scan says that the counts are not complete', () => {
    const text = comment(model(assess(findings({ high: 1 }), timeout)));
    expect(text).toContain('**The scan was not finished after 1 h; it had reached 62.5%.**');
    expect(text).toContain('Found so far; not a complete result.');
    expect(text).toContain('- 1 finding has severity `high` or worse.');
  });

  test('without a scan shows neither counts nor a scan', () => {
    const text = comment(withoutScan({ kind: 'missing-api-key', skipped: true }));
    expect(text).toContain('Scan Gate: inconclusive');
    expect(text).not.toMatch(/\| Critical|About the (?:scan|host)|### /u);
  });

  test('says that an inconclusive verdict only warns, where it does', () => {
    const warns = {
      ...model(assess([], timeout)),
      policy: { ...plainPolicy, onInconclusive: 'warn' } as const,
    };
    expect(comment(warns)).toContain('`on-inconclusive` is `warn`');
    expect(comment(model(assess([], timeout)))).not.toContain('because `on-inconclusive`');
  });

  test('says which findings the summary counts beyond the list', () => {
    const assessment = {
      ...assess(findings({ high: 1 })),
      unlisted: { critical: 2, high: 0, medium: 0, low: 1, warning: 0 },
    };
    expect(comment(model(assessment))).toContain(
      'counts 3 findings that the list does not hold (2 critical, 1 low).',
    );
  });

  test('tells where the reports are, which is missing, and why', () => {
    const files = {
      artifact: null,
      pdfs: [],
      missing: [{ type: 'ACTION_REPORT', why: 'The service failed.' } as const],
    };
    expect(comment(model(assess([]), { files }))).toContain(
      '- Action report (PDF) is missing: The service failed.',
    );
    const links = findElements(tree(model(assess([]))), 'a').map(({ properties }) => properties['href']);
    expect(links).toContain('https://github.com/example/shop/actions/runs/101/artifacts/4711');
    expect(links).toContain('https://github.com/example/shop/actions/runs/101/attempts/1');
    expect(links).toContain(
      'https://github.com/example/shop/commit/5d41402abc4b2a76b9719d911017c592aabbccdd',
    );
  });

  test('names no exposed e-mail address', () => {
    expect(comment(model(assess([])))).not.toContain('someone');
  });

  test('is Portuguese from the verdict to the groups', () => {
    const text = comment({ ...model(assess(findings({ high: 1, medium: 2 }))), language: 'pt' });
    expect(text).toContain('## ❌ Scan Gate: reprovado');
    expect(text).toContain('**1 achado tem severidade alta (`high`) ou pior.**');
    expect(text).toContain('Falha de mecanismo de proteção (2 médias)');
    expect(text).not.toMatch(/(?<!max-)finding|What to do|About|Policy|Ignore/u);
  });
});

describe('hostile texts in the comment', () => {
  const attack = [
    '</details></td></table><script>alert(1)</script><img src="https://evil.example/x.png">',
    '| x | [click](javascript:alert(1)) ![x](https://evil.example/y.png)',
    '@octocat @org/team #1 GH-2 owner/repo#3 deadbeefcafe www.evil.example https://evil.example <!-- x',
    '```\n# heading\n- item\n> quote [!NOTE]',
  ].join('\n');

  test('form no element, link or mention of their own', () => {
    const bad = finding('critical', 0, {
      name: attack,
      description: attack,
      remediation: attack,
      group: attack,
      references: [attack],
      unknownSeverity: attack,
      cve: [attack],
      cvss: { score: 9.8, vector: attack },
    });
    const good = finding('critical');
    const mild = finding('low', 0, { name: attack, group: attack });
    const wide = { ...host, components: [attack], ips: [attack], waf: [attack], isp: attack };
    const scan = { ...model(assess([])).scan, id: attack, preferences: { [attack]: attack } };
    const shown = tree(model(assess([bad, mild]), { host: wide, scan, target: attack }));
    const plainOne = tree(model(assess([good, finding('low')])));
    const names = (page: HtmlTree) =>
      [...new Set(findElements(page).map(({ tagName }) => tagName))].filter((name) => name !== 'span').sort();
    expect(names(shown)).toEqual(names(plainOne));
    for (const { properties } of findElements(shown, 'a')) {
      expect(String(properties['href'])).toMatch(
        /^https:\/\/(?:github\.com|cwe\.mitre\.org|developer\.mozilla\.org)\//u,
      );
    }
    expect(findElements(shown, 'details')).toHaveLength(findElements(plainOne, 'details').length);
    expect(findReferences(shown)).toEqual({ mentions: [], issues: [], commits: [] });
  });
});
