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
    const blocking = shown.assessment.findings.filter(({ status }) => status === 'blocking');
    expect(blocking).toHaveLength(3);
    for (const [
      index,
      {
        fingerprint,
        finding: { severity },
      },
    ] of blocking.entries()) {
      expect(snippet).toContain(
        `  - fingerprint: ${fingerprint} # ${index + 1}\n    severity: ${severity}\n    reason: ""\n`,
      );
    }
    expect(snippet).not.toMatch(/SQL|nginx/u);
  });

  test('is one rule for findings that have the same fingerprint', () => {
    const twin = finding('high');
    const text = comment(model(assess([twin, finding('critical'), twin])));
    expect(text.match(/- fingerprint: v1:[0-9a-f]{20} # 2, 3\n/gu)).toHaveLength(1);
  });

  test('has the highest severity of its findings as a ceiling', () => {
    const twins = [finding('high'), { ...finding('high'), severity: 'critical' as const }];
    const text = comment(model(assess(twins)));
    expect(text).toMatch(/- fingerprint: v1:[0-9a-f]{20} # 1, 2\n {4}severity: critical\n/u);
  });

  test('is not there for a finding without a readable name', () => {
    const unnamed = { ...finding('critical'), name: ' ' };
    const alone = model(assess([unnamed]));
    for (const text of [comment(alone), renderSummary(alone, en)]) {
      expect(text).toContain('(no name)');
      expect(text).not.toContain('fingerprint:');
    }
    const both = comment(model(assess([unnamed, finding('high')])));
    expect(both.match(/- fingerprint: v1:[0-9a-f]{20} # 2\n/gu)).toHaveLength(1);
    expect(both).not.toContain('unnamed:');
  });

  test('is with each finding in the summary, in YAML that the policy file refuses until it has a reason', async () => {
    const shown = model(assess(findings({ critical: 2 })));
    const text = renderSummary(shown, en);
    expect(
      text.match(
        /```yaml\nignore:\n {2}- fingerprint: v1:[0-9a-f]{20}\n {4}severity: critical\n {4}reason: ""\n```/gu,
      ),
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
