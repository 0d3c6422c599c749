// The small modules of this room together: a file for each would load jest once more for each.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bounded } from '../../../src/core/bounded.ts';
import { shownDuration } from '../../../src/core/duration.ts';
import { enGitHubFault, type GitHubFault } from '../../../src/core/github-fault.ts';
import { matchesGlob } from '../../../src/core/glob.ts';
import { issuesPage } from '../../../src/core/issues-page.ts';
import { isPlainWords } from '../../../src/core/plain-words.ts';
import {
  CancelledError,
  type Problem,
  ProblemError,
  problemOf,
  SettingsError,
} from '../../../src/core/problem.ts';

describe('bounded', () => {
  const never = () => new Promise<never>(() => {});
  const { signal } = new AbortController();

  test('returns the result of the operation, within the limit', async () => {
    expect(await bounded(async () => 'done', { signal, limitMs: 1000 })).toBe('done');
    await expect(bounded(async () => Promise.reject(new Error('broken')), { signal })).rejects.toThrow(
      'broken',
    );
  });

  test('ends at the limit, and with the reason of the signal', async () => {
    await expect(bounded(never, { signal, limitMs: 10 })).rejects.toThrow('not done within 0 s');
    const controller = new AbortController();
    const reason = new Error('cancelled');
    setTimeout(() => controller.abort(reason), 10);
    await expect(bounded(never, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('starts nothing if the signal has aborted before', async () => {
    let begun = false;
    const operation = async () => {
      begun = true;
    };
    await expect(bounded(operation, { signal: AbortSignal.abort(new Error('over')) })).rejects.toThrow(
      'over',
    );
    expect(begun).toBe(false);
  });
});

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
    { kind: 'unreachable' },
    { kind: 'no-token' },
    { kind: 'malformed' },
    { kind: 'rate-limit', status: 403 },
    { kind: 'status', status: 401 },
    { kind: 'status', status: 500 },
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
  expect(matchesGlob(pattern, text)).toBe(matches);
});

test('globs match as their regular expression does', () => {
  const signs = fc.constantFrom('a', 'b', 'B', '*', '?', '.', '😀', '\n', '[');
  const text = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (pattern, given) => {
      expect(matchesGlob(pattern, given)).toBe(oracle(pattern, given));
    }),
    { numRuns: 2000 },
  );
});

test('no name makes it try every way to match', () => {
  // A matcher that tries them all would never return.
  expect(matchesGlob(`${'*a'.repeat(50)}*b`, 'a'.repeat(20_000))).toBe(false);
});

function pageOf(server: string, repository?: string): string | null {
  return issuesPage({ env: { GITHUB_SERVER_URL: server, GITHUB_ACTION_REPOSITORY: repository } });
}

test('the page of the issues is that of the repository which the step uses', () => {
  expect(pageOf('https://github.com', 'acme/scan-gate')).toBe('https://github.com/acme/scan-gate/issues');
});

test('there is none for a local action, on another server, and for what is no repository', () => {
  expect(pageOf('https://github.com')).toBeNull();
  expect(pageOf('https://github.com', '')).toBeNull();
  expect(pageOf('https://github.com', 'a b/c')).toBeNull();
  expect(pageOf('https://github.acme.example', 'acme/scan-gate')).toBeNull();
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

describe('problemOf', () => {
  test('finds the problem that a stage threw', () => {
    const problem: Problem = { kind: 'ended-early', percentage: 40 };
    expect(problemOf(new ProblemError(problem))).toBe(problem);
  });

  test('reads a cancellation by its signal', () => {
    expect(problemOf(new CancelledError('SIGINT'))).toMatchObject({ kind: 'cancelled', signal: 'SIGINT' });
  });

  test('treats everything else as internal, whatever was thrown', () => {
    expect(problemOf(new TypeError('broken'))).toEqual({ kind: 'internal', detail: 'TypeError: broken' });
    expect(problemOf('text')).toEqual({ kind: 'internal', detail: 'text' });
    expect(problemOf(undefined)).toEqual({ kind: 'internal', detail: 'undefined' });
    expect(problemOf(Symbol('odd'))).toEqual({ kind: 'internal', detail: 'Symbol(odd)' });
  });
});

describe('the errors', () => {
  test('keep their names and causes', () => {
    const cause = new Error('below');
    expect(new ProblemError({ kind: 'nothing-checked' }, { cause })).toMatchObject({
      name: 'ProblemError',
      cause,
    });
    expect(new SettingsError('wrong')).toMatchObject({ name: 'SettingsError', message: 'wrong' });
    expect(new CancelledError('SIGTERM')).toMatchObject({ name: 'CancelledError', signal: 'SIGTERM' });
  });

  test('do not repeat an answer in the message of a problem', () => {
    const error = new ProblemError({ kind: 'other-scan', expected: 'a', got: 'hostile' });
    expect(error.message).toBe('problem: other-scan');
  });
});
