// Where comment, summary, log and annotations share words, all of them are checked.
import { describe, expect, test } from '@jest/globals';
import { logEnd } from '../../../../src/report/log-lines.ts';
import type { ReportModel } from '../../../../src/report/model.ts';
import { reasonOf, sentencesOnCounts } from '../../../../src/report/sentences/verdict-sentences.ts';
import { countsOnlyModel, exampleBaseline, judgedModel, plainModel, withoutScan } from '../models.ts';
import { comment, summary } from '../rendered-reports.ts';
import { findings } from '../sample-findings.ts';

describe('the verdict in one plain line', () => {
  test.each([
    ['pass', plainModel(), 'No findings in 1,482 checks.'],
    [
      'pass with findings',
      plainModel(findings({ low: 2 })),
      'Nothing blocks: the limit is severity high or worse.',
    ],
    [
      'fail',
      plainModel(findings({ high: 2 })),
      '2 findings have severity high or worse. Fix what blocks and deploy the fix: the next run scans it.',
    ],
    [
      'inconclusive',
      withoutScan({ kind: 'too-few-checks', checks: 0, minimum: 1 }),
      'The scan made 0 checks, fewer than min-checks (1), so it says too little about the target. Check that the scanning service can reach the whole target (firewall, login, DNS, rate limit). Check that preferences leave checks on. If min-checks is too high for this target, lower it.',
    ],
  ])('is of a %s', (_verdict, model, line) => {
    expect(reasonOf(model)).toBe(line);
    expect(reasonOf({ ...model, language: 'pt' })).not.toMatch(/\b(?:finding|scan says|Check that)\b/u);
  });
});

describe('a comparison', () => {
  const comparisonSentence = (model: ReportModel) => sentencesOnCounts(model).join(' ');
  const policy = 'baseline: https://www.example.com\n';
  const model = judgedModel({
    policy,
    findings: findings({ critical: 1, low: 1 }),
    baseline: exampleBaseline(findings({ low: 1, medium: 1 })),
  });

  test('counts new, known and fixed findings, in every report', () => {
    const words = 'Compared with the baseline (`https://www.example.com`): 1 new, 1 already there, 1 fixed.';
    expect(comparisonSentence(model)).toBe(words);
    expect(comparisonSentence({ ...model, language: 'pt' })).toBe(
      'Em comparação com a linha de base (`https://www.example.com`): 1 novo, 1 já existente, 1 corrigido.',
    );
    for (const text of [summary(model), logEnd(model).join('\n')])
      expect(text.replaceAll('https&#58;', 'https:')).toContain(': 1 new, 1 already there, 1 fixed.');
  });

  test('leaves out what is fixed if it is not known, and the address if it must not be named', () => {
    const comparison = { ...model.judgement.comparison, fixed: null };
    const open = { ...model, judgement: { ...model.judgement, comparison } };
    expect(comparisonSentence(open)).toBe(
      'Compared with the baseline (`https://www.example.com`): 1 new, 1 already there.',
    );
    expect(comparisonSentence(countsOnlyModel(open))).toBe(
      'Compared with the baseline: 1 new, 1 already there.',
    );
  });

  test('says of a baseline without a scan that every finding counts as new', () => {
    const first = judgedModel({ policy, findings: [], baseline: { kind: 'no-scan-yet' } });
    expect(comparisonSentence(first)).toBe(
      'There is no finished scan of the baseline (`https://www.example.com`) yet: every finding counts as new.',
    );
    expect(comparisonSentence(countsOnlyModel(first))).toMatch(/of the baseline yet:/u);
  });
});

test('findings that the scan only counts are named by severity', () => {
  const { judgement, ...rest } = plainModel();
  const unlisted = { ...judgement.unlisted, high: 1, warning: 2 };
  const model = { ...rest, judgement: { ...judgement, unlisted } };
  expect(sentencesOnCounts(model)).toEqual([
    'The scan counts 3 findings that it does not list (1 high, 2 warnings).',
  ]);
  expect(sentencesOnCounts({ ...model, language: 'pt' })).toEqual([
    'O scan conta 3 achados que não lista (alta: 1, informativa: 2).',
  ]);
  expect(sentencesOnCounts({ ...rest, judgement })).toEqual([]);
});

test('ignored findings are counted in every report', () => {
  const policy = 'ignore:\n  - cwe: 693\n    reason: Sent by the proxy in production\n';
  const model = judgedModel({ policy, findings: findings({ low: 1 }) });
  for (const text of [reasonOf(model), logEnd(model).join('\n')])
    expect(text).toContain('1 finding is ignored by the policy file.');
  expect(reasonOf({ ...model, language: 'pt' })).toContain('1 achado é ignorado pelo arquivo');
});

test('an empty policy adds no section to the comment', () => {
  expect(comment(plainModel(findings({ high: 1 })))).not.toMatch(/Compared|ignored by|Notices/u);
});
