// In the comment and in the summary.
import { describe, expect, test } from '@jest/globals';
import { blockingFindings } from '../../../../src/gate/judgement.ts';
import { annotationsOf, logEnd } from '../../../../src/report/log-lines.ts';
import type { ReportModel } from '../../../../src/report/model.ts';
import { rulesToCopySection } from '../../../../src/report/page/rule-sections.ts';
import { hostileTexts } from '../../../support/hostile/corpus.ts';
import { findElements, renderMarkdownTree, textOf } from '../../../support/render.ts';
import { countsOnlyModel, ignoreLow, judgedModel, plainModel } from '../models.ts';
import { comment, foldText, linksIn, summary } from '../rendered-reports.ts';
import { finding, findings } from '../sample-findings.ts';

function sectionOf(model: ReportModel): string {
  return rulesToCopySection(blockingFindings(model.judgement), model);
}

/** What is in the fence, as a reader copies it. */
function yamlIn(markdown: string): string {
  const [fence] = findElements(renderMarkdownTree(markdown), 'pre');
  return fence === undefined ? '' : textOf(fence);
}

describe('the rules that would ignore findings', () => {
  test('name each blocking finding, with a ceiling, an empty reason and an end date', () => {
    const model = plainModel(findings({ critical: 1, high: 1, low: 4 }));
    const [critical, high] = model.judgement.findings;
    expect(yamlIn(sectionOf(model))).toBe(`ignore:
  # Critical: SQL injection in the parameter 'q' of /search, /search
  - fingerprint: ${critical?.fingerprints[0]}
    severity: critical
    reason: ""
    expires: 2027-02-19
  # High: Outdated nginx 1.18.0 with a known memory corruption
  - fingerprint: ${high?.fingerprints[0]}
    severity: high
    reason: ""
    expires: 2027-02-19
`);
    for (const page of [comment(model), summary(model)])
      expect(foldText(page, 'Not a problem here? Ignore a finding')).toContain('SQL injection');
  });

  test('are one for equal findings at several places', () => {
    const twins = [finding('high', 0, { places: ['/a'] }), finding('high', 0, { places: ['/b'] })];
    const yaml = yamlIn(sectionOf(plainModel(twins)));
    const fingerprint = ' {6}- v\\d+:[0-9a-f]+\\n';
    expect(yaml).toMatch(new RegExp(`  - fingerprint:\\n(?:${fingerprint}){2}    severity: high\\n`));
    expect(yaml).toContain(', /a, /b\n');
  });

  test('are ten at most, and the others are counted', () => {
    const twice = [finding('high', 11), finding('high', 11)];
    const text = sectionOf(plainModel([...findings({ high: 11 }), ...twice]));
    expect(yamlIn(text).match(/fingerprint/gu)).toHaveLength(10);
    expect(text).toContain('3 more findings block. The same rule ignores them');
    expect(sectionOf(plainModel(findings({ high: 10 })))).not.toContain('more finding');
  });

  const unnamed = finding('critical', 0, { name: ' ' });
  const critical = findings({ critical: 1 });
  const places = Array.from({ length: 11 }, (_, index) => `/a${index}x`);

  test.each([
    ['for a finding without a readable name', plainModel([unnamed])],
    ['if findings are withheld', countsOnlyModel(plainModel(critical))],
    ['without a policy file', plainModel(critical, { ownPolicyFile: null })],
    ['for a finding at more than ten places', plainModel([finding('high', 0, { places })])],
  ])('are not there %s', (_when, model) => {
    expect(sectionOf(model)).toBe('');
  });

  test('leave out only the finding without a readable name', () => {
    const section = sectionOf(plainModel([unnamed, finding('high')]));
    expect(section.match(/fingerprint: .*/gu)).toEqual([expect.stringMatching(/: v\d+:/)]);
  });
});

test.each([
  ['https://github.com/example/shop/blob/HEAD/.github/scan-gate.yml'],
  // There is no file yet.
  [null],
])('how a rule is used is said with a link to the policy file if there is one: %s', (url) => {
  const path = '.github/scan-gate.yml';
  const model = plainModel(findings({ high: 1 }), { ownPolicyFile: { path, url } });
  const tree = renderMarkdownTree(sectionOf(model));
  expect(textOf(tree)).toContain(`add it under ignore in the policy file: ${path}.`);
  expect(textOf(tree)).toContain('The rule counts once it is merged.');
  expect(linksIn(tree)).toEqual([...(url === null ? [] : [url]), model.run.url]);
});

test.each([
  ...hostileTexts.map(({ text }) => text),
  ...['a\nfail-on: never', 'a\r\n```\n# b', 'a\u2028b: c', 'a\u0085b: c', '\u202eevil', '~~~', '```'],
])('a hostile name is one short comment of a rule, and nothing of it is outside of the fence: %#', (name) => {
  const section = sectionOf(plainModel([finding('critical', 0, { name: `a ${name}` })]));
  const rule = [
    '  # Critical: a[^\\n`\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]{0,130}',
    '  - fingerprint: v\\d+:[0-9a-f]{20}',
    '    severity: critical',
    '    reason: ""',
    '    expires: [\\d-]+',
  ];
  expect(yamlIn(section)).toMatch(new RegExp(`^ignore:\n${rule.join('\n')}\n$`, 'u'));
  expect(section.split('```')).toHaveLength(3);
});

describe('notices about ignore rules', () => {
  const rules = `${ignoreLow}    expires: 2026-11-30\n  - cve: CVE-2020-0001\n    reason: gone\n  - cwe: 1\n    reason: old\n    expires: 2026-01-31\n`;

  test('are in comment, summary and log with their line, and are no annotations', () => {
    const model = judgedModel({ policy: rules, findings: findings({ low: 1 }) });
    for (const text of [comment(model), summary(model)]) {
      const notices = foldText(text, '📅 Notices about ignore rules (3)');
      expect(notices).toContain('.github/scan-gate.yml, line 2: The rule applies through 2026-11-30 only.');
      expect(notices).toContain('line 5: The rule matches no finding of this scan.');
      expect(notices).toContain('line 7: The rule expired on 2026-01-31 and no longer applies.');
    }
    expect(logEnd(model).join('\n')).toContain('- .github/scan-gate.yml, line 7: The rule expired');
    expect(annotationsOf(model)).toEqual([]);
  });
});
