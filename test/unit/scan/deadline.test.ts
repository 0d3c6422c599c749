import { expect, test } from '@jest/globals';
import { DeadlineError, withDeadline } from '../../../src/scan/deadline.ts';

test('withDeadline aborts when the time is up', async () => {
  using deadline = withDeadline(new AbortController().signal, 10);
  expect(deadline.signal.aborted).toBe(false);
  await new Promise((resolve) => deadline.signal.addEventListener('abort', resolve));
  expect(deadline.signal.reason).toBeInstanceOf(DeadlineError);
});

test('withDeadline aborts with the reason of the outer signal, and at once if no time is left', async () => {
  const outer = new AbortController();
  using deadline = withDeadline(outer.signal, 60_000);
  const reason = new Error('cancelled');
  outer.abort(reason);
  expect(deadline.signal.reason).toBe(reason);
  using over = withDeadline(new AbortController().signal, -5);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(over.signal.reason).toBeInstanceOf(DeadlineError);
});

test('withDeadline no longer aborts once it is disposed', async () => {
  const { signal, ...deadline } = withDeadline(new AbortController().signal, 10);
  deadline[Symbol.dispose]();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(signal.aborted).toBe(false);
});
