import { describe, expect, test } from '@jest/globals';
import { CancelledError } from '../../../src/core/problem.ts';
import { markerOf } from '../../../src/publish/own-texts.ts';
import { readNotedScan } from '../../../src/publish/read-noted-scan.ts';
import { scanDigest } from '../../../src/scan/noted-scan.ts';
import { HEAD_SHA, schedule } from '../../support/events.ts';
import { startGitHub } from '../../support/github/server.ts';
import { addComment } from '../../support/github/state.ts';
import { hiddenLineOf } from '../../support/hidden-line.ts';
import { preparedRun } from '../recorded-run.ts';
import { startWithPull } from './github-with-pull.ts';

describe('readNotedScan', () => {
  test('reads which scan our comment names', async () => {
    await using github = await startWithPull();
    const { setup, world } = await preparedRun({ github });
    const notedScan = { sha: HEAD_SHA, runId: 99, digest: scanDigest('scan-0'), reusable: true };
    const head = hiddenLineOf({ ...markerOf(setup), runId: 99 }, null, notedScan);
    addComment(github.state, { issueNumber: 7, body: `${head}\n## Failed: SQL injection` });
    expect(await readNotedScan(setup, world)).toEqual(notedScan);
    expect(await readNotedScan({ ...setup, commentKey: 'another' }, world)).toBeNull();
  });

  test('asks nothing without a pull request, nor without a token', async () => {
    await using github = await startWithPull();
    const none = await preparedRun({ github, event: schedule() });
    const tokenless = await preparedRun();
    for (const { setup, world } of [none, tokenless]) expect(await readNotedScan(setup, world)).toBeNull();
    expect(github.requests).toEqual([]);
    expect(tokenless.world.log.of('info')).toEqual([]);
  });

  test('finds nothing if the comment cannot be read, and says so', async () => {
    await using github = await startGitHub({ permissions: { issues: 'none', pull_requests: 'none' } });
    const { setup, world } = await preparedRun({ github });
    expect(await readNotedScan(setup, world)).toBeNull();
    expect(world.log.of('info')).toEqual([expect.stringContaining('could not be read')]);
  });

  test('is ended by a cancel', async () => {
    await using github = await startWithPull();
    const cancelled = AbortSignal.abort(new CancelledError('SIGINT'));
    const { setup, world } = await preparedRun({ github, world: { cancelled } });
    await expect(readNotedScan(setup, world)).rejects.toThrow(CancelledError);
  });
});
