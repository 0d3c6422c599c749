import { beforeAll, describe, expect, test } from '@jest/globals';
import { annotate } from '../../../src/report/annotations.ts';
import { renderSummary } from '../../../src/report/comment/summary.ts';
import { renderLogTable } from '../../../src/report/log-table.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { verdictOutputs } from '../../../src/report/outputs.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { pt } from '../../../src/report/texts/pt/texts.ts';
import { summarize } from '../../../src/report/wording.ts';
import { assess, finding, findings, model } from './models.ts';
import { baselineOf, modelOf } from './policy-models.ts';
import { comment, ignoreLow, unfolded } from './policy-pages.ts';

describe('why a finding blocks', () => {
  test('is left to the severity where that says it', () => {
    expect(comment(model(assess(findings({ high: 2 }))))).not.toContain('Why it blocks');
  });

  test('names every rule that blocks it, in the comment, the summary, the log and the annotations', async () => {
    const shown = await modelOf({
      policy: 'fail-on-cvss: 5.0\nmax-findings: { low: 1 }\n',
      findings: [
        ...findings({ critical: 1, low: 2 }),
        finding('medium', 1, { cvss: null }),
        finding('medium', 2),
      ],
    });
    const text = comment(shown);
    expect(text).toContain('Why it blocks: `fail-on: high`, `fail-on-cvss: 5.0`<br>');
    expect(text).toContain('Why it blocks: `fail-on-cvss: 5.0` (without a score it counts as 6.9)<br>');
    expect(text.match(/Why it blocks: `max-findings` \(`low`: 2, allowed 1\)/gu)).toHaveLength(2);
    expect(renderSummary(shown, en)).toContain('Why it blocks: `fail-on: high`, `fail-on-cvss: 5.0`');
    const log = renderLogTable(shown, en).join('\n');
    expect(log).toMatch(/1 {2}Critical.*CWE-89 +fail-on, fail-on-cvss\n/u);
    expect(log).toMatch(/4 {2}Low.*CWE-693 +max-findings\n/u);
    expect(annotate(shown, en)[0]?.message).toMatch(
      /\nWhy it blocks: `fail-on: high`, `fail-on-cvss: 5\.0`$/u,
    );
  });

  test('lists every rule of the verdict, and says once what to do about severity and score', async () => {
    const shown = await modelOf({
      policy: 'fail-on-cvss: 5.0\nmax-findings: { low: 1 }\n',
      findings: findings({ critical: 1, medium: 1, low: 3 }),
    });
    expect(summarize(shown, en)).toBe(
      '1 finding has severity `high` or worse. 2 findings reach the CVSS score of 5.0 that `fail-on-cvss` sets. 3 findings have severity `low`; `max-findings` allows 1. Fix the blocking findings, deploy, and run the gate again.',
    );
    expect(comment(shown).match(/run the gate again/gu)).toHaveLength(2);
  });
});

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

  test('stands with each finding in the summary, in YAML that the policy file would refuse as it is', async () => {
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

describe('a baseline', () => {
  let shown: ReportModel;
  beforeAll(async () => {
    shown = await modelOf({
      policy: `baseline: https://user:secret@www.example.com/?token=s3cret\n${ignoreLow}`,
      findings: [...findings({ critical: 1, high: 2, low: 1, warning: 1 })],
      baseline: baselineOf([...findings({ high: 2, medium: 1 })]),
    });
  });

  test('is said with what is new, known and fixed, and what is new is marked', () => {
    const text = comment(shown);
    expect(text).toContain(
      'Compared with scan `c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2`: 2 new, 2 known, 1 fixed. 1 finding is ignored by the policy file.',
    );
    expect(text).toContain('**Apart from ignored ones, 1 new finding has severity `high` or worse.**');
    expect(text.match(/<kbd>new<\/kbd>/gu)).toHaveLength(1);
    expect(text).toContain('<summary>New: Unspecified Threat (1 warning)</summary>');
    expect(renderSummary(shown, en)).toMatch(/#### 1\. .* <kbd>new<\/kbd>/u);
  });

  test('folds what is known', () => {
    const known = unfolded(comment(shown), 'Known from the baseline: 2 (2 high)');
    expect(known.match(/Outdated nginx/gu)).toHaveLength(2);
  });

  test('splits the counts, so that a severe finding that does not block is no riddle', () => {
    expect(comment(shown)).toContain(
      [
        '| Severity | Blocking (1) | Below the limits (1) | Known (2) | Ignored (1) | All (5) | █ blocks, ░ does not |',
        '|---|--:|--:|--:|--:|--:|---|',
        '| Critical | **1** | 0 | 0 | 0 | 1 | ██████ |',
        '| High | 0 | 0 | 2 | 0 | 2 | ░░░░░░░░░░░░ |',
        '| Low | 0 | 0 | 0 | 1 | 1 | ░░░░░░ |',
        '| Warning | 0 | 1 | 0 | 0 | 1 | ░░░░░░ |',
      ].join('\n'),
    );
  });

  test('shows no user info and no query of its URL', () => {
    for (const text of [comment(shown), renderSummary(shown, en), renderLogTable(shown, en).join('\n')]) {
      expect(text).not.toMatch(/s3cret|secret@/u);
    }
    expect(comment(shown)).toContain('| `baseline` | `https://www.example.com` | policy file |');
  });

  test('without a finished scan makes everything new, and says so', async () => {
    const first = await modelOf({ inputs: { baseline: 'previous' }, findings: findings({ low: 2 }) });
    expect(comment(first)).toContain(
      'There is no finished scan of the baseline (`previous`) yet: every finding counts as new.',
    );
    expect(comment(first)).not.toContain('<kbd>');
    expect(verdictOutputs(first, '')).toMatchObject({ new: 2, fixed: null });
  });
});

describe('the words of a pass', () => {
  test.each([
    ['fail-on: high\n', 'No finding has severity `high` or worse.'],
    [ignoreLow, 'Apart from ignored ones, no finding has severity `high` or worse.'],
    [
      'fail-on: critical\nfail-on-cvss: 8\nmax-findings: { low: 5 }\n',
      'No finding has severity `critical`, or a CVSS score of 8.0 or more. The budgets of `max-findings` are kept.',
    ],
    ['fail-on: never\n', 'Nothing can block, because `fail-on` is `never`.'],
    ['fail-on: never\nfail-on-cvss: 8\n', 'No finding has a CVSS score of 8.0 or more.'],
    [
      'fail-on: never\nmax-findings: { low: 5 }\n',
      'By itself no finding can block, because `fail-on` is `never`. The budgets of `max-findings` are kept.',
    ],
  ])('are true of %j', async (text, words) => {
    const shown = await modelOf({ policy: text, findings: findings({ low: 2 }) });
    expect(shown.assessment.verdict.outcome).toBe('pass');
    expect(summarize(shown, en)).toContain(words);
    expect(summarize(shown, pt)).not.toMatch(/finding has/u);
  });

  test('with a baseline are about new findings only', async () => {
    const shown = await modelOf({
      policy: 'baseline: https://www.example.com\n',
      findings: findings({ critical: 1 }),
      baseline: baselineOf(findings({ critical: 1 })),
    });
    expect(summarize(shown, en)).toMatch(
      /^No new finding has severity `high` or worse\. The only finding does not block\./u,
    );
  });

  test('are about the policy in force, not about one that could not be read', () => {
    const problem = { kind: 'policy-unreadable', path: 'p.yml', ref: 'abc1234', status: 403 } as const;
    expect(comment(model(assess([], problem)))).not.toContain('Policy in force');
  });
});
