import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import {
  concludeWithout,
  nothingPublished,
  type Outputs,
  outputNames,
  setOutputs,
} from '../../../src/publish/set-outputs.ts';

function conclude(error: unknown): { message: string; outputs: Map<string, string> } {
  const outputs = new Map<string, string>();
  const message = concludeWithout(error, (name, value) => outputs.set(name, value));
  return { message, outputs };
}

describe('concludeWithout', () => {
  test('reports wrong settings as they are, and sets every output', () => {
    const { message, outputs } = conclude(new SettingsError('2 inputs are wrong:\n- `a`\n- `b`'));
    expect(message).toBe('2 inputs are wrong:\n- `a`\n- `b`');
    expect([...outputs.keys()].sort()).toEqual([...outputNames].sort());
    expect(outputs.get('verdict')).toBe('inconclusive');
    expect(outputs.get('reason')).toBe('2 inputs are wrong: - a - b');
    const rest = outputNames.filter((name) => name !== 'verdict' && name !== 'reason');
    expect(rest.map((name) => outputs.get(name))).toEqual(rest.map(() => ''));
  });

  test('reports anything else as its own mistake, never as a pass', () => {
    for (const error of [new TypeError('x is not a function'), 'text', undefined, null, { a: 1 }]) {
      const { message, outputs } = conclude(error);
      expect(message).toMatch(/mistake of its own.*was not judged/s);
      expect(outputs.get('verdict')).toBe('inconclusive');
    }
    expect(conclude(new TypeError('x is not a function')).message).toContain(
      'TypeError: x is not a function',
    );
  });
});

describe('setOutputs', () => {
  const empty: Outputs = {
    ...nothingPublished,
    verdict: null,
    reason: null,
    url: null,
    'scan-id': null,
    total: null,
    critical: null,
    high: null,
    medium: null,
    low: null,
    warning: null,
    'highest-severity': null,
    blocking: null,
    new: null,
    fixed: null,
    ignored: null,
    'duration-seconds': null,
  };

  test('sets every output, empty if it has no value', () => {
    const set = new Map<string, string>();
    setOutputs({ ...empty, verdict: 'pass', total: 0, url: '' }, (name, value) => set.set(name, value));
    expect([...set.keys()].sort()).toEqual([...outputNames].sort());
    expect([set.get('verdict'), set.get('total'), set.get('url'), set.get('comment-url')]).toEqual([
      'pass',
      '0',
      '',
      '',
    ]);
  });
});
