import { describe, expect, test } from '@jest/globals';
import {
  CancelledError,
  type Problem,
  ProblemError,
  problemOf,
  SettingsError,
} from '../../../src/core/problem.ts';

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
