import { expect, test } from '@jest/globals';
import { pullRequest } from '../support/events.ts';
import { Faults } from '../support/faults.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
import { startLoopback } from '../support/loopback.ts';
import { startScene } from './scene.ts';
import { requestPlaces } from './secret-places.ts';

const temp = folderForTests();

/** What else is wrong, and how it is said: `reader.test.ts` and `values.test.ts`. */
test('wrong inputs are all named in one error, and no server gets a request', async () => {
  await using scene = await startScene();
  const wrong = {
    timeout: '0',
    'scan-id': '../../admin',
    'fail-on': 'High',
    'poll-interval': '-5s',
    'include-leaks': '1',
    'api-key': 'sk_live zwei-worte',
    url: 'https://reviewer:pa55word@a.example/ x',
    preferences: 'a: [b]reviewer:pa55word@a.example',
    reports: 'PDF',
  };
  const { outputs, annotations, ...result } = await scene.run({
    inputs: { 'on-inconclusive': 'warn', ...wrong },
  });
  expect(result).toMatchObject({ exitCode: 1, stderr: '' });
  expect(outputs['verdict']).toBe('inconclusive');
  expect(annotations.error).toHaveLength(1);
  const [title, ...lines] = annotations.error[0]?.split('\n') ?? [];
  expect(title).toMatch(/^9 inputs are wrong/);
  const named = lines.map((line) => /^- ([\w-]+) is .*, expected ./.exec(line)?.[1]);
  expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted());
  expect(lines).toContain('- fail-on is High, expected critical, high, medium, low, warning or never');
  const said = result.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
  for (const text of [said, result.summary, JSON.stringify(outputs)])
    expect(text).not.toMatch(/pa55word|reviewer|zwei-worte/);
  const { sandbox, github, artifacts } = scene;
  expect([...sandbox.requests, ...github.requests, ...artifacts.requests]).toEqual([]);
});

/** On which runs a key may be empty: `prepare.test.ts`. GitHub gives neither secrets nor variables there. */
test('a pull request from a fork without a key is green, with a notice, and asks and writes nothing', async () => {
  await using scene = await startScene();
  const inputs = { 'api-key': '', 'base-url': '', url: '', 'on-missing-api-key': 'skip' };
  const run = await scene.run({ event: pullRequest({ fork: true }), inputs });
  expect(run).toMatchObject({ exitCode: 0, outputs: { verdict: 'inconclusive', 'scan-id': '' } });
  expect(scene.sandbox.requests).toEqual([]);
  expect(scene.github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  const notice = [expect.stringContaining('Nothing was scanned')];
  expect(run.annotations).toEqual({ error: [], warning: [], notice });
  expect(run.summary).toContain('Scan Gate: skipped, nothing was scanned');
});

test('the API key goes to the service in one header of every request, and not to the target', async () => {
  await using scene = await startScene();
  await using target = await startLoopback({
    faults: new Faults(),
    respond: () => ({ status: 200, text: 'hello' }),
  });
  // A fork that has a key is scanned like any other.
  const inputs = { url: target.url, 'fail-on': 'never', 'on-missing-api-key': 'skip' };
  const { outputs } = await scene.run({ event: pullRequest({ fork: true }), inputs });
  expect(outputs['verdict']).toBe('pass');
  const { requests, apiKey } = scene.sandbox;
  expect(requests.length).toBeGreaterThanOrEqual(3);
  for (const { headers, query, body, path } of requests) {
    expect(headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(JSON.stringify([path, query, body, { ...headers, authorization: '' }])).not.toContain(apiKey);
  }
  const toTarget = requestPlaces('the target', target.requests).map(([, text]) => text);
  expect(toTarget.length).toBeGreaterThan(0);
  for (const secret of [apiKey, scene.github.token]) expect(toTarget.join()).not.toContain(secret);
});

test('a second use in one job has its own comment and artifact by its `comment-key`', async () => {
  await using scene = await startScene();
  const failing = await scene.run({ temp });
  const url = scene.hardened.url;
  const passing = await scene.run({ temp, inputs: { url, 'comment-key': 'second' } });
  expect(failing.outputs['verdict']).toBe('fail');
  expect(passing.outputs['verdict']).toBe('pass');
  const titles = scene.comments().map((body) => /## (. Scan Gate): /u.exec(body)?.[1]);
  expect(titles).toEqual(['❌ Scan Gate', '✅ Scan Gate']);
  const names = scene.artifacts.artifacts.map(({ name }) => name);
  const archives = names.filter((name) => !name.endsWith('.pdf'));
  expect(archives).toEqual(['scan-gate-CI-scan-1', 'scan-gate-second-1']);
  expect(new Set(names).size).toBe(4);
  const paths = [failing, passing].map(({ outputs }) => outputs['result-path']);
  expect(new Set(paths).size).toBe(2);
});
