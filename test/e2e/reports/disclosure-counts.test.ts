import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startWeakSite } from '../../../sandbox/sites/weak.ts';
import { deploymentStatus, schedule } from '../../support/events.ts';
import type { RunResult } from '../../support/runner.ts';
import { type Place, placesOfRun, publishedPlaces } from '../places.ts';
import { readOutput } from '../run-files.ts';
import { policyAtBase, type Scene, startScene } from '../scene.ts';

const result = z.looseObject({
  target: z.string(),
  findings: z.array(
    z.looseObject({
      ...{ name: z.string(), description: z.string(), remediation: z.string(), fingerprint: z.string() },
      references: z.array(z.string()),
    }),
  ),
  host: z.looseObject({ services: z.array(z.looseObject({ product: z.string() })) }),
});

/** What everybody can read of a run on a public repository: the log with its annotations, and what it published. */
function saidByRun(scene: Scene, run: RunResult): Place[] {
  const hidden = ['the outputs', 'the state'];
  const reason: Place = ['the reason', run.outputs['reason'] ?? ''];
  const places = [...placesOfRun(run), reason, ...publishedPlaces(scene)];
  return places.filter(([name]) => !hidden.includes(name));
}

/** What the complete result says about findings and host. */
async function secretsOf(run: RunResult): Promise<string[]> {
  const { findings, host } = result.parse(JSON.parse(await readOutput(run, 'result-path')));
  expect(findings.length).toBeGreaterThan(20);
  const texts = findings.flatMap(({ name, description, remediation, fingerprint, references }) => [
    ...[name, description, remediation, fingerprint, fingerprint.slice(3, 13)],
    ...references,
  ]);
  return [...texts, ...host.services.map(({ product }) => product)].filter((text) => text.length > 3);
}

/** Which of `secrets` are shown, and where. */
function leaksOf(scene: Scene, run: RunResult, secrets: readonly string[]): string[] {
  return saidByRun(scene, run).flatMap(([where, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${where}: ${secret}`),
  );
}

const counts = { disclosure: 'counts', 'track-issue': 'true' };
const debug = { RUNNER_DEBUG: '1' };

describe('disclosure: counts', () => {
  test('shows the verdict and the counts, and nothing of what was found', async () => {
    await using scene = await startScene();
    const run = await scene.run({ inputs: counts, env: debug });
    expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'fail']);
    const host = new URL(scene.weak.url).host;
    expect(leaksOf(scene, run, [...(await secretsOf(run)), host])).toEqual([]);
    for (const [, text] of saidByRun(scene, run)) expect(text).not.toBe('');
    const [comment = ''] = scene.comments();
    for (const text of [comment, run.summary]) {
      expect(text).toContain('❌ Scan Gate: ');
      expect(text).toContain('disclosure');
    }
    expect(run.maskedLog).toMatch(/\d+ critical, \d+ high, /);
    expect(comment).toMatch(/\n<!-- scan-gate:state v1 outcome=fail sha=1111111 blocking=\d+ -->\n/);
  });

  test('is checked in the right places: with full, each of them shows findings', async () => {
    await using scene = await startScene();
    const run = await scene.run({ inputs: { reports: 'none' } });
    const leaks = leaksOf(scene, run, ['Environment file exposed']);
    const files = ['result.json', 'result.sarif'];
    expect(leaks.map((leak) => leak.split(':')[0])).toEqual([
      'the log',
      'the summary',
      'a comment',
      ...files,
    ]);
  });

  test('uploads nothing, while the files on the runner are complete', async () => {
    await using scene = await startScene();
    const run = await scene.run({ inputs: counts });
    expect(scene.artifacts.requests).toEqual([]);
    expect(run.outputs).toMatchObject({ 'artifact-id': '', 'artifact-url': '', url: scene.weak.url });
    expect((await readOutput(run, 'report-path')).startsWith('%PDF-')).toBe(true);
    for (const name of ['result-path', 'sarif-path'])
      expect(await readOutput(run, name)).toContain('Environment file exposed');
    expect(await readOutput(run, 'summary-path')).toBe(scene.comments()[0]);
  });

  test('names neither target nor baseline on a run with a tracking issue', async () => {
    await using production = await startWeakSite({ fixed: ['exposures'] });
    await using scene = await startScene();
    await scene.scanned(production.url);
    const inputs = { ...counts, baseline: production.url };
    const run = await scene.run({ event: schedule(), inputs, env: debug });
    expect(run.outputs).toMatchObject({ verdict: 'fail', 'issue-url': expect.stringContaining('/issues/') });
    const hosts = [scene.weak.url, production.url].map((url) => new URL(url).host);
    expect(leaksOf(scene, run, [...(await secretsOf(run)), ...hosts])).toEqual([]);
  });

  test('names no target that was discovered, is not ready, or redirects elsewhere', async () => {
    await using scene = await startScene();
    const host = new URL(scene.weak.url).host;
    const event = deploymentStatus({ environmentUrl: scene.weak.url });
    const found = await scene.run({ event, inputs: { ...counts, url: '' }, env: debug });
    expect(found.outputs).toMatchObject({ verdict: 'fail', url: scene.weak.url });
    expect(leaksOf(scene, found, [host])).toEqual([]);

    scene.artifacts.faults.add({
      path: /^\/elsewhere/,
      effect: { kind: 'status', status: 302, headers: { location: 'http://elsewhere.example/login' } },
    });
    for (const url of ['http://127.0.0.1:1/secret-path', `${scene.artifacts.url}/elsewhere`]) {
      const run = await scene.run({ inputs: { ...counts, url, 'wait-for-url': '1s' }, env: debug });
      expect(run.outputs['verdict']).toBe('inconclusive');
      expect(leaksOf(scene, run, [new URL(url).host, 'secret-path', 'elsewhere'])).toEqual([]);
    }
  });

  test('withholds what the service says in its errors, in its result and about reports', async () => {
    await using scene = await startScene();
    const body = JSON.stringify({ detail: 'found Zip slip at /secret-path' });
    const refusal = { kind: 'status', code: 422, body } as const;
    const secrets = ['Zip slip', 'secret-path', new URL(scene.weak.url).host];
    scene.sandbox.faults = [{ endpoint: 'report', fault: refusal }];
    const reportless = await scene.run({ inputs: counts, env: debug });
    expect(reportless.annotations.warning.map(({ message }) => message).join()).toContain('is missing');
    expect(leaksOf(scene, reportless, secrets)).toEqual([]);
    scene.sandbox.faults = [{ endpoint: 'start', fault: refusal }];
    const refused = await scene.run({ inputs: counts, env: debug });
    expect(refused.outputs['verdict']).toBe('inconclusive');
    expect(leaksOf(scene, refused, secrets)).toEqual([]);
  });

  test('is taken from the policy file, whose rules name no finding either', async () => {
    const rules = '- { name: "Environment file*", reason: "Zip slip is known" }';
    const contents = policyAtBase(
      `disclosure: counts\nignore:\n  ${rules}\n  - { name: Nothing, reason: b }\n`,
    );
    await using scene = await startScene({ github: { contents } });
    const run = await scene.run({ env: debug });
    expect(run.outputs).toMatchObject({ verdict: 'fail', ignored: '1' });
    expect(leaksOf(scene, run, [...(await secretsOf(run)), 'Zip slip', 'Environment file'])).toEqual([]);
  });
});
