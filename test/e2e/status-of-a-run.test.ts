import { expect, test } from '@jest/globals';
import { HEAD_SHA } from '../support/events.ts';
import { gatePermissions, startScene } from './scene.ts';

/** What docs/make-it-required.md names, and nothing more. */
const permissions = { ...gatePermissions, statuses: 'write' } as const;

/** Where there is none, and what else it says: `commit-status.test.ts`. */
test('the status of a fail and of a pass, with a link to the run, which an older run leaves', async () => {
  await using scene = await startScene({ github: { permissions } });
  const run = (runId: number, url: string) =>
    scene.run({ runId, inputs: { 'commit-status': 'Scan Gate', reports: 'none', url } });
  const states = () => scene.github.state.statuses.map(({ state, context }) => `${context}: ${state}`);
  const failed = await run(123_456_789, scene.weak.url);
  const passed = await run(123_456_790, scene.hardened.url);
  expect(failed.exitCode).toBe(1);
  expect(passed.exitCode).toBe(0);
  const all = ['pending', 'failure', 'pending', 'success'].map((state) => `Scan Gate: ${state}`);
  expect(states()).toEqual(all);
  const { statuses } = scene.github.state;
  const [, failure, , success] = statuses;
  expect(new Set(statuses.map(({ sha }) => sha))).toEqual(new Set([HEAD_SHA]));
  expect(failure).toMatchObject({
    targetUrl: 'https://github.com/acme/storefront/actions/runs/123456789/attempts/1',
  });
  expect(failed.outputs['reason']).toContain(failure?.description.replace(/…$/, ''));
  expect(success?.description).toContain('No finding');
  for (const { annotations } of [failed, passed]) expect(annotations.warning).toEqual([]);

  const older = await run(123_456_788, scene.weak.url);
  expect(older.exitCode).toBe(1);
  expect(states()).toEqual(all);
  const notices = older.annotations.notice;
  expect(notices.filter((line) => line.includes('commit status'))).toEqual([
    'The commit status is left as a newer run set it: https://github.com/acme/storefront/actions/runs/123456790/attempts/1',
  ]);
});
