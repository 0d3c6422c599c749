import { expect, test } from '@jest/globals';
import { conversationOf, wantedSinks } from '../../../src/publish/sinks.ts';
import { pullRequest, schedule } from '../../support/events.ts';
import { preparedRun, type RecordedOptions } from '../recorded-run.ts';

const inputs = { comment: 'on-failure', 'track-issue': 'true' };
const skipping = { ...inputs, 'api-key': '', 'on-missing-api-key': 'skip' };
const ofFork = pullRequest({ fork: true });

test.each<[what: string, options: RecordedOptions, wanted: object]>([
  ['a pull request has a comment', { inputs }, { comment: 'on-failure', issue: false }],
  ['a run without one has an issue', { inputs, event: schedule() }, { comment: 'never', issue: true }],
  ['a skipped run has none', { inputs: skipping, event: ofFork }, { comment: 'never', issue: false }],
  ['both can be off', { inputs: { comment: 'never' } }, { comment: 'never', issue: false }],
])('wantedSinks: %s', async (_what, options, wanted) => {
  const { setup } = await preparedRun(options);
  expect(wantedSinks(setup)).toEqual(wanted);
});

test('a run that may have a pull request has neither a place for a comment nor an issue', async () => {
  const { setup } = await preparedRun({ inputs });
  const unsure = { ...setup, pullRequest: { kind: 'unknown' } as const };
  expect(conversationOf(unsure)).toBeNull();
  expect(wantedSinks(unsure).issue).toBe(false);
});
