// The smaller sections together, as they are in the comment, the summary, the log and the annotations.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Finding } from '../../../../../src/gate/findings.ts';
import { en } from '../../../../../src/report/language/en/en.ts';
import { pt } from '../../../../../src/report/language/pt/pt.ts';
import { annotate } from '../../../../../src/report/log/annotations.ts';
import { renderLogTable } from '../../../../../src/report/log/verdict-table.ts';
import { countsBlock } from '../../../../../src/report/page/sections/counts.ts';
import { commitLink, reportsLine, runFooter } from '../../../../../src/report/page/sections/footer.ts';
import { hostSection } from '../../../../../src/report/page/sections/host-facts.ts';
import { trendSection } from '../../../../../src/report/page/sections/trend.ts';
import { renderSummary } from '../../../../../src/report/page/summary.ts';
import type { TrendPoint } from '../../../../../src/scan/trend.ts';
import { blobOf } from '../../../../support/github/views.ts';
import { findElements, findReferences, renderMarkdownTree, textOf } from '../../../../support/render.ts';
import { assess, finding, findings, host, model, withoutScan } from '../../models.ts';
import {
  baselineOf,
  comment,
  commentTree,
  counted,
  ignoreLow,
  linksIn,
  modelOf,
  unfolded,
} from '../../scenes.ts';

const run = 'https://github.com/example/shop/actions/runs/101/attempts/1';

describe('a blocking finding', () => {
  test('is shown with its score, identifiers, reference, remediation, first sentence and places', () => {
    const where = ['/a', '/b', '/c'];
    const shown = model(assess([finding('high', 0, { where })]));
    const [text, tree] = [comment(shown), commentTree(shown)];
    expect(linksIn(tree)).toEqual(
      expect.arrayContaining([
        'https://cwe.mitre.org/data/definitions/193.html',
        'https://nvd.nist.gov/vuln/detail/CVE-2021-23017',
        'https://nginx.org/en/security_advisories.html',
      ]),
    );
    expect(text).toContain('[7.7](https://www.first.org/cvss/calculator/3.1#CVSS:3.1/AV:N/AC:L/');
    expect(text).toContain('</b> · `/a`, `/b`, `/c`<br>The server names itself nginx/1.18.0.<details>');
    expect(unfolded(text, 'How to fix')).toContain('Update nginx to 1.20.1');
  });

  test('links only well-formed identifiers', () => {
    const cve = ['CVE-1', 'cve-2024-12345', 'CVE-2024-1/../../evil'];
    const odd = finding('high', 0, { cve, cwe: [-1, 1.5, 0, 79] });
    expect(linksIn(commentTree(model(assess([odd])))).filter((link) => /mitre|nist/u.test(link))).toEqual([
      'https://cwe.mitre.org/data/definitions/79.html',
      'https://nvd.nist.gov/vuln/detail/CVE-2024-12345',
    ]);
  });

  test('is one row with its number and all places, if others differ by nothing else', () => {
    const at = (path: string, changes: Partial<Finding> = {}) =>
      finding('high', 0, {
        name: `XSS in ${path}`,
        description: `See https://preview-104.example.com${path}?q=1 there. It is bad.`,
        where: [path],
        ...changes,
      });
    const others = [at('/a', { unknownSeverity: 'severe' }), at('/a', { remediation: 'x' })];
    const text = comment(model(assess([at('/a'), at('/b'), at('/b'), at('/c'), at('/d'), ...others])));
    expect(text.match(/^\| 🟠&nbsp;High/gmu)).toHaveLength(3);
    expect(text).toContain('| <b>XSS in …</b> × 5 · `/a`, `/b`, `/c` · and 1 more<br>See … there.<details>');
    expect(text).toContain('<b>Evidence:</b> `/d`<br><br><b>How to fix:</b>');
    expect(text.match(/<b>XSS in \/a<\/b><br>See https:/gu)).toHaveLength(2);
  });

  test('is not one row with another, if only line breaks divide its texts in another way', () => {
    const one = finding('high', 0, { description: 'one', remediation: 'two\nthree' });
    const other = finding('high', 0, { description: 'one\ntwo', remediation: 'three' });
    expect(comment(model(assess([one, other]))).match(/^\| 🟠&nbsp;High/gmu)).toHaveLength(2);
  });

  test('says each place once, and tells problem, evidence, impact and fix apart', () => {
    const changes = {
      name: 'SQL injection in the parameter q',
      where: ['/search'],
      evidence: { method: ['GET'], parameter: ['q', 'r'], cookie: ['sid'] },
      description: 'It is open. Anybody can read it.\n\nImpact: all data.',
      remediation: 'Close it.',
    };
    expect(comment(model(assess([finding('high', 0, changes)])))).toContain(
      '<b>SQL injection in the parameter q</b> · `GET /search` · parameter `r`, cookie `sid`<br>It is open.<details><summary>How to fix</summary><b>Problem:</b> Anybody can read it.<br><br><b>Impact:</b> all data.<br><br><b>How to fix:</b> Close it.<br><br>',
    );
  });

  test('is folded after the tenth row', () => {
    const shown = model(assess(findings({ high: 12 })));
    expect(comment(shown).match(/^\| 🟠&nbsp;High/gmu)).toHaveLength(12);
    expect(unfolded(comment(shown), '2 more blocking findings').match(/Outdated/gu)).toHaveLength(2);
  });

  test('names eight identifiers at most, and no reference that only repeats one', () => {
    const cwe = Array.from({ length: 13 }, (_, index) => index + 1);
    const references = ['http://cwe.mitre.org/data/definitions/3.html', 'https://a.example/'];
    const shown = commentTree(model(assess([finding('high', 0, { cve: [], cwe, references })])));
    const links = linksIn(shown).filter((link) => /mitre|a\.example/u.test(link));
    expect(links).toHaveLength(9);
    expect(links.at(-1)).toBe('https://a.example/');
    expect(textOf(shown)).toContain('CWE-8 · a.example');
  });
});

