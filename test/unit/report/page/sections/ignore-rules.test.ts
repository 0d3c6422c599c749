// In the comment and in the summary.
import { describe, expect, test } from '@jest/globals';
import { parseDocument } from 'yaml';
import { en } from '../../../../../src/report/language/texts.ts';
import { annotationsOf } from '../../../../../src/report/log/annotations.ts';
import type { ReportModel } from '../../../../../src/report/model.ts';
import { rulesToCopySection } from '../../../../../src/report/page/sections/ignore-rules.ts';
import { hostileTexts } from '../../../../support/hostile/corpus.ts';
import { findElements, renderMarkdownTree, textOf } from '../../../../support/render.ts';
import { countsDisclosure, ignoreLow, judgedModel, plainModel } from '../../models.ts';
import { comment, foldText, linksIn, logLines, summary } from '../../rendered-reports.ts';
import { finding, findings } from '../../sample-findings.ts';

function sectionOf(model: ReportModel): string {
  const blocking = model.assessment.findings.filter(({ status }) => status === 'blocking');
  return rulesToCopySection(blocking, model, en);
}

/** What is in the fence, as a reader copies it. */
function yamlIn(markdown: string): string {
  const [fence] = findElements(renderMarkdownTree(markdown), 'pre');
  return fence === undefined ? '' : textOf(fence);
}

describe('the rules that would ignore findings', () => {
  test('name each blocking finding, with a ceiling, an empty reason and an end date', () => {
    const model = plainModel(findings({ critical: 1, high: 1, low: 4 }));
    const [critical, high] = model.assessment.findings;
    expect(yamlIn(sectionOf(model))).toBe(`ignore:
  # Critical: SQL injection in the parameter 'q' of /search
  - fingerprint: ${critical?.fingerprint}
    severity: critical
    reason: ""
    expires: 2027-02-19
  # High: Outdated nginx 1.18.0 with a known memory corruption
  - fingerprint: ${high?.fingerprint}
    severity: high
    reason: ""
    expires: 2027-02-19
`);
    for (const page of [comment(model), summary(model)])
      expect(foldText(page, 'Not a problem here? Ignore a finding')).toContain('SQL injection');
  });

  test('are refused by the policy file until they have a reason, and then ignore the finding', () => {
    const yaml = yamlIn(sectionOf(plainModel(findings({ critical: 1 }))));
    expect(() => judgedModel({ policy: yaml, findings: [] })).toThrow('`ignore[0].reason` is wrong');
    const filled = yaml.replace('""', '"known"');
    const judged = judgedModel({ policy: filled, findings: findings({ critical: 1 }) });
    expect(judged.assessment.verdict.outcome).toBe('pass');
  });

  test('are one for findings that have the same fingerprint, with the highest severity as a ceiling', () => {
    const twins = [finding('high'), finding('high', 0, { severity: 'critical' })];
    const yaml = yamlIn(sectionOf(plainModel(twins)));
    expect(yaml.match(/fingerprint/gu)).toHaveLength(1);
    expect(yaml).toContain('severity: critical');
  });

  test('are ten at most, and the others are counted', () => {
    const text = sectionOf(plainModel(findings({ high: 13 })));
    expect(yamlIn(text).match(/fingerprint/gu)).toHaveLength(10);
    expect(text).toContain('3 more findings block. The same rule ignores them');
    expect(sectionOf(plainModel(findings({ high: 10 })))).not.toContain('more finding');
  });

  const unnamed = finding('critical', 0, { name: ' ' });
  const critical = findings({ critical: 1 });

  test.each([
    ['for a finding without a readable name', plainModel([unnamed])],
    ['if findings are withheld', plainModel(critical, { disclosure: countsDisclosure })],
    ['without a policy file', plainModel(critical, { policyPages: null })],
  ])('are not there %s', (_when, model) => {
    expect(sectionOf(model)).toBe('');
  });

  test('leave out only the finding without a readable name', () => {
    const section = sectionOf(plainModel([unnamed, finding('high')]));
    expect(section.match(/fingerprint: .*/gu)).toEqual([expect.stringMatching(/: v1:/)]);
  });
});

