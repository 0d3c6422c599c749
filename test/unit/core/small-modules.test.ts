// The small modules of this room together: a file for each would load jest once more for each.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { enGitHubFault, type GitHubFault } from '../../../src/core/github-fault.ts';
import { charactersOf, matchesGlob } from '../../../src/core/glob.ts';
import { asGiven, outside, type Shown, shown, withheld } from '../../../src/core/outside.ts';
import { CancelledError, type Problem, ProblemError, problemOf } from '../../../src/core/problem.ts';
import { isSameScan, scanIdPattern } from '../../../src/core/scan-id.ts';
import { decodeText, isPlainWords } from '../../../src/core/text.ts';
import { isoDay, readTime, shownDuration } from '../../../src/core/time.ts';

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [Number.NaN, '0 s'],
  [850, '850 ms'],
  [45_400, '45 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [130_000, '2 min 10 s'],
  [725_000, '12 min 5 s'],
  [3_780_000, '1 h 3 min'],
  [3_900_000, '1 h 5 min'],
  [90_000_000, '25 h'],
])('%d ms is shown as %s', (durationMs, text) => {
  expect(shownDuration(durationMs)).toBe(text);
});

test('a fault of GitHub recommends a permission only if GitHub refused', () => {
  const advise = (fault: GitHubFault) => enGitHubFault(fault, 'contents: read').remedy;
  for (const status of [403, 404]) expect(advise({ kind: 'status', status })).toContain('contents: read');
  expect(advise({ kind: 'unreachable' })).toMatch(/again.*network.*`GITHUB_API_URL`/);
  const others: GitHubFault[] = [
    ...(['unreachable', 'no-token', 'malformed'] as const).map((kind) => ({ kind })),
    ...[401, 500].map((status) => ({ kind: 'status', status }) as const),
    { kind: 'rate-limit', status: 403 },
  ];
  for (const fault of others) expect(advise(fault)).not.toContain('permissions');
});

/** Matches by a regular expression, which is correct but may be slow. */
function oracle(pattern: string, text: string): boolean {
  const source = Array.from(pattern.toLowerCase(), (sign) => {
    if (sign === '*') return '[^]*';
    return sign === '?' ? '[^]' : sign.replace(/[$()+./[\\\]^{|}-]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 'v').test(text.toLowerCase());
}

const globMatches = (pattern: string, text: string) => matchesGlob(charactersOf(pattern), charactersOf(text));

test.each([
  ['*', '', true],
  ['', '', true],
  ['', 'a', false],
  ['?', '', false],
  ['?', '😀', true],
  ['missing*', 'Missing header', true],
  ['missing*', 'A missing header', false],
  ['*header', 'Missing HEADER', true],
  ['*a*b', 'aXbXb', true],
  ['*a*b', 'aXbX', false],
  ['a.c', 'abc', false],
  ['(a|b)+', '(a|b)+', true],
  ['**?', 'x', true],
])('the glob %j on %j: %j', (pattern, text, matches) => {
  expect(globMatches(pattern, text)).toBe(matches);
});

test('globs match as their regular expression does', () => {
  const signs = fc.constantFrom('a', 'b', 'B', '*', '?', '.', '😀', '\n', '[');
  const text = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (pattern, given) => {
      expect(globMatches(pattern, given)).toBe(oracle(pattern, given));
    }),
    { numRuns: 2000 },
  );
});

test('no name makes it try every way to match', () => {
  // A matcher that tries them all would never return.
  expect(globMatches(`${'*a'.repeat(50)}*b`, 'a'.repeat(20_000))).toBe(false);
});

test('plain words are printable ASCII with single spaces between them', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '~', '!', '\n', '\u007f', 'é'), maxLength: 6 });
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isPlainWords(text)).toBe(/^[!-~]+(?: [!-~]+)*$/.test(text));
    }),
    { numRuns: 1000 },
  );
});