test('findings that do not block are one fold, the most severe first, each with its place and its group', () => {
  const text = comment(model(assess(findings({ critical: 1, medium: 2, low: 1, warning: 1 }))));
  expect(text).toContain('<summary>4 findings that do not block (2 medium, 1 low, 1 warning)</summary>');
  expect(text).toMatch(
    /^- 🟡&nbsp;Medium \[5\.4\]\(.*\) · <b>Session cookie .*<\/b> · `\/`, `\/account`, `\/login` · Protection Mechanism Failure$/mu,
  );
  expect(text.indexOf('Medium')).toBeLessThan(text.indexOf('Low'));
});

describe('ignored findings', () => {
  const commentOf = async (policy: string) =>
    comment(await modelOf({ policy, findings: findings({ low: 1 }) }));

  test('are folded, with reason, last day, owner and line of the rule', async () => {
    const text = await commentOf(`${ignoreLow}    expires: 2027-03-31\n    owner: "@example/security"\n`);
    const folded = unfolded(text, '1 finding that does not block (1 low)').replaceAll('\u200b', '');
    expect(folded).toContain(
      'Sent by the proxy in production · until 2027-03-31 · owner: @example/security · line 2',
    );
    expect(text).not.toContain('@example/security');
  });

  test('form no Markdown from the text of a rule', async () => {
    const reason = '</details><img src=x> [x](http://evil.example) | @octocat';
    const tree = renderMarkdownTree(
      await commentOf(`ignore:\n  - cwe: 693\n    reason: "${reason}"\n    owner: "**<b>x"\n`),
    );
    expect(findElements(tree, 'img')).toEqual([]);
    expect(linksIn(tree)).not.toContain('http://evil.example');
  });
});

