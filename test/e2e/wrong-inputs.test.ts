import { expect, test } from '@jest/globals';
import { type Scene, startScene } from './scene.ts';

async function refused(scene: Scene, inputs: Record<string, string>): Promise<string> {
  const before = scene.sandbox.requests.length;
  const result = await scene.run({ inputs: { 'on-inconclusive': 'warn', ...inputs } });
  expect(result.exitCode).toBe(1);
  expect(result.outputs['verdict']).toBe('inconclusive');
  expect(result.annotations.error).toHaveLength(1);
  expect(result.stderr).toBe('');
  expect(scene.sandbox.requests).toHaveLength(before);
  expect([...scene.github.requests, ...scene.artifacts.requests]).toEqual([]);
  return result.annotations.error[0]?.message ?? '';
}

const wrong = {
  'base-url': 'http://scanner.example',
  'on-missing-api-key': 'ignore',
  url: 'ftp://example.com',
  'wait-for-url': 'soon',
  preferences: 'xss: maybe',
  'scan-id': '../../admin',
  'reuse-within': 'yesterday',
  language: 'fr',
  'include-subdomains': 'yes',
  'include-leaks': '1',
  timeout: '0',
  'poll-interval': '-5s',
  'fail-on': 'High',
  'on-inconclusive': 'ignore',
  comment: 'sometimes',
  reports: 'PDF',
  'report-language': 'de',
  'report-logo': 'logo.png',
  'report-color': 'blue',
  'artifact-name': 'a/b',
  'retention-days': '0',
};

test('every wrong input is named in one error, and no server gets a request', async () => {
  await using scene = await startScene();
  const message = await refused(scene, wrong);
  const [title, ...lines] = message.split('\n');
  expect(title).toMatch(/^21 inputs are wrong/);
  const named = lines.map((line) => /^- ([\w-]+) is .*, expected ./.exec(line)?.[1]);
  expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted());
  expect(message).toContain('fail-on is High, expected critical, high, medium, low, warning or never');
});

test('missing inputs are named, and wrong settings fail even with on-inconclusive: warn', async () => {
  await using scene = await startScene();
  const message = await refused(scene, { 'base-url': '', 'on-inconclusive': 'warn' });
  expect(message).toContain('base-url is empty');
});

test('a wrong key is not shown', async () => {
  await using scene = await startScene();
  const apiKey = 'sk_live zwei-worte';
  const result = await scene.run({ inputs: { 'api-key': apiKey } });
  expect(result.exitCode).toBe(1);
  expect(result.annotations.error[0]?.message).toContain(
    'api-key contains a space, line break or non-ASCII character. Store only the key, without Bearer or quotes.',
  );
  expect(
    result.lines
      .filter((line) => line.includes('zwei-worte'))
      .every((line) => line.startsWith('::add-mask::')),
  ).toBe(true);
  expect(scene.sandbox.requests).toEqual([]);
});

test('wrong addresses are quoted without their passwords', async () => {
  await using scene = await startScene();
  const inputs = {
    url: 'https://reviewer:pa55word@a.example/ x',
    'base-url': 'https:reviewer:pa55word@api.example',
    baseline: '\\\\reviewer:pa55word@a.example',
    'report-logo': '//reviewer:pa55word@a.example/logo.png?token=pa55word',
    preferences: 'a: [b]reviewer:pa55word@a.example',
    config: 'https://reviewer:pa55word@a.example/policy.yml',
  };
  const result = await scene.run({ inputs });
  expect(result.outputs['verdict']).toBe('inconclusive');
  expect(result.annotations.error[0]?.message).toMatch(/^6 inputs are wrong/);
  const said = result.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
  for (const text of [said, result.summary, JSON.stringify(result.outputs)])
    expect(text).not.toMatch(/pa55word|reviewer/);
});

test('an unknown preference is sent as given, with a warning', async () => {
  await using scene = await startScene();
  const preferences = 'scan_deep: 1\nxxs: true\ncrawler_options: { open_redirect: false }';
  const inputs = { preferences, reports: 'none', url: scene.hardened.url };
  const result = await scene.run({ inputs });
  expect(result.annotations.warning.map(({ message }) => message)).toEqual([expect.stringContaining('xxs')]);
  expect(scene.sandbox.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    url: scene.hardened.url,
    preferences: { scan_deep: 1, xxs: true, crawler_options: { open_redirect: false } },
  });
});
