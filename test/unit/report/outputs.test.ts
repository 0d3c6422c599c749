import { describe, expect, test } from '@jest/globals';
import { verdictOutputs } from '../../../src/report/outputs.ts';
import { assess, findings, model, withoutScan } from './models.ts';
import { baselineOf, modelOf } from './scenes.ts';

describe('verdictOutputs', () => {
  test('has the counts of a finished scan', () => {
    const shown = model(assess(findings({ critical: 1, low: 2 })));
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
      'duration-seconds': 791,
    });
  });

  test('has no counts without a scan', () => {
    const outputs = verdictOutputs(withoutScan({ kind: 'missing-api-key', skipped: false }), '');
    const { verdict, reason, url, 'duration-seconds': seconds, ...others } = outputs;
    expect([verdict, reason, url, seconds]).toEqual([
      'inconclusive',
      '',
      'https://preview-104.example.com/',
      791,
    ]);
    expect(Object.values(others).filter((value) => value !== null)).toEqual([]);
  });

  test('says what is new and fixed since the baseline', async () => {
    const baseline = baselineOf(findings({ high: 2, medium: 1 }));
    const policy = 'baseline: https://www.example.com\n';
    const shown = await modelOf({ policy, findings: findings({ critical: 1, high: 1 }), baseline });
    expect(verdictOutputs(shown, '')).toMatchObject({ new: 1, fixed: 2 });
  });

  test('counts everything as new where there is no finished scan of the baseline', async () => {
    const first = await modelOf({ inputs: { baseline: 'previous' }, findings: findings({ low: 2 }) });
    expect(verdictOutputs(first, '')).toMatchObject({ new: 2, fixed: null });
  });

  test('does not say what is fixed on a partial result', async () => {
    const shown = await modelOf({
      policy: 'fail-fast: true\nbaseline: https://www.example.com\n',
      findings: findings({ critical: 1 }),
      baseline: baselineOf(findings({ low: 3 })),
      partialAt: 42.5,
    });
    expect(verdictOutputs(shown, '')).toMatchObject({ new: 1, fixed: null });
  });
});
