import { describe, expect, test } from '@jest/globals';
import { boolean, duration } from '../../../src/inputs/parsers.ts';
import { createInputReader } from '../../../src/inputs/reader.ts';

function readerOf(inputs: Record<string, string>) {
  return createInputReader((name) => inputs[name] ?? '');
}

function mistakesOf(inputs: Record<string, string>): string {
  const reader = readerOf(inputs);
  for (const name of Object.keys(inputs)) reader.read(name, boolean, false);
  return reader.error()?.message ?? '';
}

describe('createInputReader', () => {
  test('gives the value, or the fallback for an empty input', () => {
    const reader = readerOf({ wait: '5s' });
    expect(reader.read('wait', duration, 1)).toBe(5000);
    expect(reader.read('other', duration, 1)).toBe(1);
    expect(reader.readOptional('other', duration)).toBeNull();
    expect(reader.readOptional('wait', duration)).toBe(5000);
    expect(reader.error()).toBeNull();
  });

  test('names every mistake in one error, with what is expected', () => {
    const message = mistakesOf({ 'dry-run': 'ja', 'fail-fast': 'maybe' });
    expect(message).toMatch(/^2 inputs are wrong\. Correct them /);
    expect(message).toContain('- `dry-run` is `ja`, expected `true` or `false`');
    expect(message).toContain('- `fail-fast` is `maybe`, expected `true` or `false`');
    expect(mistakesOf({ 'dry-run': 'ja' })).toMatch(/^An input is wrong\. Correct it /);
  });

  test.each([
    ['https:user:pa55word@a.example', '***@a.example'],
    ['https://user:pa55word@a.example/ x', 'https://***@a.example/ x'],
    ['https://user:pa55/word@a.example', 'https://***@a.example'],
    ['https://user:pa55@word@a.example', 'https://***@a.example'],
    ['https://user:pa?55word@a.example', 'https://***'],
    ['\\\\user:pa55word@a.example', '***@a.example'],
    ['//user:pa55word@a.example', '***@a.example'],
    ['user:pa55word@', '***@'],
    ['user:pa55word%40a.example', '***@a.example'],
    ['user:pa55word\uff20a.example', '***@a.example'],
    ['ftp://user:pa55word@a.example/?b', '***@a.example/?***'],
    ['https://a.example/?one=x@y&two=pa55word', 'https://***'],
    ['a.example/#token=pa55word', 'a.example/#***'],
    ['a.example/b&token=pa55word', 'a.example/b&***'],
    ['#12', '#12'],
  ])('quotes %s without its secrets', (given, shown) => {
    expect(mistakesOf({ url: given })).toContain(`\`url\` is \`${shown}\`, expected`);
  });

  test('adds mistakes that no parser reports', () => {
    const reader = readerOf({});
    reader.addMistake('give `url` or `scan-id`');
    expect(reader.error()?.message).toContain('- give `url` or `scan-id`');
  });

  test.each(['api-key', 'github-token', 'org-policy-token', 'preferences'])(
    'quotes nothing of `%s`',
    (name) => {
      expect(mistakesOf({ [name]: 's3cret' })).toContain(`- \`${name}\` is ***, expected`);
    },
  );

  test('shows a long value shortened and on one line', () => {
    const message = mistakesOf({ 'dry-run': `a\n::error::b\n${'c'.repeat(500)}` });
    const line = message.split('\n').find((one) => one.startsWith('- `dry-run`')) ?? '';
    expect(line).toContain('a ::error::b cc');
    expect(line).toContain('…');
    expect(line.length).toBeLessThan(160);
  });
});
