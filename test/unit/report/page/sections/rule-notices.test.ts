import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../../src/report/language/en/en.ts';
import { annotationsOf } from '../../../../../src/report/log/annotations.ts';
import { comment, ignoreLow, modelOf, summary, unfolded } from '../../judged-models.ts';
import { findings, logLines } from '../../models.ts';

describe('notices about ignore rules', () => {
  const rules = `${ignoreLow}    expires: 2026-11-30\n  - cve: CVE-2020-0001\n    reason: gone\n  - cwe: 1\n    reason: old\n    expires: 2026-01-31\n`;

  test('are in comment, summary, log and annotations, with their line', () => {
    const shown = modelOf({ policy: rules, findings: findings({ low: 1 }) });
    for (const text of [comment(shown), summary(shown)]) {
      const notices = unfolded(text, '📅 Notices about ignore rules (3)');
      expect(notices).toContain('.github/scan-gate.yml, line 2: The rule applies through 2026-11-30 only.');
      expect(notices).toContain('line 5: The rule matches no finding of this scan.');
      expect(notices).toContain('line 7: The rule expired on 2026-01-31 and no longer applies.');
    }
    expect(logLines(shown).join('\n')).toContain('- .github/scan-gate.yml, line 7: The rule expired');
    expect(annotationsOf(shown, en)).toEqual([]);
  });

  test('do not say of a partial result that a rule matches nothing', () => {
    const example = {
      policy: `fail-fast: true\n${rules}`,
      findings: findings({ critical: 1 }),
      partialAt: 40,
    };
    const notices = unfolded(comment(modelOf(example)), '📅 Notices about ignore rules (2)');
    expect(notices).not.toContain('matches no finding');
  });
});
