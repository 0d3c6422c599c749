import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { boolean, duration, inputReader } from '../../../src/inputs/read-input.ts';

function readerOf(inputs: Record<string, string>) {
  return inputReader((name) => inputs[name] ?? '');
}

function mistakesOf(inputs: Record<string, string>): string {
  const reader = readerOf(inputs);
  for (const name of Object.keys(inputs)) reader.read(name, boolean, false);
  try {
    reader.finish();
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

describe('inputReader', () => {
  test('gives the value, or the fallback for an empty input', () => {
    const reader = readerOf({ wait: '5s' });
    expect(reader.read('wait', duration, 1)).toBe(5000);
    expect(reader.read('other', duration, 1)).toBe(1);
    expect(reader.optional('other', duration)).toBeNull();
    expect(reader.optional('wait', duration)).toBe(5000);
    expect(() => reader.finish()).not.toThrow();
  });

  test('names every mistake in one error, with what is expected', () => {
    const message = mistakesOf({ summary: 'ja', annotations: 'maybe' });
    expect(message).toMatch(/^2 inputs are wrong\./);
    expect(message).toContain('- `summary` is `ja`, expected `true` or `false`');
    expect(message).toContain('- `annotations` is `maybe`, expected `true` or `false`');
    expect(mistakesOf({ summary: 'ja' })).toMatch(/^An input is wrong\./);
  });

  test('adds the mistakes that inputs make together', () => {
    const reader = readerOf({});
    reader.reject('give `url` or `scan-id`');
    expect(reader.finish).toThrow('- give `url` or `scan-id`');
  });

  test('never shows a secret', () => {
    const message = mistakesOf({
      'api-key': 'key-1234',
      'github-token': 'ghs_5678',
      url: 'https://name:pass@a.example/?token=9999',
    });
    for (const secret of ['key-1234', 'ghs_5678', 'name', 'pass', '9999'])
      expect(message).not.toContain(secret);
    expect(message).toContain('- `api-key` is wrong');
  });

  test('shows a long or many-lined value short and on one line', () => {
    const message = mistakesOf({ summary: `a\n::error::b\n${'c'.repeat(500)}` });
    const line = message.split('\n').find((one) => one.startsWith('- `summary`')) ?? '';
    expect(line).toContain('a ::error::b cc');
    expect(line).toContain('…');
    expect(line.length).toBeLessThan(160);
  });
});
