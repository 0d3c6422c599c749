import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { extractText } from 'unpdf';
import { startScene } from './scene.ts';

const both = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'];

// Not concurrent: jest allows the import of the PDF reader in a plain test only.
test('the artifact holds the PDF, the JSON result and the SARIF file, byte for byte', async () => {
  await using scene = await startScene();
  const { outputs } = await scene.run({ inputs: { 'retention-days': '5' } });
  const [artifact] = scene.artifacts.artifacts;
  const paths = ['report-path', 'result-path', 'sarif-path'].map((name) => outputs[name] ?? '');
  expect(Object.keys(artifact?.files ?? {}).toSorted()).toEqual(
    paths.map((path) => basename(path)).toSorted(),
  );
  for (const path of paths) {
    const bytes = Buffer.from(artifact?.files[basename(path)] ?? []);
    if (path !== outputs['result-path']) expect(bytes.equals(await readFile(path))).toBe(true);
  }
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
  const days = (Date.parse(artifact?.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(5);
  const url = `https://github.com/acme/storefront/actions/runs/123456789/artifacts/${artifact?.id}`;
  expect(outputs).toMatchObject({ 'artifact-id': artifact?.id, 'artifact-url': url });
  expect(scene.comments()[0]).toContain(url);
  const pdf = await readFile(outputs['report-path'] ?? '');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  expect(text).toContain('Environment file exposed');
});

test('both reports are fetched when both are asked for', async () => {
  await using scene = await startScene();
  const settings = { 'report-language': 'pt', 'report-color': '#1f883d', 'artifact-name': 'my reports' };
  const logo = 'https://cdn.example/logo.png';
  const inputs = { reports: both.join('\n'), 'report-logo': logo, ...settings };
  const { outputs } = await scene.run({ inputs: { ...inputs, url: scene.hardened.url } });
  const bodies = scene.sandbox.requests
    .filter(({ path }) => path.endsWith('generate'))
    .map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(bodies).toEqual(
    expect.arrayContaining(
      both.map((report_type) => ({
        report_type,
        scan_id: outputs['scan-id'],
        target_url: scene.hardened.url,
        language: 'pt',
        logo,
        color_theme_hex: '#1f883d',
      })),
    ),
  );
  const [artifact] = scene.artifacts.artifacts;
  expect(artifact?.name).toBe('my reports');
  const names = Object.keys(artifact?.files ?? {}).toSorted();
  expect(names).toEqual([
    expect.stringContaining(both[0] ?? ''),
    expect.stringContaining(both[1] ?? ''),
    'result.json',
    'result.sarif',
  ]);
  expect(basename(outputs['report-path'] ?? '')).toBe(names[0]);
});

test('reports: none uploads only the JSON result and the SARIF file', async () => {
  await using scene = await startScene();
  const { outputs, annotations } = await scene.run({ inputs: { reports: 'none', url: scene.hardened.url } });
  expect(outputs).toMatchObject({ verdict: 'pass', 'report-path': '' });
  expect(annotations.warning).toEqual([]);
  expect(scene.sandbox.requests.some(({ path }) => path.includes('reports'))).toBe(false);
  expect(Object.keys(scene.artifacts.artifacts[0]?.files ?? {}).toSorted()).toEqual([
    'result.json',
    'result.sarif',
  ]);
});
