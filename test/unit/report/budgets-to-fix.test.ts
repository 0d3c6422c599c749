import { describe, expect, test } from '@jest/globals';
import { budgetsToFix } from '../../../src/report/budgets-to-fix.ts';
import { countsOnlyModel, exampleBaseline, judgedModel } from './models.ts';
import { finding, findings } from './sample-findings.ts';

const budget = 'max-findings: { low: 1 }\n';

describe('budgetsToFix', () => {
  test('asks for so many findings that no more than allowed are left', () => {
    const { assessment } = judgedModel({ policy: budget, findings: findings({ low: 3 }) });
    expect(budgetsToFix(assessment)).toEqual([
      { severity: 'low', allowed: 1, count: 3, onlyByBudget: 3, toFix: 2 },
    ]);
  });

  test.each([
    { allowed: 1, toFix: 1 },
    { allowed: 2, toFix: 0 },
  ])('with $allowed allowed, asks for $toFix besides those that block by their score', (counts) => {
    const mild = [1, 2].map((number) => finding('medium', number, { cvss: { score: 4, vector: '' } }));
    const { assessment } = judgedModel({
      policy: `fail-on-cvss: 5\nmax-findings: { medium: ${counts.allowed} }\n`,
      findings: [finding('medium'), ...mild],
    });
    expect(budgetsToFix(assessment)).toEqual([{ severity: 'medium', count: 3, onlyByBudget: 2, ...counts }]);
  });

  test('leaves out a budget whose policy blocks every finding of the severity anyway', () => {
    const policy = 'fail-on: high\nmax-findings: { high: 0 }\n';
    const { assessment } = judgedModel({ policy, findings: findings({ high: 1 }) });
    expect(budgetsToFix(assessment)).toEqual([]);
  });

  test('has the most severe first', () => {
    const policy = 'max-findings: { low: 1, medium: 1 }\n';
    const { assessment } = judgedModel({ policy, findings: findings({ medium: 2, low: 4 }) });
    expect(budgetsToFix(assessment).map(({ severity }) => severity)).toEqual(['medium', 'low']);
  });

  test('takes the one that asks for more, if two policies have one for a severity', () => {
    const { assessment } = judgedModel({
      policy: `${budget}baseline: https://www.example.com\n`,
      organization: 'fail-on: high\nmax-findings: { low: 2 }\n',
      findings: findings({ low: 6 }),
      baseline: exampleBaseline(findings({ low: 6 }).slice(2)),
    });
    expect(budgetsToFix(assessment)).toMatchObject([{ severity: 'low', allowed: 2, count: 6, toFix: 4 }]);
  });

  test('are the same if findings are withheld', () => {
    const model = judgedModel({ policy: budget, findings: findings({ low: 3 }) });
    expect(budgetsToFix(countsOnlyModel(model).assessment)).toEqual(budgetsToFix(model.assessment));
  });
});
