import { access, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { extractText } from 'unpdf';
import { listenOnLoopback } from '../../sandbox/loopback-server.ts';
import { HEAD_SHA } from '../support/events.ts';
import { addDeployment } from '../support/github/state.ts';
import { passOn } from './pass-on.ts';
import { runEvent, type Scene, startScene } from './scene.ts';

/** Those of one run, by what they hold. */
function artifactsOf({ artifacts: { artifacts } }: Scene) {
  const pdfs = artifacts.filter(({ contentType }) => contentType === 'application/pdf');
  return { pdfs, archive: artifacts.find((artifact) => !pdfs.includes(artifact)) };
}

describe('artifact', () => {
  const summaryUrl = 'https://github.com/acme/storefront/actions/runs/123456789/attempts/2';

  // Not concurrent: jest allows the import of the PDF reader in a plain test only.
  test('the PDF is an artifact of its own, an archive holds the other files, and both are uploaded at once', async () => {
    await using scene = await startScene();
    const { outputs, summary } = await scene.run({ env: { GITHUB_RUN_ATTEMPT: '2' } });
    const { archive: artifact, pdfs } = artifactsOf(scene);
    const pdfName = basename(outputs['report-path'] ?? '');
    expect(artifact?.name).toBe('scan-gate-CI-scan-2');
    expect(Object.keys(artifact?.files ?? {}).toSorted()).toEqual(['result.json', 'result.sarif']);
    for (const name of ['result', 'sarif']) {
      const path = outputs[`${name}-path`] ?? '';
      expect(Buffer.from(artifact?.files[basename(path)] ?? []).equals(await readFile(path))).toBe(true);
    }
    expect(JSON.parse(await readFile(outputs['result-path'] ?? '', 'utf8'))).toMatchObject({
      reason: outputs['reason'],
    });
    const urlOf = (id = '') => `https://github.com/acme/storefront/actions/runs/123456789/artifacts/${id}`;
    expect(outputs).toMatchObject({ 'artifact-id': artifact?.id, 'artifact-url': urlOf(artifact?.id) });
    const pdf = await readFile(outputs['report-path'] ?? '');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdfs.map(({ name }) => name)).toEqual([pdfName]);
    expect(pdf.equals(pdfs[0]?.bytes ?? new Uint8Array())).toBe(true);
    expect(outputs['report-url']).toBe(urlOf(pdfs[0]?.id));
    expect(scene.comments()[0]).toContain(
      `📄 **[Action report (PDF)](${urlOf(pdfs[0]?.id)})** · [Job summary](${summaryUrl}) · [JSON, SARIF](${urlOf(artifact?.id)})`,
    );
    expect(summary).toContain(`[Action report (PDF)](${urlOf(pdfs[0]?.id)})`);
    const calls = scene.artifacts.requests.map(({ path }) => basename(path));
    expect(calls.lastIndexOf('CreateArtifact')).toBeLessThan(calls.indexOf('FinalizeArtifact'));
    const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
    expect(text).toContain('Environment file exposed');
  });
});

describe('networks', () => {
  test('GitHub Enterprise Server: its own API addresses, and files on the runner instead of artifacts', async () => {
    await using scene = await startScene();
    const paths: string[] = [];
    await using ghes = await listenOnLoopback((incoming, response) => {
      const { url = '/' } = incoming;
      paths.push(url);
      incoming.url = url.replace(/^\/api\/(?:v3(?=\/))?/, '/').replace('//', '/');
      passOn({ incoming, response, upstream: scene.github.url }).catch(() => response.destroy());
    });
    const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
    addDeployment(scene.github.state, { sha: HEAD_SHA, environment: 'Preview', statuses });
    const options = {
      inputs: { reports: 'ACTION_REPORT' },
      env: {
        GITHUB_SERVER_URL: 'https://ghe.acme.example',
        GITHUB_API_URL: `${ghes.url}/api/v3`,
        GITHUB_GRAPHQL_URL: `${ghes.url}/api/graphql`,
      },
    };
    await runEvent(scene, { ...options, runId: 1 });
    // The second run asks who owns its token, to find its own comment.
    const result = await runEvent(scene, { ...options, runId: 2 });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' } });
    expect(scene.comments()).toHaveLength(1);
    expect(paths.filter((path) => !path.startsWith('/api/v3/') && path !== '/api/graphql')).toEqual([]);
    expect(paths).toContain('/api/graphql');
    // No artifact service: a warning with the remedy, and the files are where the outputs say.
    const remedy = expect.stringMatching(/GitHub Enterprise Server.*actions\/upload-artifact/s);
    expect(result.annotations.warning).toContainEqual(remedy);
    expect(result).toMatchObject({ outputs: { 'artifact-id': '', 'artifact-url': '' } });
    for (const name of ['report-path', 'result-path', 'summary-path'])
      await expect(access(result.outputs[name] ?? '')).resolves.toBeUndefined();
    expect(scene.artifacts.requests).toEqual([]);
  });
});
