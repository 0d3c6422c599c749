import { expect, test } from '@jest/globals';
import { checkSinks } from '../../../src/publish/sink-checks.ts';
import { en } from '../../../src/report/language/texts.ts';
import { pullRequest, schedule } from '../../support/events.ts';
import type { GitHubOptions } from '../../support/github/server.ts';
import { startWithPull, writesOf } from '../../support/github/with-pull.ts';
import { preparedRun, type RecordedOptions } from '../recorded-run.ts';

const inputs = { comment: 'always', 'track-issue': 'true', 'commit-status': 'gate' };
const { notWanted, correctOthersFirst } = en.dryRun;

/** The checks by name: `failed`, or what an unchecked sink says. */
async function check(options: RecordedOptions, server: GitHubOptions = {}, isPrepared = true) {
  await using github = await startWithPull(server);
  const { step, setup } = await preparedRun({ github, inputs, ...options });
  const checks = await checkSinks(step, isPrepared ? setup : null);
  expect(writesOf(github)).toEqual([]);
  return Object.fromEntries(
    checks.map(({ name, state, describe }) => [name, state === 'failed' ? state : describe(en).what]),
  );
}

const readable = (permission: string) => en.dryRun.readable(permission).what;
const comment = readable('pull-requests: write');
const issue = readable('issues: write');
const status = readable('statuses: write');

test.each<[what: string, options: RecordedOptions, found: object]>([
  ['comment and status of a pull request', { event: pullRequest() }, { comment, issue: notWanted, status }],
  ['the issue of a schedule', { event: schedule() }, { comment: notWanted, issue, status: notWanted }],
  [
    'nothing that is switched off',
    { event: pullRequest(), inputs: { comment: 'never' } },
    { comment: notWanted, issue: notWanted, status: notWanted },
  ],
])('a dry run reads %s, and writes nothing', async (_what, options, found) => {
  expect(await check(options)).toEqual(found);
});

test('a sink that may not be read has failed, and the others are read all the same', async () => {
  const server: GitHubOptions = { permissions: { statuses: 'none' } };
  expect(await check({}, server)).toEqual({ comment, issue: notWanted, status: 'failed' });
});

test('with a wrong setting, only the status is read', async () => {
  const found = { comment: correctOthersFirst, issue: correctOthersFirst, status };
  expect(await check({}, {}, false)).toEqual(found);
});
