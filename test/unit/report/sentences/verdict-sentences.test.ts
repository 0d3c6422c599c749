// Where comment, summary, log and annotations share words, all of them are checked.

import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../../src/core/classified-text.ts';
import { en, pt } from '../../../../src/report/language/texts.ts';
import { annotationsOf } from '../../../../src/report/log/annotations.ts';
import { verdictLineOf } from '../../../../src/report/sentences/verdict-sentences.ts';
import { exampleBaseline, ignoreLow, judgedModel, plainModel } from '../models.ts';
import { comment, logLines, summary } from '../rendered-reports.ts';
import { findings } from '../sample-findings.ts';

describe('reasonLine', () => {
  test.each([
    ['pass', plainModel(), 'No finding has severity high or worse. No findings in 1,482 checks.'],
    [
      'fail',
      plainModel(findings({ high: 2 })),
      '2 findings have severity high or worse. Fix what blocks, deploy, and run the job again.',
    ],
  ])('is the verdict in one plain line: %s', (_outcome, model, line) => {
    expect(verdictLineOf(model, en)).toBe(line);
  });

  test('lists every rule of the verdict, and says once what to do about severity and score', () => {
    const policy = 'fail-on-cvss: 5.0\nmax-findings: { low: 1 }\n';
    const model = judgedModel({ policy, findings: findings({ critical: 1, medium: 1, low: 3 }) });
    expect(verdictLineOf(model, en)).toBe(
      '1 finding has severity high or worse. 2 findings reach the CVSS score of 5.0 that fail-on-cvss sets. 3 findings have severity low; max-findings allows 1. Fix what blocks, deploy, and run the job again.',
    );
  });
});

describe('with a policy of the organization', () => {
  const own = { policy: 'fail-on: high', findings: findings({ high: 1, medium: 2 }) };
  const at = '`acme/policies/scan-gate.yml@main`, commit `4f2a4f2`';

  test('every report says which of the two blocks, and where that of the organization was read', () => {
    const model = judgedModel({ ...own, policy: 'fail-on: critical', organization: 'fail-on: medium' });
    const sentence = `By this repository's policy: passed. By the organization's policy (${at}): failed.`;
    expect(verdictLineOf(model, en)).toMatch(
      /^By the organization's policy: 3 findings have severity medium or worse\./,
    );
    expect(verdictLineOf(model, en)).toContain(sentence.replaceAll('`', ''));
    for (const text of [comment(model), summary(model), logLines(model).join('\n')])
      expect(text.replaceAll('&#39;', "'")).toContain(sentence);
    expect(comment(model)).not.toContain('Why it blocks');
    expect(comment(model)).toContain('Policy of the organization: `acme/policies/scan-gate.yml@main`');
    expect(comment(model)).toContain('- `fail-on`: `medium` (organization)');
    expect(verdictLineOf(model, pt)).toContain('Pela política da organização');
  });

  test('the reasons of both are told if both block', () => {
    const model = judgedModel({ ...own, organization: 'fail-on: medium\nmax-findings: { medium: 1 }' });
    expect(verdictLineOf(model, en)).toContain(
      "1 finding has severity high or worse. By the organization's policy: 3 findings have severity medium or worse. By the organization's policy: 2 findings have severity medium; max-findings allows 1.",
    );
  });
});

describe('the words of a pass', () => {
  test.each([
    ['fail-on: high\n', 'No finding has severity `high` or worse.'],
    [ignoreLow, 'Apart from ignored ones, no finding has severity `high` or worse.'],
    [
      'fail-on: critical\nfail-on-cvss: 8\nmax-findings: { low: 5 }\n',
      'No finding has severity `critical`, or a CVSS score of 8.0 or more.',
    ],
    ['fail-on: never\n', 'No finding blocks by itself, because `fail-on` is `never`.'],
    ['fail-on: never\nfail-on-cvss: 8\n', 'No finding has a CVSS score of 8.0 or more.'],
  ])('are true of %j', (text, words) => {
    const model = judgedModel({ policy: text, findings: findings({ low: 2 }) });
    expect(model.assessment.verdict.outcome).toBe('pass');
    expect(verdictLineOf(model, en)).toContain(words.replaceAll('`', ''));
    expect(verdictLineOf(model, pt)).not.toMatch(/finding has/u);
  });

  test('with a baseline are about new findings only', () => {
    const known = findings({ critical: 1 });
    const policy = 'baseline: https://www.example.com\n';
    const model = judgedModel({ policy, findings: known, baseline: exampleBaseline(known) });
    expect(verdictLineOf(model, en)).toMatch(
      /^No new finding has severity high or worse\. The only finding does not block\./u,
    );
  });

  test('do not mention a policy that could not be read', () => {
    const fault = { kind: 'status', status: 403 } as const;
    const problem = { kind: 'policy-unreadable', path: classified('public', 'p.yml'), fault } as const;
    expect(comment(plainModel([], { problem }))).not.toContain('Policy in force');
  });
});

test('a partial result is marked in every report, and nothing is said to be fixed', () => {
  const model = judgedModel({
    policy: 'fail-fast: true\nbaseline: https://www.example.com\n',
    findings: findings({ critical: 1 }),
    baseline: exampleBaseline(findings({ low: 3 })),
    partialAt: 42.5,
  });
  const words = ' the run stopped waiting at 42.5%, and the scan may find more.';
  const pages = [comment(model), summary(model), logLines(model).join('\n')];
  for (const text of [...pages, verdictLineOf(model, en), annotationsOf(model, en)[0]?.message]) {
    expect(text?.replaceAll('`', '')).toContain(words);
    expect(text).not.toMatch(/fixed/u);
  }
  const title = '## ❌ Scan Gate: 1 new finding blocks this pull request (partial result)';
  expect(comment(model)).toContain(title);
});

test('an empty policy adds no section to the comment, and no reason to what blocks by severity', () => {
  const model = plainModel(findings({ high: 1 }));
  expect(comment(model)).not.toMatch(/Compared|ignored by|violated|Notices|partial|Why it blocks/u);
  expect(comment(model) + verdictLineOf(model, en)).not.toMatch(/organi[sz]ation/i);
});
