import { describe, expect, test } from '@jest/globals';
import { inputErrorOf } from '../../../src/settings/mistakes.ts';
import { parseInputs } from '../../../src/settings/read-inputs.ts';

function errorOf(inputs: Record<string, string>): string {
  return inputErrorOf(parseInputs((name) => inputs[name] ?? '').mistakes)?.message ?? '';
}

describe('inputErrorOf', () => {
  test('names every mistake in one error, with what is expected', () => {
    const message = errorOf({ 'dry-run': 'ja', 'fail-on': 'High' });
    expect(message).toMatch(/^2 inputs are wrong\. Correct them /);
    expect(message).toContain('- `dry-run` is `ja`, expected `true` or `false`');
    expect(message).toContain('`High`, expected `critical`, `high`, `medium`, `low`, `warning` or `never`');
    expect(errorOf({ 'dry-run': 'ja' })).toMatch(/^An input is wrong\. Correct it /);
  });

  test.each([
    ['https:user:pa55word@a.example', '***@a.example'],
    ['https://user:pa55word@a.example/ x', 'https://***@a.example/ x'],
    ['https://user:pa5@5/word@a.example', 'https://***@a.example'],
    ['https://user:pa?55word@a.example', 'https://***'],
    ['user:pa55word%40a.example', '***@a.example'],
    ['user:pa55word\uff20a.example', '***@a.example'],
    ['ftp://user:pa55word@a.example/?b', '***@a.example/?***'],
    ['https://a.example/?one=x@y&two=pa55word', 'https://***'],
    ['a.example/#token=pa55word', 'a.example/#***'],
    ['a.example/b&token=pa55word', 'a.example/b&***'],
    ['#12', '#12'],
  ])('quotes %s without its secrets', (given, shown) => {
    expect(errorOf({ 'dry-run': given })).toContain(`\`dry-run\` is \`${shown}\`, expected`);
  });

  // The part of a secret that YAML takes for a comment would not be masked.
  test('quotes nothing of `api-key`, and takes no part of it', () => {
    expect(errorOf({ 'api-key': 's3cret #1' })).toContain('- `api-key` is ***, expected');
  });

  test('shows a long value shortened and on one line', () => {
    const message = errorOf({ 'dry-run': `a\n::error::b\n${'c'.repeat(500)}` });
    const line = message.split('\n').find((one) => one.startsWith('- `dry-run`')) ?? '';
    expect(line).toContain('a ::error::b cc');
    expect(line).toContain('…');
    expect(line.length).toBeLessThan(160);
  });
});
