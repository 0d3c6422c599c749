// In the comment and in the summary.
import { describe, expect, test } from '@jest/globals';
import { parseDocument } from 'yaml';
import { ignoreSection } from '../../../../../src/report/comment/sections/ignore-snippet.ts';
import { renderSummary } from '../../../../../src/report/comment/summary.ts';
import type { ReportModel } from '../../../../../src/report/model.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../../src/report/texts/pt/texts.ts';
import { hostileTexts } from '../../../../support/hostile/corpus.ts';
import { findElements, renderMarkdownTree, textOf } from '../../../../support/render.ts';
import { assess, finding, findings, model } from '../../models.ts';
import { comment, linksIn, modelOf, unfolded } from '../../scenes.ts';

const title = 'Not a problem here? Ignore a finding';

function sectionOf(shown: ReportModel, texts = en): string {
  return ignoreSection(
    shown.assessment.findings.filter(({ status }) => status === 'blocking'),
    shown,
    texts,
  );
}

/** What is in the fence, as a reader copies it. */
function yamlIn(markdown: string): string {
  const [fence] = findElements(renderMarkdownTree(markdown), 'pre');
  return fence === undefined ? '' : textOf(fence);
}

describe('the rules that would ignore findings', () => {
  test('name each blocking finding, with a ceiling, an empty reason and an end date', () => {
    const shown = model(assess(findings({ critical: 1, high: 1, low: 4 })));
    const [critical, high] = shown.assessment.findings;
    expect(yamlIn(sectionOf(shown))).toBe(
      [
        'ignore:',
        "  # Critical: SQL injection in the parameter 'q' of /search",
        `  - fingerprint: ${critical?.fingerprint}`,
        '    severity: critical',
        '    reason: ""',
        '    expires: 2027-02-19',
        '  # High: Outdated nginx 1.18.0 with a known memory corruption',
        `  - fingerprint: ${high?.fingerprint}`,
        '    severity: high',
        '    reason: ""',
        '    expires: 2027-02-19',
        '',
      ].join('\n'),
    );
    expect(unfolded(comment(shown), title)).toContain('SQL injection');
    expect(sectionOf(shown, pt)).toContain('  # Crítica: SQL injection');
  });

  test('are refused by the policy file until they have a reason, and then ignore the finding', async () => {
    const yaml = yamlIn(sectionOf(model(assess(findings({ critical: 1 })))));
    await expect(modelOf({ policy: yaml, findings: [] })).rejects.toThrow('`ignore[0].reason` is wrong');
    const filled = yaml.replace('""', '"known"');
    const judged = await modelOf({ policy: filled, findings: findings({ critical: 1 }) });
    expect(judged.assessment.verdict.outcome).toBe('pass');
  });

  test('are one for findings that have the same fingerprint, with the highest severity as a ceiling', () => {
    const twins = [finding('high'), { ...finding('high'), severity: 'critical' as const }];
    const yaml = yamlIn(sectionOf(model(assess(twins))));
    expect(yaml.match(/fingerprint/gu)).toHaveLength(1);
    expect(yaml).toContain('severity: critical');
  });

  test('are ten at most, and the others are counted', () => {
    const text = sectionOf(model(assess(findings({ high: 13 }))));
    expect(yamlIn(text).match(/fingerprint/gu)).toHaveLength(10);
    expect(text).toContain('3 more findings block. The same rule ignores them');
    expect(sectionOf(model(assess(findings({ high: 10 }))))).not.toContain('more finding');
  });

  test('are not there for findings without a readable name, with counts only, and without a policy file', () => {
    const unnamed = { ...finding('critical'), name: ' ' };
    const alone = model(assess([unnamed]));
    const shown = model(assess(findings({ critical: 1 })));
    const counted: ReportModel = { ...shown, disclosure: { mode: 'counts', because: 'setting' } };
    for (const each of [alone, counted, { ...shown, policyFile: null }]) {
      expect(sectionOf(each)).toBe('');
    }
    const both = sectionOf(model(assess([unnamed, finding('high')])));
    expect(both.match(/fingerprint: v1:/gu)).toHaveLength(1);
    expect(both).not.toContain('unnamed:');
  });

  test('are in the summary too', () => {
    const text = renderSummary(model(assess(findings({ critical: 2 }))), en);
    expect(text.match(/Copy the rule of the finding/gu)).toHaveLength(1);
  });
});

