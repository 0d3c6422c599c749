import { describe, expect, test } from '@jest/globals';
import { push, workflowRun } from '../support/events.ts';
import { startGitHub } from '../support/github/server.ts';
import { preparedRun } from './recorded-run.ts';

describe('the pull request of a run', () => {
  test('is looked up only where it matters', async () => {
    await using github = await startGitHub();
    const event = push();
    const quiet = await preparedRun({ github, event, inputs: { comment: 'never' } });
    expect([quiet.setup.pullRequest.kind, github.requests]).toEqual(['none', []]);
    for (const inputs of [{ baseline: 'previous' }, { 'reuse-within': '1h' }, { 'track-issue': 'true' }]) {
      const before = github.requests.length;
      await preparedRun({ github, event, inputs: { comment: 'never', ...inputs } });
      expect(github.requests.length).toBeGreaterThan(before);
    }
  });

  test('is unknown where it cannot be looked up, with a warning', async () => {
    const effect = { kind: 'status', status: 403, json: { message: 'no' } } as const;
    await using github = await startGitHub({ faults: [{ path: /pulls/, effect }] });
    const { setup, world } = await preparedRun({ github, event: workflowRun({ pullNumbers: [] }) });
    expect(setup.pullRequest).toEqual({ kind: 'unknown' });
    expect(world.log.of('warning')).toEqual([expect.stringContaining('HTTP 403')]);
  });
});