describe("under the organization's policy", () => {
  const refused = "organization's policy does not let this repository ignore findings";
  const ignores = (days: number, severity: string) =>
    `fail-on: high\nallow-ignores: { max-days: ${days}, max-severity: ${severity} }`;
  const example = (organization: string, policy = '') =>
    judgedModel({ policy, organization, findings: findings({ critical: 1, high: 1, medium: 1 }) });

  test.each([
    [30, '2026-12-21'],
    [200, '2027-02-19'],
  ])('a rule that may apply for %d days ends on %s, and then counts', (days, last) => {
    const organization = ignores(days, 'critical');
    const section = sectionOf(example(organization));
    expect(section).not.toContain(refused);
    const yaml = yamlIn(section);
    expect(yaml).toContain(`expires: ${last}`);
    const filled = example(organization, yaml.replaceAll('""', '"known"'));
    expect(filled.assessment.verdict.outcome).toBe('pass');
  });

  test('there is no rule for findings that it does not let the repository ignore, and one sentence says so', () => {
    const section = sectionOf(example(ignores(30, 'high')));
    expect(yamlIn(section).match(/severity: \w+/gu)).toEqual(['severity: high']);
    expect(textOf(renderMarkdownTree(section))).toContain(`${refused} above high. Fix them`);
    const sentenceOf = (policy: string) => textOf(renderMarkdownTree(sectionOf(example(policy)))).trim();
    const advice = 'Fix them, or ask whoever owns that policy to accept them.';
    expect(sentenceOf(ignores(30, 'medium'))).toBe(`The ${refused} above medium. ${advice}`);
    expect(sentenceOf('fail-on: high')).toBe(`The ${refused}. ${advice}`);
  });

  test('what blocks by the policy of the repository alone has its rule', () => {
    const section = sectionOf(example('fail-on: never'));
    expect(yamlIn(section).match(/fingerprint/gu)).toHaveLength(2);
    expect(section).not.toContain(refused);
  });
});

describe('how a rule is used', () => {
  const model = plainModel(findings({ high: 1 }));
  const path = '.github/scan-gate.yml';
  const [view, edit, create] = ['blob/HEAD', 'edit/main', 'new/main'].map(
    (page) => `https://github.com/example/shop/${page}/${path}`,
  ) as [string, string, string];

  test.each([
    [`create ${path} on the default branch`, { exists: false, editUrl: create }, [create]],
    [`edit ${path} on the default branch`, { exists: true, editUrl: edit }, [edit]],
    // The name of the default branch is not known.
    [path, { exists: true, editUrl: null }, [view]],
    [path, { exists: false, editUrl: null }, []],
  ])('is said with a link if there is a page: %s, %j', (words, place, links) => {
    const section = sectionOf({ ...model, policyPages: { path, viewUrl: view, ...place } });
    const tree = renderMarkdownTree(section);
    expect(textOf(tree)).toContain(`in the policy file: ${words}.`);
    expect(section.includes('If the file has an `ignore:` already, leave that line out.')).toBe(place.exists);
    expect(linksIn(tree)).toEqual([...links, model.run.url]);
  });

  test('says how the rule is merged, and that a re-run judges the same scan again', () => {
    const section = sectionOf(model);
    expect(section).toContain('passes this check if a `baseline` counts');
    expect(section).toContain('somebody who may bypass the check must merge it');
    expect(section).toContain('With `reuse-within`, the scan of this commit is judged again within seconds');
  });
});

describe('a hostile name in a rule', () => {
  const more = [
    'a\nfail-on: never',
    'a\r\n```\n# b',
    'a\u2028b: c',
    'a\u0085b: c',
    '\u202eevil',
    '~~~',
    '```',
  ];
  const names = [...hostileTexts.map(({ text }) => text), ...more, 'x\u0000y'];

  // As many as one section has rules for.
  test.each(Array.from({ length: Math.ceil(names.length / 10) }, (_, index) => 10 * index))(
    'is one line of at most 100 characters: ten names from %d on',
    (from) => {
      const ten = names.slice(from, from + 10);
      const groups = ten.map((_, index) => 'g'.repeat(index + 1));
      const list = ten.map((text, index) =>
        finding('critical', 0, { name: `a ${text}`, group: groups[index] ?? '' }),
      );
      const section = sectionOf(plainModel(list));
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

describe('notices about ignore rules', () => {
  const rules = `${ignoreLow}    expires: 2026-11-30\n  - cve: CVE-2020-0001\n    reason: gone\n  - cwe: 1\n    reason: old\n    expires: 2026-01-31\n`;

  test('are in comment, summary, log and annotations, with their line', () => {
    const model = judgedModel({ policy: rules, findings: findings({ low: 1 }) });
    for (const text of [comment(model), summary(model)]) {
      const notices = foldText(text, '📅 Notices about ignore rules (3)');
      expect(notices).toContain('.github/scan-gate.yml, line 2: The rule applies through 2026-11-30 only.');
      expect(notices).toContain('line 5: The rule matches no finding of this scan.');
      expect(notices).toContain('line 7: The rule expired on 2026-01-31 and no longer applies.');
    }
    expect(logLines(model).join('\n')).toContain('- .github/scan-gate.yml, line 7: The rule expired');
    expect(annotationsOf(model, en)).toEqual([]);
  });

  test('do not say of a partial result that a rule matches nothing', () => {
    const example = {
      policy: `fail-fast: true\n${rules}`,
      findings: findings({ critical: 1 }),
      partialAt: 40,
    };
    const notices = foldText(comment(judgedModel(example)), '📅 Notices about ignore rules (2)');
    expect(notices).not.toContain('matches no finding');
  });
});