describe("under the organization's policy", () => {
  const refused = "organization's policy does not let this repository ignore findings";
  const ignores = (days: number, severity: string) =>
    `fail-on: high\nallow-ignores: { max-days: ${days}, max-severity: ${severity} }`;
  const scene = (organization: string, policy = '') =>
    modelOf({ policy, organization, findings: findings({ critical: 1, high: 1, medium: 1 }) });

  test('a rule ends when the organization asks for it at the latest, and then counts', async () => {
    for (const [days, last] of [
      [30, '2026-12-21'],
      [200, '2027-02-19'],
    ] as const) {
      const organization = ignores(days, 'critical');
      const section = sectionOf(await scene(organization));
      expect(section).not.toContain(refused);
      const yaml = yamlIn(section);
      expect(yaml).toContain(`expires: ${last}`);
      const filled = await scene(organization, yaml.replaceAll('""', '"known"'));
      expect(filled.assessment.verdict.outcome).toBe('pass');
    }
  });

  test('there is no rule for findings that it does not let the repository ignore, and one sentence says so', async () => {
    const section = sectionOf(await scene(ignores(30, 'high')));
    expect(yamlIn(section).match(/severity: \w+/gu)).toEqual(['severity: high']);
    expect(textOf(renderMarkdownTree(section))).toContain(`${refused} above high. Fix them`);
    const sentences = [ignores(30, 'medium'), 'fail-on: high'].map(async (policy) =>
      textOf(renderMarkdownTree(sectionOf(await scene(policy)))).trim(),
    );
    expect(await Promise.all(sentences)).toEqual([
      `The ${refused} above medium. Fix them, or ask whoever owns that policy to accept them.`,
      `The ${refused}. Fix them, or ask whoever owns that policy to accept them.`,
    ]);
  });

  test('a baseline lets the rule pass only if it counts for a policy that blocks', async () => {
    const passes = 'passes this check, because it adds no finding to the baseline';
    const inputs = { baseline: 'https://www.example.com' };
    const saysSo = async (organization: string) =>
      sectionOf(await modelOf({ inputs, organization, findings: findings({ high: 1 }) })).includes(passes);
    expect(await saysSo('fail-on: never')).toBe(true);
    expect(await saysSo(`${ignores(30, 'high')}\nallow-baseline: true`)).toBe(true);
    expect(await saysSo(ignores(30, 'high'))).toBe(false);
  });

  test('what blocks by the policy of the repository alone has its rule', async () => {
    const section = sectionOf(await scene('fail-on: never'));
    expect(yamlIn(section).match(/fingerprint/gu)).toHaveLength(2);
    expect(section).not.toContain(refused);
  });
});

describe('how a rule is used', () => {
  const shown = model(assess(findings({ high: 1 })));

  const viewUrl = 'https://github.com/example/shop/blob/HEAD/.github/scan-gate.yml';

  test('is a link to the file on the default branch, which is edited or created', () => {
    const fold = unfolded(comment(shown), title);
    expect(fold).toContain('in the policy file: create .github/scan-gate.yml on the default branch.');
    expect(fold).not.toContain('leave that line out');
    const editUrl = 'https://github.com/example/shop/edit/main/.github/scan-gate.yml';
    const place = { path: '.github/scan-gate.yml', exists: true, viewUrl, editUrl };
    const there = sectionOf({ ...shown, policyFile: place });
    expect(textOf(renderMarkdownTree(there))).toContain('edit .github/scan-gate.yml on the default branch.');
    expect(there).toContain('If the file has an `ignore:` already, leave that line out.');
    expect(linksIn(renderMarkdownTree(there))).toContain(editUrl);
  });

  test('shows the file where the name of the default branch is not known, or names it where there is none', () => {
    const place = { path: '.github/scan-gate.yml', viewUrl, editUrl: null };
    const there = sectionOf({ ...shown, policyFile: { ...place, exists: true } });
    expect(textOf(renderMarkdownTree(there))).toContain('in the policy file: .github/scan-gate.yml.');
    expect(linksIn(renderMarkdownTree(there))).toContain(viewUrl);
    const missing = sectionOf({ ...shown, policyFile: { ...place, exists: false } });
    expect(missing).toContain('in the policy file: `.github/scan-gate.yml`.');
    expect(linksIn(renderMarkdownTree(missing))).not.toContain(viewUrl);
  });

  test('says how the rule is merged, and that a re-run judges the same scan again', () => {
    const fold = unfolded(comment(shown), title);
    expect(fold).toContain('somebody who may bypass the check has to merge it');
    expect(fold).toContain('With reuse-within, the scan of this commit is judged again within seconds');
    const policy = { ...shown.policy, baseline: { kind: 'previous' as const } };
    const compared = sectionOf({ ...shown, policy });
    expect(compared).toContain('passes this check, because it adds no finding to the baseline');
    expect(compared).not.toContain('bypass');
    expect(linksIn(renderMarkdownTree(compared))).toContain(shown.run.url);
  });
});

describe('a hostile name in a rule', () => {
  const names = [
    ...hostileTexts,
    ...[
      'a\nfail-on: never',
      'a\r\n```\n# b',
      'a\u2028b: c',
      'a\u0085b: c',
      '\u202eevil',
      '~~~',
      '```',
      'x\u0000y',
    ].map((text) => ({ name: JSON.stringify(text), text })),
  ];

  // As many as one section has rules for.
  test.each(Array.from({ length: Math.ceil(names.length / 10) }, (_, index) => 10 * index))(
    'is one line of at most 100 characters: ten names from %d on',
    (from) => {
      const ten = names.slice(from, from + 10);
      const list = ten.map(({ text, name }) => finding('critical', 0, { name: `a ${text}`, group: name }));
      const section = sectionOf(model(assess(list)));
      const yaml = yamlIn(section);
      const rule = [
        / {2}# Critical: a[^\n`\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*/u,
        / {2}- fingerprint: v1:[0-9a-f]{20}/,
        / {4}severity: critical/,
        / {4}reason: ""/,
        / {4}expires: [\d-]+/,
      ];
      const rules = `(?:${rule.map(({ source }) => `${source}\n`).join('')}){${ten.length}}`;
      expect(yaml).toMatch(new RegExp(`^ignore:\n${rules}$`, 'u'));
      expect(yaml.split('\n').filter((line) => Array.from(line).length > 100)).toEqual([]);
      const document = parseDocument(yaml);
      expect(document.errors).toEqual([]);
      expect(document.toJS()).toEqual({
        ignore: ten.map(() => expect.objectContaining({ severity: 'critical', reason: '' })),
      });
      // Nothing of it is outside of the fence.
      expect(section.split('```')).toHaveLength(3);
    },
  );
});
