import { describe, expect, test } from '@jest/globals';
import { verdictOutputs } from '../../../src/report/outputs.ts';
import { baselineOf, modelOf } from './judged-models.ts';
import { findings, madeUpAssessment, model, withoutScan } from './models.ts';

describe('verdictOutputs', () => {
  test('has the counts of a finished scan', () => {
    const shown = model(madeUpAssessment(findings({ critical: 1, low: 2 })));
    expect(verdictOutputs(shown, 'why')).toEqual({
      verdict: 'fail',
      reason: 'why',
      url: 'https://preview-104.example.com/',
      'scan-id': '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11',
      total: 3,
      critical: 1,
      high: 0,
      medium: 0,
      low: 2,
      warning: 0,
      'highest-severity': 'critical',
      blocking: 1,
      new: null,
      fixed: null,
      ignored: 0,
    });
  });

  test('has no counts without a scan', () => {
    const outputs = verdictOutputs(withoutScan({ kind: 'missing-api-key', skipped: false }), '');
    const known = Object.entries(outputs).filter(([, value]) => value !== null);
    const url = 'https://preview-104.example.com/';
    expect(Object.fromEntries(known)).toEqual({ verdict: 'inconclusive', reason: '', url });
  });

  const policy = 'fail-fast: true\nbaseline: https://www.example.com\n';
  const baseline = baselineOf(findings({ high: 2, medium: 1 }));
  const list = findings({ critical: 1, high: 1 });

  test.each([
    ['since the baseline', { policy, findings: list, baseline }, { new: 1, fixed: 2 }],
    ['without a finished scan of the baseline', { policy, findings: list }, { new: 2, fixed: null }],
    ['on a partial result', { policy, findings: list, baseline, partialAt: 42.5 }, { new: 1, fixed: null }],
  ])('says what is new and fixed %s', async (_name, example, expected) => {
    expect(verdictOutputs(await modelOf(example), '')).toMatchObject(expected);
  });
});
