import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import {
  endWithoutJudgement,
  outputNames,
  setOutputs,
  verdictOutputs,
} from '../../../src/publish/outputs.ts';
import { recordedPorts } from '../recorded-run.ts';
import { exampleBaseline, judgedModel, plainModel, withoutScan } from '../report/models.ts';
import { findings } from '../report/sample-findings.ts';

test('setOutputs sets every output, empty if it has no value', async () => {
  const ports = recordedPorts();
  await setOutputs({ verdict: 'pass', total: 0, url: null }, ports);
  const { outputs } = ports.runner;
  expect(Object.keys(outputs).sort()).toEqual([...outputNames].sort());
  expect(Object.entries(outputs).filter(([, value]) => value !== '')).toEqual(
    Object.entries({ verdict: 'pass', total: '0' }),
  );
});

describe('verdictOutputs', () => {
  test('has the counts of a finished scan', () => {
    const shown = plainModel(findings({ critical: 1, low: 2 }));
    expect(verdictOutputs({ fullModel: shown, reason: 'why' })).toEqual({
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

  const early = plainModel(findings({ critical: 1 }), {
    problem: { kind: 'incomplete', percentage: 99 },
    scan: { ...plainModel().scan, percentage: 99 },
  });
  test.each([
    ['without a scan', withoutScan({ kind: 'missing-api-key' })],
    ['of a scan that ended early', early],
  ])('has no counts %s', (_what, fullModel) => {
    const outputs = Object.entries(verdictOutputs({ fullModel, reason: '' }));
    const filled = outputs.filter(([, value]) => value !== null).map(([name]) => name);
    expect(filled.filter((name) => name !== 'scan-id')).toEqual(['verdict', 'reason', 'url']);
  });

  const policy = 'baseline: https://www.example.com\n';
  const baseline = exampleBaseline(findings({ high: 2, medium: 1 }));
  const list = findings({ critical: 1, high: 1 });

  test.each([
    ['since the baseline', { policy, findings: list, baseline }, { new: 1, fixed: 2 }],
    ['without a finished scan of the baseline', { policy, findings: list }, { new: 2, fixed: null }],
  ])('says what is new and fixed %s', (_name, example, expected) => {
    expect(verdictOutputs({ fullModel: judgedModel(example), reason: '' })).toMatchObject(expected);
  });
});

describe('endWithoutJudgement', () => {
  async function end(error: unknown) {
    const ports = recordedPorts();
    ports.redactor.add('s3cr3t-word');
    const message = await endWithoutJudgement(error, ports);
    return { message, outputs: ports.runner.outputs };
  }

  test('reports wrong settings as they are', async () => {
    const { message, outputs } = await end(new SettingsError('2 inputs are wrong:\n- `a`\n- `b`'));
    expect(message).toBe('2 inputs are wrong:\n- `a`\n- `b`');
    expect(Object.entries(outputs).filter(([, value]) => value !== '')).toEqual([
      ['verdict', 'inconclusive'],
      ['reason', '2 inputs are wrong: - a - b'],
    ]);
  });

  test.each([new TypeError('s3cr3t-word is not a function'), 'text', undefined, null, { a: 1 }])(
    'reports %p as its own mistake, never as a pass, and without secrets',
    async (error) => {
      const { message, outputs } = await end(error);
      expect(message).toMatch(/mistake of its own.*was not judged/s);
      expect(message).not.toContain('s3cr3t-word');
      expect(outputs['verdict']).toBe('inconclusive');
    },
  );
});
