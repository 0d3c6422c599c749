// In the comment and in the summary.
import { describe, expect, test } from '@jest/globals';
import { renderSummary } from '../../../../../src/report/comment/summary.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import { assess, finding, findings, model } from '../../models.ts';
import { comment, modelOf, unfolded } from '../../scenes.ts';

describe('the snippet that would ignore a finding', () => {
  test('is there for every blocking finding, with its number, an empty reason and no name', () => {
    const shown = model(assess(findings({ critical: 2, high: 1, low: 4 })));
    const snippet = unfolded(comment(shown), 'Ignore one of these findings');
    const prints = shown.assessment.findings
      .filter(({ status }) => status === 'blocking')
      .map(({ fingerprint }) => fingerprint);
    expect(prints).toHaveLength(3);
    for (const [index, print] of prints.entries()) {
      expect(snippet).toContain(`  - fingerprint: ${print} # ${index + 1}\n    reason: ""\n`);
    }
    expect(snippet).not.toMatch(/SQL|nginx/u);
  });

  test('is one rule for findings that have the same fingerprint', () => {
    const twin = finding('high');
    const text = comment(model(assess([twin, finding('critical'), twin])));
    expect(text.match(/- fingerprint: v1:[0-9a-f]{20} # 2, 3\n/gu)).toHaveLength(1);
  });

  test('is with each finding in the summary, in YAML that the policy file refuses until it has a reason', async () => {
    const shown = model(assess(findings({ critical: 2 })));
    const text = renderSummary(shown, en);
    expect(
      text.match(/```yaml\nignore:\n {2}- fingerprint: v1:[0-9a-f]{20}\n {4}reason: ""\n```/gu),
    ).toHaveLength(2);
    const yaml = /```yaml\n([^`]*)```/u.exec(text)?.[1] ?? '';
    await expect(modelOf({ policy: yaml, findings: [] })).rejects.toThrow('reason');
    const filled = yaml.replace('""', '"known"');
    const judged = await modelOf({ policy: filled, findings: findings({ critical: 1 }) });
    expect(judged.assessment.verdict.outcome).toBe('pass');
  });

  test('names the policy file, where there is one', async () => {
    const shown = await modelOf({ policy: 'fail-on: low\n', findings: findings({ low: 1 }) });
    expect(unfolded(comment(shown), 'Ignore this finding')).toContain('(.github/scan-gate.yml)');
  });
});
