import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { endWithoutVerdict } from '../../../src/publish/end-without-verdict.ts';
import { outputNames } from '../../../src/publish/outputs.ts';
import { recordedPorts } from '../recorded-run.ts';

async function conclude(error: unknown) {
  const ports = recordedPorts();
  const message = await endWithoutVerdict(error, ports);
  return { message, outputs: ports.runner.outputs };
}

describe('endWithoutVerdict', () => {
  test('reports wrong settings as they are, and sets every output', async () => {
    const { message, outputs } = await conclude(new SettingsError('2 inputs are wrong:\n- `a`\n- `b`'));
    expect(message).toBe('2 inputs are wrong:\n- `a`\n- `b`');
    expect(Object.keys(outputs).sort()).toEqual([...outputNames].sort());
    expect(outputs['verdict']).toBe('inconclusive');
    expect(outputs['reason']).toBe('2 inputs are wrong: - a - b');
    const rest = outputNames.filter((name) => name !== 'verdict' && name !== 'reason');
    expect(rest.map((name) => outputs[name])).toEqual(rest.map(() => ''));
  });

  test('reports anything else as its own mistake, never as a pass', async () => {
    for (const error of [new TypeError('x is not a function'), 'text', undefined, null, { a: 1 }]) {
      const { message, outputs } = await conclude(error);
      expect(message).toMatch(/mistake of its own.*was not judged/s);
      expect(outputs['verdict']).toBe('inconclusive');
    }
    expect((await conclude(new TypeError('x is not a function'))).message).toContain(
      'TypeError: x is not a function',
    );
  });
});
