import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readOwnText } from '../../src/report/hidden-line.ts';
import { until } from '../support/until.ts';
import { markerOf, ourComment } from './run-files.ts';
import { pullNumber, pulls, startScene } from './scene.ts';

test('with comment: never and config: none GitHub gets no request', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { comment: 'never', config: 'none' } });
  expect(result.outputs).toMatchObject({ verdict: 'fail', 'comment-url': '' });
  expect(scene.github.requests).toEqual([]);
  expect(result.annotations.warning).toEqual([]);
});

test('an event that cannot be read is reported, and the run goes on', async () => {
  await using scene = await startScene();
  const env = { GITHUB_EVENT_PATH: '/nowhere/event.json' };
  const result = await scene.run({ env, inputs: { url: scene.hardened.url, reports: 'none' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
  expect(result.annotations.warning).toEqual([expect.stringContaining('no pull request is known')]);
});

test('one comment is created, updated in place by later runs, and becomes green', async () => {
  await using scene = await startScene();
  const first = await scene.run({ runId: 100 });
  const [created] = [...scene.github.state.comments.values()];
  const firstBody = created?.body;
  expect(created).toMatchObject({ issueNumber: pullNumber, author: { login: 'github-actions[bot]' } });
  expect(readOwnText(firstBody ?? '')?.marker).toEqual(markerOf(100));
  expect(firstBody).toContain('❌ Scan Gate: ');

  const second = await scene.run({ runId: 101 });
  expect(scene.github.state.comments.size).toBe(1);
  expect(readOwnText(created?.body ?? '')?.marker).toEqual(markerOf(101));
  expect(created?.body).toContain(second.outputs['scan-id']);

  scene.weak.fix('headers', 'exposures');
  const third = await scene.run({ runId: 101, runAttempt: 2, inputs: { comment: 'on-failure' } });
  expect(third.outputs['verdict']).toBe('pass');
  expect(scene.comments()).toHaveLength(1);
  expect(readOwnText(created?.body ?? '')?.marker).toEqual(markerOf(101, 2));
  expect(created?.body).toContain('Scan Gate: passed');
  // Named where it is fixed, and nowhere else.
  expect(created?.body.split('Environment file exposed')).toHaveLength(2);
  expect(created?.body).toMatch(
    /Fixed since the last report \(\d+\)<\/summary>\n\n- Environment file exposed\n/,
  );
  expect(new Set([first, second, third].map(({ outputs }) => outputs['comment-url'])).size).toBe(1);
  const written = scene.github.requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql');
  expect(written.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
});

test('a second use in one job has its own comment and artifact', async () => {
  await using scene = await startScene();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-job-'));
  const temp = folder.path;
  const failing = await scene.run({ temp, action: '__self' });
  const url = scene.hardened.url;
  const passing = await scene.run({ temp, action: '__self_2', inputs: { url } });
  expect(failing.outputs['verdict']).toBe('fail');
  expect(passing.outputs['verdict']).toBe('pass');
  expect(scene.comments().map((body) => /## (. Scan Gate: )/u.exec(body)?.[1])).toEqual([
    '❌ Scan Gate: ',
    '✅ Scan Gate: ',
  ]);
  const names = scene.artifacts.artifacts.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('scan-gate'))).toEqual([
    'scan-gate-CI-scan',
    'scan-gate-CI-scan-__self_2',
  ]);
  expect(new Set(names).size).toBe(4);
  const paths = [failing, passing].map(({ outputs }) => outputs['result-path']);
  expect(new Set(paths).size).toBe(2);
});

test('a newer run that writes just before the comments are read keeps its comment', async () => {
  // Our login is the last that is asked for before the comments are read.
  const late = { path: /^\/graphql/, effect: { kind: 'delay', delayMs: 1_000 } } as const;
  const comments = [{ issueNumber: pullNumber, body: ourComment(31) }];
  await using scene = await startScene({ github: { pulls, comments, faults: [late] } });
  const inputs = { 'scan-id': await scene.scanned(scene.hardened.url), reports: 'none' };
  const running = scene.run({ runId: 32, inputs });
  await until(() => scene.github.requests.some(({ path }) => path === '/graphql'));
  const [comment] = scene.github.state.comments.values();
  if (comment !== undefined) comment.body = ourComment(33);
  const result = await running;
  expect(scene.comments()).toEqual([ourComment(33)]);
  const writes = scene.github.requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql');
  expect(writes).toEqual([]);
  expect(result.annotations.notice.join()).toContain('as a newer run wrote it');
});
