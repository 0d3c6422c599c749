import { expect, test } from '@jest/globals';
import { pullRequest, push, type RunnerEvent, workflowRun } from '../support/events.ts';
import { startScene } from './scene.ts';

/** A run without a key. It must never ask the service. */
async function runWithoutKey(event: RunnerEvent, onMissing: string, more: Record<string, string> = {}) {
  await using scene = await startScene();
  const inputs = { 'api-key': '', 'on-missing-api-key': onMissing, ...more };
  const result = await scene.run({ event, inputs });
  expect(scene.sandbox.requests).toEqual([]);
  expect(result.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': '' });
  const written = scene.github.requests.filter(({ method }) => method !== 'GET');
  return { ...result, written: written.length };
}

for (const [who, event] of [
  ['a fork', pullRequest({ fork: true })],
  ['Dependabot', pullRequest({ dependabot: true })],
] as const) {
  test(`skip: a pull request from ${who} is green, with a notice`, async () => {
    const result = await runWithoutKey(event, 'skip');
    expect(result.exitCode).toBe(0);
    expect([...result.annotations.error, ...result.annotations.warning]).toEqual([]);
    expect(result.annotations.notice.map(({ message }) => message)).toEqual([
      expect.stringContaining('Nothing was scanned'),
    ]);
    expect(result.summary).toContain('Scan Gate: skipped, nothing was scanned');
    expect(result.written).toBe(0);
  });
}

for (const [who, event] of [
  ['a fork', pullRequest({ fork: true })],
  ['Dependabot', pullRequest({ dependabot: true })],
] as const) {
  test(`skip: a pull request from ${who} gets no variables either, so base-url and url may be empty`, async () => {
    const result = await runWithoutKey(event, 'skip', { 'base-url': '', url: '' });
    expect([result.exitCode, result.annotations.error]).toEqual([0, []]);
    expect(result.annotations.notice).toHaveLength(1);
    expect(result.written).toBe(0);
    const wrong = await runWithoutKey(event, 'skip', {
      'base-url': '',
      timeout: 'soon',
      'fail-on': 'severe',
    });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.annotations.error[0]?.message).toMatch(/2 inputs are wrong.*timeout.*fail-on/s);
  });
}

test('skip: an empty base-url is wrong with a key, without skip, and where there are variables', async () => {
  const fork = pullRequest({ fork: true });
  const runs = await Promise.all([
    runWithoutKey(fork, 'fail', { 'base-url': '' }),
    runWithoutKey(fork, 'skip', { 'base-url': '', 'api-key': 'key-0123456789' }),
    runWithoutKey(pullRequest(), 'skip', { 'base-url': '' }),
    runWithoutKey(pullRequest({ fork: true, eventName: 'pull_request_target' }), 'skip', { 'base-url': '' }),
    runWithoutKey(workflowRun(), 'skip', { 'base-url': '' }),
  ]);
  for (const { exitCode, maskedLog } of runs) {
    expect(exitCode).toBe(1);
    expect(maskedLog).toContain('base-url is empty');
  }
});

test('skip: where a fork has the secrets, an empty key fails', async () => {
  const events = [
    pullRequest({ fork: true, eventName: 'pull_request_target' }),
    workflowRun({ pullNumbers: [], headRepository: 'stranger/storefront' }),
  ];
  for (const event of events) expect((await runWithoutKey(event, 'skip')).exitCode).toBe(1);
});

test('skip: anywhere else an empty key fails, even with on-inconclusive: warn', async () => {
  const warn = { 'on-inconclusive': 'warn' };
  const results = await Promise.all([
    runWithoutKey(push(), 'skip', warn),
    runWithoutKey(pullRequest(), 'skip', warn),
  ]);
  for (const { exitCode, annotations } of results) {
    expect(exitCode).toBe(1);
    expect(annotations.error.map(({ message }) => message)).toEqual([
      expect.stringMatching(/api-key is empty.*secret/),
    ]);
  }
});

test('fail, the default, fails on a fork too', async () => {
  const result = await runWithoutKey(pullRequest({ fork: true }), 'fail');
  expect(result.exitCode).toBe(1);
});

test('a fork that has a key is scanned like any other', async () => {
  await using scene = await startScene();
  const inputs = { 'on-missing-api-key': 'skip', url: scene.hardened.url, reports: 'none' };
  const result = await scene.run({ event: pullRequest({ fork: true }), inputs });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
});
