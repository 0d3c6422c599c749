import { expect, test } from '@jest/globals';
import { classified, type WithStrings, withOriginalTexts } from '../../../src/core/classified-text.ts';
import { CancelledError, type Problem, ProblemError, problemOf } from '../../../src/core/problem.ts';

const ended = { kind: 'ended-early', percentage: 40 } as const;
test.each<[what: string, thrown: unknown, problem: WithStrings<Problem>]>([
  ['that a stage threw', new ProblemError(ended), ended],
  ['of a cancellation', new CancelledError('SIGINT'), { kind: 'cancelled', signal: 'SIGINT', scanId: null }],
  ['of any other error', new TypeError('broken'), { kind: 'internal', detail: 'TypeError: broken' }],
  ['of a text', 'text', { kind: 'internal', detail: 'text' }],
  ['of nothing', undefined, { kind: 'internal', detail: 'undefined' }],
  ['of any other value', Symbol('odd'), { kind: 'internal', detail: 'Symbol(odd)' }],
])('problemOf finds the problem %s', (_what, thrown, problem) => {
  expect(withOriginalTexts(problemOf(thrown))).toEqual(problem);
});

test('the message of a problem does not repeat an answer', () => {
  const error = new ProblemError({ kind: 'internal', detail: classified('detail', 'hostile') });
  expect(error.message).toBe('problem: internal');
});
