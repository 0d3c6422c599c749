import { describe, expect, test } from '@jest/globals';
import { countsLine } from '../../../../../src/report/comment/sections/counts.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import { withholdDetails } from '../../../../../src/report/withhold.ts';
import { assess, findings, model, withoutScan } from '../../models.ts';
import { baselineOf, comment, modelOf } from '../../scenes.ts';

const target = '[preview-104.example.com](https://preview-104.example.com/)';

describe('the counts', () => {
  test('are by severity, bold where findings block, with the target and what blocks', () => {
    expect(countsLine(model(assess(findings({ critical: 1, high: 2, low: 3 }))), en, true)).toBe(
      `🔴&nbsp;**1 critical** · 🟠&nbsp;**2 high** · 🔵&nbsp;3 low — on ${target}; \`high\` or worse blocks.`,
    );
  });

  test('are bold where they can block if it is not said which findings do', () => {
    const shown = withholdDetails(
      model(assess(findings({ high: 2, low: 3 })), { disclosure: { mode: 'counts', because: 'setting' } }),
    );
    expect(countsLine(shown, en, true)).toBe('🟠&nbsp;**2 high** · 🔵&nbsp;3 low — `high` or worse blocks.');
  });

  test('are followed by the rule of the organization where it is stricter, and by both where neither is', async () => {
    const rule = async (policy: string, organization: string) => {
      const scene = { policy, organization, findings: findings({ low: 1 }) };
      const compared = policy.includes('baseline') ? { baseline: baselineOf([]) } : {};
      return countsLine(await modelOf({ ...scene, ...compared }), en, true)
        .split('; ')
        .slice(1)
        .join('; ');
    };
    expect(await rule('fail-on: critical', 'fail-on: medium')).toBe(
      "by the organization's policy, `medium` or worse blocks.",
    );
    expect(await rule('baseline: https://www.example.com', 'fail-on: high')).toBe(
      "by the organization's policy, `high` or worse blocks.",
    );
    expect(await rule('fail-on: medium\nbaseline: https://www.example.com', 'fail-on: high')).toBe(
      "`medium` or worse blocks if new; by the organization's policy, `high` or worse blocks.",
    );
    expect(await rule('fail-on: high', 'fail-on: high')).toBe('`high` or worse blocks.');
    expect(await rule('fail-on: never', 'fail-on: never\nfail-on-cvss: 7')).toBe(
      "by the organization's policy, CVSS 7.0 or more blocks.",
    );
  });

  test('of findings that the organization blocks do not call them new', async () => {
    const known = findings({ high: 1 });
    const scene = {
      policy: 'baseline: https://www.example.com',
      findings: known,
      baseline: baselineOf(known),
    };
    const shown = await modelOf({ ...scene, organization: 'fail-on: high' });
    expect(comment(shown)).toContain('## ❌ Scan Gate: 1 finding blocks this pull request');
  });

  test('are bold where only the organization blocks, if it is not said which findings do', async () => {
    const disclosure = { mode: 'counts', because: 'setting' } as const;
    const scene = {
      policy: 'fail-on: critical',
      organization: 'fail-on: high',
      findings: findings({ high: 2 }),
    };
    const shown = withholdDetails({ ...(await modelOf(scene)), disclosure });
    expect(countsLine(shown, en, false)).toContain('**2 high**');
  });

  test('are not there where nothing was scanned', () => {
    expect(countsLine(withoutScan({ kind: 'missing-api-key', skipped: false }), en, true)).toBe(
      `Target: ${target}`,
    );
  });

  test('form no link from a target that is no web address', () => {
    const shown = model(assess([]), { target: 'javascript:alert(1)//](https://evil.example)' });
    expect(countsLine(shown, en, true)).not.toContain('](');
  });

  test('say which findings the summary counts beyond the list', () => {
    const assessment = {
      ...assess(findings({ high: 1 })),
      unlisted: { critical: 2, high: 0, medium: 0, low: 1, warning: 0 },
    };
    expect(comment(model(assessment))).toContain(
      'counts 3 findings that the list does not hold (2 critical, 1 low).',
    );
  });
});