test('megabytes of words are read as well', () => {
  const megabytes = (words: string) => words.repeat((16 * 2 ** 20) / words.length);
  for (const words of ['a ', 'ab cd ', 'x']) expect(isPlainWords(`${megabytes(words)}a`)).toBe(true);
  expect(isPlainWords(`${megabytes('a ')} a`)).toBe(false);
});

test.each([
  ['name', 'Preview (eu)', 'Preview (eu)', 'Preview (eu)'],
  ['text', 'zip-slip', 'zip-slip', '***'],
  ['detail', 'zip-slip', 'zip-slip', ''],
  ['path', 'issues[3].name', 'issues[3].name', 'issues'],
  ['path', 'issues.zip-slip', 'issues.zip-slip', 'issues'],
  ['address', 'https://u:p@a.example/b?c#d', 'https://a.example/b', '***'],
  ['address', '//u:p@a.example/b?c#d', '//a.example/b', '***'],
  ['link', 'https://u:p@a.example/b?c#d', 'https://a.example/b', ''],
] as const)('of %s %j a report shows %j, and %j to anybody', (is, text, inReport, toAnybody) => {
  const value = { kind: 'some', at: [{ given: outside(is, text) }], none: null, count: 1 } as const;
  const like = (given: unknown) => ({ kind: 'some', at: [{ given }], none: null, count: 1 });
  expect(shown(value, (harmless) => `<${harmless}>`)).toEqual(like(`<${inReport}>`));
  expect(withheld(value)).toEqual(like(outside(is, toAnybody)));
  expect(asGiven(value)).toEqual(like(text));
});

const ended = { kind: 'ended-early', percentage: 40 } as const;
test.each<[string, unknown, Shown<Problem>]>([
  ['that a stage threw', new ProblemError(ended), ended],
  ['of a cancellation', new CancelledError('SIGINT'), { kind: 'cancelled', signal: 'SIGINT', scanId: null }],
  ['of any other error', new TypeError('broken'), { kind: 'internal', detail: 'TypeError: broken' }],
  ['of a text', 'text', { kind: 'internal', detail: 'text' }],
  ['of nothing', undefined, { kind: 'internal', detail: 'undefined' }],
  ['of any other value', Symbol('odd'), { kind: 'internal', detail: 'Symbol(odd)' }],
])('problemOf finds the problem %s', (_, thrown, problem) => {
  expect(asGiven(problemOf(thrown))).toEqual(problem);
});

test('the message of a problem does not repeat an answer', () => {
  const error = new ProblemError({ kind: 'internal', detail: outside('detail', 'hostile') });
  expect(error.message).toBe('problem: internal');
});

test('decodeText returns invalid encodings unchanged', () => {
  expect(['a%20b', '100%', '%E0%A4'].map(decodeText)).toEqual(['a b', '100%', '%E0%A4']);
});

test('a day is that of UTC, and a time is read from text only', () => {
  const lastMs = Date.UTC(2026, 1, 28, 23, 59, 59);
  expect([isoDay(lastMs), isoDay(lastMs + 1_000)]).toEqual(['2026-02-28', '2026-03-01']);
  expect([readTime('2026-02-28T23:59:59Z'), readTime('soon'), readTime(lastMs)]).toEqual([
    lastMs,
    null,
    null,
  ]);
});

test('isSameScan compares without letter case', () => {
  expect(isSameScan('A-1', 'a-1')).toBe(true);
  expect(isSameScan('a-1', 'a-2')).toBe(false);
});

test('a scan id cannot change the path that it is put into', () => {
  for (const id of ['8c2b6c6e-5b0e-4c5e-9a5e-0a1b2c3d4e5f', 'a', '1:2~3'])
    expect(scanIdPattern.test(id)).toBe(true);
  for (const id of ['', '.', '..', '../x', 'a/b', 'a?b', 'a#b', 'a b', '-a', 'é', 'a'.repeat(201), 'a\n'])
    expect(scanIdPattern.test(id)).toBe(false);
});
