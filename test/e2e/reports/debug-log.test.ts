import { expect, test } from '@jest/globals';
import { schedule } from '../../support/events.ts';
import { startScene } from '../scene.ts';

test('debug logging has each request with method, path, status, time and size, and no secret', async () => {
  await using scene = await startScene();
  const url = `${scene.weak.url}/?token=s3cr3t-of-the-site`;
  const run = await scene.run({ inputs: { url }, env: { RUNNER_DEBUG: '1' } });
  const said = run.commands.filter(({ name }) => name === 'debug').map(({ message }) => message);
  const asked = (name: string) => said.filter((message) => message.startsWith(`${name}: `));
  const form = /^\w+: (GET|POST|PATCH) \S+ → \d{3}, \d+ ms, (\d+ bytes|size not told)$/;
  for (const name of ['Service', 'GitHub', 'Target']) {
    expect(asked(name).length).toBeGreaterThan(0);
    for (const message of asked(name)) expect(message).toMatch(form);
  }
  expect(asked('Service')).toHaveLength(scene.sandbox.requests.length);
  expect(asked('GitHub')).toHaveLength(scene.github.requests.length);
  expect(run.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n')).not.toContain('s3cr3t');
  expect(said.join('\n')).not.toContain(scene.sandbox.apiKey);
});

test('a scheduled run shows the trend over the last scans, a pull request does not', async () => {
  await using scene = await startScene();
  for (let scans = 0; scans < 2; scans += 1) await scene.scanned(scene.weak.url);
  const lists = () => scene.sandbox.requests.filter(({ path }) => path.endsWith('list_scans')).length;
  const pull = await scene.run({ inputs: { reports: 'none' } });
  expect([lists(), /trend/i.test(pull.summary)]).toEqual([0, false]);
  const scheduled = await scene.run({ event: schedule(), inputs: { reports: 'none' } });
  expect([lists(), /trend/i.test(scheduled.summary)]).toEqual([1, true]);
});

test('a trend that cannot be read is no error', async () => {
  await using scene = await startScene();
  scene.sandbox.faults = [{ endpoint: 'list', fault: { kind: 'status', code: 403 } }];
  const run = await scene.run({ event: schedule(), inputs: { reports: 'none' } });
  expect([run.outputs['verdict'], run.annotations.warning]).toEqual(['fail', []]);
  expect(run.summary).not.toMatch(/trend/i);
});