describe('the counts', () => {
  test('are bold where they block, also if it is not said which findings do', async () => {
    const shown = counted(model(assess(findings({ high: 2, low: 3 }))));
    expect(countsBlock(shown, en)).toBe('🟠&nbsp;**2 high** · 🔵&nbsp;3 low — high or worse blocks.');
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
  ])(
    'are followed by what blocks: with %j and for the organization %j',
    async (policy, organization, rule) => {
      const baseline = policy.includes(compared) ? { baseline: baselineOf([]) } : {};
      const shown = await modelOf({ policy, organization, findings: findings({ low: 1 }), ...baseline });
      expect(countsBlock(shown, en).replaceAll('&#39;', "'")).toContain(`; ${rule}`);
    },
  );

  test('of findings that the organization blocks do not call them new', async () => {
    const known = findings({ high: 1 });
    const scene = { policy: compared, findings: known, baseline: baselineOf(known) };
    expect(comment(await modelOf({ ...scene, organization: 'fail-on: high' }))).toContain(
      '## ❌ Scan Gate: 1 finding blocks this pull request',
    );
  });

  test('are not there where nothing was scanned', () => {
    expect(countsBlock(withoutScan({ kind: 'missing-api-key', skipped: false }), en)).toBe(
      'Target: [preview-104.example.com](https://preview-104.example.com/) · Scanning service: scanner.example.com',
    );
  });

  test('form no link from a target that is no web address', () => {
    const shown = model(assess([]), { target: 'javascript:alert(1)//](https://evil.example)' });
    expect(countsBlock(shown, en)).not.toContain('](');
  });

  test('have a row for those that the summary counts beyond the list', () => {
    const unlisted = { critical: 2, high: 0, medium: 0, low: 1, warning: 0 };
    const all = { ...assess(findings({ high: 1 })), counts: { ...unlisted, high: 1 }, unlisted };
    expect(comment(model(all))).toContain('| Blocks |  | 1 |  |\n| Counted, but not listed | 2 |  | 1 |');
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

  test('as a table have every finding in one row, and the sum is the total, whatever may be shown', async () => {
    const anyPolicies = [fc.constantFrom(...policies), fc.constantFrom(...organizations)] as const;
    await fc.assert(
      fc.asyncProperty(few, few, ...anyPolicies, async (now, before, policy, organization) => {
        const baseline = policy.includes(compared) ? { baseline: baselineOf(findings(before)) } : {};
        const shown = await modelOf({ policy, findings: findings(now), ...baseline, ...organization });
        const total = shown.assessment.findings.length;
        for (const each of [shown, counted(shown)]) {
          const table = findElements(renderMarkdownTree(countsBlock(each, en)), 'tr');
          const [head = [], ...rows] = table.map((row) => textOf(row).trim().split('\n'));
          if (head.length === 0) continue;
          expect(head[0]).toMatch(new RegExp(`^${total} findings?$`));
          expect(sum(rows.flatMap((row) => row.slice(1)))).toBe(total);
          expect(sum(rows.find(([name]) => name === 'Blocks')?.slice(1) ?? [])).toBe(
            shown.assessment.blocking,
          );
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('rules for the host', () => {
  const host = { ports: [443, 8080, ''], certificateDays: -3, waf: [] } as const;
  const rules = 'host:\n  allowed-ports: [443]\n  certificate-min-days: 14\n  require-waf: true\n';

  test('that are broken are in comment, log and annotations, with the remedy and whether they block', async () => {
    const shown = await modelOf({ policy: rules, findings: [], host });
    const rows = findElements(commentTree(shown), 'tr').map(textOf);
    expect(rows.find((row) => row.includes('8080'))).toMatch(
      /^\s*🟠\s*High\s*Port 8080 .*allowed: 443\.\s*Close it/su,
    );
    expect(rows.some((row) => row.includes('whose number is unknown'))).toBe(true);
    expect(rows.some((row) => row.includes('expired 3 days ago; the policy asks for at least 14 days'))).toBe(
      true,
    );
    const annotation = annotate(shown, en).at(-1);
    expect(annotation?.title).toBe('4 violated rules for the host block');
    expect(annotation?.message.split('\n')).toHaveLength(4);
    expect(renderLogTable(shown).join('\n')).toContain('- High, blocks: yes. Port `8080`');
  });

  test('of a low severity are listed, and do not block', async () => {
    const shown = await modelOf({ policy: `${rules}  severity: low\n`, findings: [], host });
    expect(shown.assessment.verdict.outcome).toBe('pass');
    expect(unfolded(comment(shown), '4 violated rules for the host that do not block')).toContain(
      'Port 8080',
    );
    expect(annotate(shown, en)).toEqual([]);
  });

  test('are not mentioned where they are kept', async () => {
    const well = { ports: [443], certificateDays: 60, waf: ['ExampleShield'] } as const;
    const shown = await modelOf({ policy: rules, findings: findings({ low: 1 }), host: well });
    expect(comment(shown)).not.toContain('violated');
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
    expect(renderLogTable(shown).join('\n')).toContain('- .github/scan-gate.yml, line 7: The rule expired');
    expect(annotate(shown, en)).toEqual([]);
  });

  test('do not say of a partial result that a rule matches nothing', async () => {
    const scene = { policy: `fail-fast: true\n${rules}`, findings: findings({ critical: 1 }), partialAt: 40 };
    const notices = unfolded(comment(await modelOf(scene)), '⏳ Notices about ignore rules (2)');
    expect(notices).not.toContain('matches no finding');
  });
});

describe('the policy in force', () => {
  const policy = `fail-on: medium\nmax-findings: { high: 0, low: 9 }\nreport-logo: https://example.com/logo.png?key=s3cret\nhost: { allowed-ports: [80, 443] }\n${ignoreLow}`;

  test('is shown as far as it is not default, with the source of each value', async () => {
    const shown = await modelOf({
      policy,
      inputs: { 'fail-on': 'low', 'fail-fast': 'true' },
      findings: [],
      host: { ports: [443], certificateDays: 90, waf: [] },
    });
    const items = [
      '- `fail-on`: `low` (input)',
      '- `max-findings`: `high: 0, low: 9` (policy file)',
      '- `fail-fast`: `true` (input)',
      '- `report-logo`: `https://example.com/logo.png` (policy file)',
      '- `ignore`: 1 rule (policy file)',
      '- `host.allowed-ports`: `[80, 443]` (policy file)',
    ];
    for (const text of [comment(shown), renderSummary(shown, en)]) {
      for (const item of items) expect(text).toContain(item);
      expect(text).not.toMatch(/`fail-on-cvss`|default\)/u);
      const file = `Policy file: .github/scan-gate.yml (blob ${blobOf(policy).slice(0, 7)})`;
      expect(unfolded(text, 'Scan, host and policy')).toContain(file);
      expect(text).toContain('](https://github.com/example/shop/blob/HEAD/.github/scan-gate.yml)');
    }
  });

  test('is said to be all default where it is', async () => {
    const text = comment(await modelOf({ findings: [] }));
    expect(text).toContain('Policy file: none');
    expect(text).toContain('Every setting has its default.');
  });
});

test('the host section says how many entries of a list are not shown, and where the list was not read to its end', () => {
  const ips = Array.from({ length: 1000 }, (_, index) => `192.0.2.${index}`);
  const [service] = host.services;
  const many = { ...host, ips, services: ips.flatMap(() => service ?? []), emails: ips };
  expect(hostSection(many, en)).toContain('and 980 more');
  expect(hostSection(many, en)).not.toContain('more than');
  const section = hostSection({ ...many, cut: ['ips', 'services', 'emails'] }, en);
  expect(section.match(/and more than 980 more, which were not all read/g)).toHaveLength(2);
  expect(section).toContain('more than 1,000 addresses, the first ones listed in the JSON result');
});

test.each([
  [null, 'valid from 2026-09-01 to 2026-12-01', 'válido de 2026-09-01 a 2026-12-01'],
  [31, 'valid from 2026-09-01 to 2026-12-01', 'válido de 2026-09-01 a 2026-12-01'],
  [30, '⚠️ **ends in 30 days, on 2026-12-01**', '⚠️ **vence em 30 dias, em 2026-12-01**'],
  [0, '⚠️ **ends in 0 days, on 2026-12-01**', '⚠️ **vence em 0 dias, em 2026-12-01**'],
  [-1, '⚠️ **expired on 2026-12-01**', '⚠️ **venceu em 2026-12-01**'],
])('a certificate with %p days left is shown as such', (daysLeft, english, portuguese) => {
  const certificates = host.certificates.map((certificate) => ({ ...certificate, daysLeft }));
  for (const [texts, words] of [
    [en, english],
    [pt, portuguese],
  ] as const)
    expect(hostSection({ ...host, certificates }, texts)).toContain(`preview.example.com, ${words}`);
});

test('a host of which it is not known whether it has a firewall is not said to have none', () => {
  expect(hostSection(host, en)).toContain('Firewall (WAF): none detected');
  expect(hostSection({ ...host, wafKnown: false }, en)).toContain('Firewall (WAF): unknown');
});

describe('the footer', () => {
  const sha = '5d41402abc4b2a76b9719d911017c592aabbccdd';
  const shown = model(assess([]));

  test('links the commit, whose digits can be copied as they are', () => {
    const link = commitLink(sha, run);
    expect(link).toBe(`[\`5d41402\`](https://github.com/example/shop/commit/${sha})`);
    expect(textOf(renderMarkdownTree(link))).toBe('5d41402');
  });

  test.each([
    ['elsewhere', 'https://github.com/example/shop'],
    ['with signs that would end a link', 'https://github.com/a)b/(c/actions/runs/1'],
    ['that is none', 'not an address'],
  ])('shows the digits alone for the page of a run %s', (_what, url) => {
    expect(commitLink(sha, url)).toBe('`5d41402`');
  });

  test.each(['HEAD', '](https://evil.example)', '@octocat', '<b>'])(
    'makes nothing of the commit %s',
    (text) => {
      const tree = renderMarkdownTree(`x ${commitLink(text, run)}`);
      expect(findElements(tree).map(({ tagName }) => tagName)).toEqual(['p']);
      expect(findReferences(tree)).toEqual({ mentions: [], issues: [], commits: [] });
    },
  );

  test('names run, commit and time, and the line of the reports files and summary, as far as there are any', () => {
    const reports = renderMarkdownTree(reportsLine(shown, en, false));
    expect(textOf(reports)).toBe('📄 Action report (PDF) · Job summary · JSON and SARIF');
    expect(linksIn(reports)).toEqual([
      'https://github.com/example/shop/actions/runs/101/artifacts/4710',
      run,
      'https://github.com/example/shop/actions/runs/101/artifacts/4711',
    ]);
    expect(reportsLine(shown, en, true)).not.toContain('Job summary');
    const small = (of: typeof shown) => textOf(renderMarkdownTree(runFooter(of, en)));
    expect(small(shown)).toBe('Run Security / scan · commit 5d41402 · took 13 min 11 s');
    const unscanned = withoutScan({ kind: 'missing-api-key', skipped: false });
    expect([small(unscanned), reportsLine(unscanned, en, false)]).toEqual([
      'Run Security / scan · commit 5d41402',
      '',
    ]);
    expect(runFooter({ ...shown, run: { ...shown.run, sha: null } }, en)).not.toContain('commit');
  });
});

describe('the trend', () => {
  const shown = model(assess(findings({ high: 1, low: 2 })));
  const startedAt = shown.scan.startedAt ?? 0;
  const daysAgo = (days: number, severity: TrendPoint['severity']): TrendPoint => ({
    startedAt: startedAt - days * 86_400_000,
    severity,
  });
  const section = (points: readonly TrendPoint[], of = shown) => trendSection({ ...of, trend: points }, en);

  test.each([
    ['low', '→ 🟠 **worse than on 2026-11-20**'],
    ['high', '→ 🟠 **the same as on 2026-11-20**'],
    ['critical', '→ 🟠 **better than on 2026-11-20**'],
    [null, '→ 🟠 **worse than on 2026-11-19**'],
  ] as const)('compares this scan with the last one that states a severity: %s', (last, conclusion) => {
    const trend = [daysAgo(3, 'critical'), daysAgo(2, 'warning'), daysAgo(1, last)];
    const text = section(trend);
    expect(text).toMatch(/^\*\*Trend:\*\* 🔴 ⚪ [·🔴🟠🔵] /u);
    expect(text).toContain(conclusion);
    expect(text).toContain('- 2026-11-18 09:12: 🔴&nbsp;Critical\n- 2026-11-19 09:12: ⚪&nbsp;Warning\n');
    const listed = { startedAt: Math.floor(startedAt / 1000) * 1000, severity: 'low' } as const;
    expect(section([...trend, listed])).toBe(text);
  });

  test('says that a clean scan is better, and compares none that did not finish', () => {
    const trend = [daysAgo(1, 'critical')];
    expect(section(trend, model(assess([])))).toContain('🔴 → ✅ **better than on 2026-11-20**');
    const timeout = assess([], { kind: 'timeout', afterMs: 1, percentage: 50 });
    expect(section(trend, model(timeout))).not.toContain('→');
  });

  test('is nothing without earlier scans, or where their times are invalid', () => {
    expect([section([]), section([{ startedAt: Number.NaN, severity: 'low' }])]).toEqual(['', '']);
  });

  test('is shown in the summary, not in the comment', () => {
    const trend = [daysAgo(1, 'low')];
    expect(renderSummary({ ...shown, trend }, en)).toContain('**Trend:**');
    expect(comment({ ...shown, trend })).not.toContain('**Trend:**');
  });
});
