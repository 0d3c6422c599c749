import { describe, expect, test } from '@jest/globals';
import { outputNames, setOutputs, verdictOutputs } from '../../../src/publish/outputs.ts';
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

test('setOutputs removes secrets from the sentence, and leaves ids as they are', async () => {
  const ports = recordedPorts();
  ports.redactor.add('12345678');
  await setOutputs({ reason: 'It said 12345678.', 'artifact-id': 12_345_678 }, ports);
  expect(ports.runner.outputs).toMatchObject({ reason: 'It said ***.', 'artifact-id': '12345678' });
});

test('setOutputs warns if the outputs cannot be set', async () => {
  const setOutput = () => {
    throw new Error('the disk is full');
  };
  const ports = recordedPorts({ runner: { setOutput } });
  await setOutputs({ verdict: 'pass' }, ports);
  expect(ports.log.of('warning')).toEqual([expect.stringContaining('the disk is full')]);
});

describe('verdictOutputs', () => {
  test('has the counts of a finished scan', () => {
    const shown = plainModel(findings({ critical: 1, low: 2 }));
    expect(verdictOutputs({ fullModel: shown, verdictLine: 'why' })).toEqual({
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
    const outputs = verdictOutputs({
      fullModel: withoutScan({ kind: 'missing-api-key', skipped: false }),
      verdictLine: '',
    });
    const known = Object.entries(outputs).filter(([, value]) => value !== null);
    const url = 'https://preview-104.example.com/';
    expect(Object.fromEntries(known)).toEqual({ verdict: 'inconclusive', reason: '', url });
  });

  const policy = 'fail-fast: true\nbaseline: https://www.example.com\n';
  const baseline = exampleBaseline(findings({ high: 2, medium: 1 }));
  const list = findings({ critical: 1, high: 1 });

  test.each([
    ['since the baseline', { policy, findings: list, baseline }, { new: 1, fixed: 2 }],
    ['without a finished scan of the baseline', { policy, findings: list }, { new: 2, fixed: null }],
    ['on a partial result', { policy, findings: list, baseline, partialAt: 42.5 }, { new: 1, fixed: null }],
  ])('says what is new and fixed %s', (_name, example, expected) => {
    expect(verdictOutputs({ fullModel: judgedModel(example), verdictLine: '' })).toMatchObject(expected);
  });
});
