import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { access, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { extractText } from 'unpdf';
import { parse } from 'yaml';
import { listenOnLoopback } from '../../sandbox/loopback-server.ts';
import { readText } from '../contract/repository.ts';
import { HEAD_SHA, pullRequest, push } from '../support/events.ts';
import { addDeployment } from '../support/github/state.ts';
import type { RunResult } from '../support/runner.ts';
import { pull, runEvent } from './event-scene.ts';
import { passOn } from './pass-on.ts';
import { readOutput } from './run-files.ts';
import { gatePermissions, type Scene, startScene } from './scene.ts';

interface Example {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { name?: string; run?: string }[] }>>;
}

/** Those of one run, by what they hold. */
function artifactsOf({ artifacts: { artifacts } }: Scene) {
  const pdfs = artifacts.filter(({ contentType }) => contentType === 'application/pdf');
  return { pdfs, archive: artifacts.find((artifact) => !pdfs.includes(artifact)) };
}

const example: Example = parse(await readText('examples/release-evidence.yml'));
const step = example.jobs['production']?.steps.find(({ name }) => name === 'Verify the evidence')?.run ?? '';
const program = /jq --exit-status [^']*'([^']+)' verified\.json/.exec(step)?.[1] ?? '';

describe('artifact', () => {
  const summaryUrl = 'https://github.com/acme/storefront/actions/runs/123456789/attempts/1';

  // Not concurrent: jest allows the import of the PDF reader in a plain test only.
  test('the PDF is an artifact of its own, and an archive holds all files', async () => {
    await using scene = await startScene();
    const { outputs, summary } = await scene.run({ inputs: { 'retention-days': '5' } });
    const { archive: artifact, pdfs } = artifactsOf(scene);
    const pdfName = basename(outputs['report-path'] ?? '');
    expect(Object.keys(artifact?.files ?? {}).toSorted()).toEqual(
      [pdfName, 'result.json', 'result.sarif'].toSorted(),
    );
    const sarif = Buffer.from(artifact?.files['result.sarif'] ?? []);
    expect(sarif.equals(await readFile(outputs['sarif-path'] ?? ''))).toBe(true);
    // The address of the artifact is known only when this file is in it.
    const [inside, onRunner] = [
      JSON.parse(Buffer.from(artifact?.files['result.json'] ?? []).toString()),
      JSON.parse(await readFile(outputs['result-path'] ?? '', 'utf8')),
    ];
    expect(onRunner).toMatchObject({ reason: outputs['reason'], artifactUrl: outputs['artifact-url'] });
    expect(inside).toEqual({ ...onRunner, artifactUrl: null });
    const evidence = JSON.parse(await readFile(outputs['evidence-path'] ?? '', 'utf8'));
    const sha256 = hash('sha256', artifact?.files['result.json'] ?? '');
    expect(evidence).toMatchObject({
      result: 'FAILED',
      url: expect.stringContaining('/actions/runs/123456789'),
    });
    expect(evidence.configuration).toEqual([
      { name: 'result.json', digest: { sha256 } },
      expect.objectContaining({ name: 'scan', uri: `scan:${outputs['scan-id']}` }),
    ]);
    expect(artifact?.name).toBe('scan-gate-CI-scan');
    for (const { expiresAt } of scene.artifacts.artifacts)
      expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(5);
    const urlOf = (id = '') => `https://github.com/acme/storefront/actions/runs/123456789/artifacts/${id}`;
    expect(outputs).toMatchObject({ 'artifact-id': artifact?.id, 'artifact-url': urlOf(artifact?.id) });
    const pdf = await readFile(outputs['report-path'] ?? '');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdfs.map(({ name }) => name)).toEqual([pdfName]);
    expect(pdf.equals(pdfs[0]?.bytes ?? new Uint8Array())).toBe(true);
    expect(outputs['report-url']).toBe(urlOf(pdfs[0]?.id));
    expect(scene.comments()[0]).toContain(
      `📄 **[Action report (PDF)](${urlOf(pdfs[0]?.id)})** · [Job summary](${summaryUrl}) · [JSON and SARIF](${urlOf(artifact?.id)})`,
    );
    expect(summary).toContain(`[Action report (PDF)](${urlOf(pdfs[0]?.id)})`);
    const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
    expect(text).toContain('Environment file exposed');
  });

  test('all are uploaded at the same time', async () => {
    await using scene = await startScene();
    await scene.run();
    const calls = scene.artifacts.requests.map(({ path }) => basename(path));
    expect(calls.lastIndexOf('CreateArtifact')).toBeLessThan(calls.indexOf('FinalizeArtifact'));
  });

  test('a PDF that cannot be an artifact of its own is linked in the archive, and the verdict stands', async () => {
    const faults = [{ path: /ACTION_REPORT.*\.pdf/, effect: { kind: 'status', status: 403 } as const }];
    await using scene = await startScene({ artifacts: { faults } });
    const run = await scene.run();
    expect(run).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' }, annotations: { warning: [] } });
    const { outputs } = run;
    const [archive, ...more] = scene.artifacts.artifacts;
    expect(more).toEqual([]);
    const pdf = basename(outputs['report-path'] ?? '');
    expect(Object.keys(archive?.files ?? {}).toSorted()).toEqual(
      [pdf, 'result.json', 'result.sarif'].toSorted(),
    );
    expect(outputs['artifact-url']).toContain(`/artifacts/${archive?.id}`);
    expect(outputs['report-url']).toBe(outputs['artifact-url']);
    expect(scene.comments()[0]).toContain(`[Action report (PDF)](${outputs['report-url']})`);
  });
});

/** The evidence of a run, and the step of examples/release-evidence.yml that verifies it. Needs `jq`, as that step does. */
describe('signed evidence', () => {
  /** Whether the example takes what a run left, once it is signed. */
  async function isTaken(
    run: RunResult,
    { target, commit }: { target: string; commit: string },
  ): Promise<boolean> {
    const predicate: unknown = JSON.parse(await readOutput(run, 'evidence-path'));
    const input = JSON.stringify([{ verificationResult: { statement: { predicate } } }]);
    const names = ['--arg', 'target', target, '--arg', 'commit', commit];
    const { status, error } = spawnSync('jq', ['--exit-status', ...names, program], { input });
    if (error !== undefined) throw error;
    return status === 0;
  }

  test('the example takes a scan of this release that passed, and no other', async () => {
    expect(program).toContain('PASSED');
    const permissions = { ...gatePermissions, pull_requests: 'none' } as const;
    await using scene = await startScene({ github: { permissions } });
    const commit = '4'.repeat(40);
    const release = (inputs: Readonly<Record<string, string>>) =>
      scene.run({ event: push({ sha: commit }), inputs: { reports: 'none', ...inputs } });
    const target = scene.hardened.url;
    const expected = { target, commit };

    const passed = await release({ url: target });
    expect(await isTaken(passed, expected)).toBe(true);
    expect(await isTaken(passed, { target, commit: '5'.repeat(40) })).toBe(false);
    expect(await isTaken(passed, { target: 'https://other.example.com/', commit })).toBe(false);

    const attached = await release({ 'scan-id': passed.outputs['scan-id'] ?? '' });
    const reused = await release({ url: target, 'reuse-within': '1h' });
    expect(scene.sandbox.scans).toHaveLength(1);
    for (const run of [attached, reused]) {
      expect(run.outputs['verdict']).toBe('pass');
      expect(await isTaken(run, expected)).toBe(false);
    }
    const failed = await release({ url: scene.weak.url, 'on-fail': 'warn' });
    expect(failed.exitCode).toBe(0);
    for (const place of [target, scene.weak.url])
      expect(await isTaken(failed, { target: place, commit })).toBe(false);
  });
});

describe('networks', () => {
  test('GitHub Enterprise Server: its own API addresses, and files on the runner instead of artifacts', async () => {
    await using scene = await startScene({ github: { pulls: [pull] } });
    const paths: string[] = [];
    await using ghes = await listenOnLoopback((incoming, response) => {
      const { url = '/' } = incoming;
      paths.push(url);
      const path = url.replace(/^\/api\/(?:v3(?=\/))?/, '/').replace('//', '/');
      passOn({ incoming, response, path, upstream: scene.github.url }).catch(() => response.destroy());
    });
    const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
    addDeployment(scene.github.state, { sha: HEAD_SHA, environment: 'Preview', statuses });
    const options = {
      event: pullRequest(),
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
    const warnings = result.annotations.warning;
    expect(warnings).toContainEqual(
      expect.stringMatching(/GitHub Enterprise Server.*actions\/upload-artifact/s),
    );
    expect(result).toMatchObject({ outputs: { 'artifact-id': '', 'artifact-url': '' } });
    for (const name of ['report-path', 'result-path', 'summary-path']) {
      await expect(access(result.outputs[name] ?? '')).resolves.toBeUndefined();
    }
    expect(scene.artifacts.requests).toEqual([]);
  });

  test('a temporary folder may have spaces and letters of other alphabets in its name', async () => {
    await using scene = await startScene({ github: { pulls: [pull] } });
    await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-paths-'));
    const temp = join(folder.path, 'Program Files (x86)', "Zoë's & Łukasz’ Rechner");
    const inputs = { url: scene.hardened.url, reports: 'ACTION_REPORT' };
    const { outputs, annotations } = await runEvent(scene, { event: pullRequest(), inputs, temp });
    expect(outputs['verdict']).toBe('pass');
    expect(annotations.warning).toEqual([]);
    for (const name of ['report-path', 'result-path', 'summary-path']) {
      expect(outputs[name]).toContain(temp);
      await expect(access(outputs[name] ?? '')).resolves.toBeUndefined();
    }
    // Names in the artifact do not contain the folder.
    const names = scene.artifacts.artifacts.flatMap(({ files }) => Object.keys(files));
    expect(names.filter((name) => name.includes('/') || name.includes('\\'))).toEqual([]);
    expect(names).toContain('result.json');
  });
});
