import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { extractText } from 'unpdf';
import { listenOnLoopback } from '../../sandbox/loopback-server.ts';
import { passOn } from './pass-on.ts';
import { startScene } from './scene.ts';

// Not concurrent: jest allows the import of the PDF reader in a plain test only.
test('the files on the runner are uploaded, at once, and comment and summary lead to them', async () => {
  await using scene = await startScene();
  const { outputs, summary } = await scene.run({ runAttempt: 2 });
  const { artifacts, requests } = scene.artifacts;
  const pdf = artifacts.find(({ contentType }) => contentType === 'application/pdf');
  const archive = artifacts.find((artifact) => artifact !== pdf);
  const uploaded = {
    'report-path': pdf?.bytes,
    'result-path': archive?.files['result.json'],
    'sarif-path': archive?.files['result.sarif'],
  };
  for (const [name, bytes = []] of Object.entries(uploaded))
    expect(Buffer.from(bytes).equals(await readFile(outputs[name] ?? ''))).toBe(true);
  const runUrl = 'https://github.com/acme/storefront/actions/runs/123456789';
  const [pdfUrl, archiveUrl] = [pdf, archive].map((one) => `${runUrl}/artifacts/${one?.id}`);
  const ofArchive = { 'artifact-id': archive?.id, 'artifact-url': archiveUrl };
  expect(outputs).toMatchObject({ ...ofArchive, 'report-url': pdfUrl });
  expect(scene.comments()[0]).toContain(
    `📄 **[Action report (PDF)](${pdfUrl})** · [Job summary](${runUrl}/attempts/2) · [JSON, SARIF](${archiveUrl})`,
  );
  expect(summary).toContain(`[Action report (PDF)](${pdfUrl})`);
  const calls = requests.map(({ path }) => basename(path));
  expect(calls.lastIndexOf('CreateArtifact')).toBeLessThan(calls.indexOf('FinalizeArtifact'));
  const { text } = await extractText(new Uint8Array(pdf?.bytes ?? []), { mergePages: true });
  expect(text).toContain('Environment file exposed');
});

test('on GitHub Enterprise Server its own API addresses are asked, and no artifact service', async () => {
  await using scene = await startScene();
  const paths: string[] = [];
  await using ghes = await listenOnLoopback((incoming, response) => {
    const { url = '/' } = incoming;
    paths.push(url);
    incoming.url = url.replace(/^\/api\/(?:v3(?=\/))?/, '/').replace('//', '/');
    passOn({ incoming, response, upstream: scene.github.url }).catch(() => response.destroy());
  });
  const env = { GITHUB_SERVER_URL: 'https://ghe.acme.example', GITHUB_API_URL: `${ghes.url}/api/v3` };
  const result = await scene.run({ inputs: { reports: 'none' }, env });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' } });
  expect(scene.comments()).toHaveLength(1);
  expect(paths.filter((path) => !path.startsWith('/api/v3/') && path !== '/api/graphql')).toEqual([]);
  expect(paths).toContain('/api/graphql');
  expect(scene.artifacts.requests).toEqual([]);
});
