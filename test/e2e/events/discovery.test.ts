import { describe, expect, test } from '@jest/globals';
import {
  deploymentStatus,
  HEAD_SHA,
  type Json,
  pullRequest,
  release,
  sample,
  schedule,
  workflowDispatch,
} from '../../support/events.ts';
import { addDeployment, type StoredDeploymentStatus } from '../../support/github/state.ts';
import { type Scene, startScene } from '../scene.ts';
import { pull, runEvent, scannedUrls, vercelDispatch } from './event-scene.ts';

/** The deployment of a GitHub Actions job. Its address is the page of its log. */
function pagesDeployment() {
  const isPages = ({ deployment }: Json) =>
    JSON.stringify(deployment).includes('"environment":"github-pages"');
  const payload = sample('deployment_status', { deployment_status: { state: 'success' } }, isPages);
  return { ...deploymentStatus(), payload };
}

function start(): Promise<Scene> {
  return startScene({ github: { pulls: [pull] } });
}

function deploy(scene: Scene, environment: string, ...statuses: readonly StoredDeploymentStatus[]) {
  return addDeployment(scene.github.state, { sha: HEAD_SHA, environment, statuses });
}

function succeeded(environmentUrl: string): StoredDeploymentStatus {
  return { state: 'success', environmentUrl };
}

const policy = { config: 'none' };

describe('the deployments of the head commit', () => {
  test('are waited for until one succeeds', async () => {
    await using scene = await start();
    const running = runEvent(scene, {
      event: pullRequest(),
      inputs: { ...policy, 'wait-for-url': '30s' },
      onLine: (line) => {
        if (!line.startsWith('No deployment of')) return;
        deploy(scene, 'Preview', { state: 'in_progress' }, succeeded(scene.hardened.url));
      },
    });
    const result = await running;
    expect(result.outputs).toMatchObject({ verdict: 'pass', url: scene.hardened.url });
    expect(result.stdout).toContain(
      `Target found in the deployment of ${HEAD_SHA.slice(0, 7)} to environment Preview`,
    );
  });

  test('end the wait if one failed, with a link to its log', async () => {
    await using scene = await start();
    deploy(scene, 'Preview', { state: 'failure', targetUrl: 'https://vercel.example/acme/logs' });
    const result = await runEvent(scene, {
      event: pullRequest(),
      inputs: { ...policy, 'wait-for-url': '1h' },
    });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(result.outputs['reason']).toMatch(
      /failed, so there is nothing to scan\. Its log: https:\/\/vercel\.example/,
    );
    expect(scene.sandbox.requests).toEqual([]);
    expect(scene.comments()[0]).toContain('Scan Gate: no verdict, so this check failed');
  });

  test('are chosen by `environment`, by default without production', async () => {
    await using scene = await start();
    deploy(scene, 'Preview – docs', succeeded(scene.weak.url));
    deploy(scene, 'Preview – shop', succeeded(scene.hardened.url));
    deploy(scene, 'Production', succeeded('https://shop.example'));
    const event = pullRequest();
    const byDefault = await runEvent(scene, { event, inputs: policy });
    expect(byDefault.outputs['url']).toBe(scene.hardened.url);
    const docs = await runEvent(scene, { event, inputs: { ...policy, environment: '*docs' } });
    expect(docs.outputs['url']).toBe(scene.weak.url);
    expect(scannedUrls(scene)).toEqual([scene.hardened.url, scene.weak.url]);
  });

  test('are not scanned if their address is a page of GitHub', async () => {
    await using scene = await start();
    const page = 'https://github.com/acme/storefront/actions/runs/1/job/2';
    deploy(scene, 'ci', { state: 'success', environmentUrl: page, targetUrl: page });
    const inputs = { ...policy, 'wait-for-url': '0' };
    const { outputs } = await runEvent(scene, { event: pullRequest(), inputs });
    expect(outputs['reason']).toMatch(/names no address.*url/);
    expect(scene.sandbox.requests).toEqual([]);
  });

  test('are named as missing, with what to do', async () => {
    await using scene = await start();
    const inputs = { ...policy, 'wait-for-url': '1s', environment: 'Preview*' };
    const { exitCode, outputs } = await runEvent(scene, { event: pullRequest(), inputs });
    expect([exitCode, outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(outputs['reason']).toMatch(/No deployment of 1111111 to Preview\* succeeded within 1 s.*url/);
  });

  test('are named as unreadable, with the missing permission', async () => {
    await using scene = await startScene({
      github: { pulls: [pull], permissions: { deployments: 'none' } },
    });
    const { outputs } = await runEvent(scene, { event: pullRequest(), inputs: policy });
    expect(outputs['reason']).toMatch(/HTTP 403.*permissions: deployments: read/);
  });
});

describe('the event itself', () => {
  test('a deployment that has not succeeded yet is inconclusive, with the line that the workflow needs', async () => {
    await using scene = await start();
    const event = deploymentStatus({ state: 'pending', environmentUrl: scene.weak.url });
    const { exitCode, outputs } = await runEvent(scene, { event, inputs: policy });
    expect([exitCode, outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(outputs['reason']).toContain("if: github.event.deployment_status.state == 'success'");
    expect(scene.sandbox.requests).toEqual([]);
  });

  test('a deployment of GitHub Actions without its own address is not scanned', async () => {
    await using scene = await start();
    const { outputs } = await runEvent(scene, { event: pagesDeployment(), inputs: policy });
    expect(outputs['reason']).toMatch(/deployment_status event names no address/);
    expect(scene.sandbox.requests).toEqual([]);
  });

  test('a deployment of another environment than requested is not scanned', async () => {
    await using scene = await start();
    const event = deploymentStatus({ environment: 'production', environmentUrl: scene.weak.url });
    const inputs = { ...policy, environment: 'Preview*' };
    const { outputs } = await runEvent(scene, { event, inputs });
    expect(outputs['reason']).toMatch(/of environment production, and environment asks for Preview\*/);
  });

  test.each([
    [
      'GitHub says so',
      (url: string) => deploymentStatus({ isProduction: true, environment: 'live', environmentUrl: url }),
    ],
    ['of its name', (url: string) => deploymentStatus({ environment: 'Production', environmentUrl: url })],
    ['Vercel says so', (url: string) => vercelDispatch({ url, environment: 'production' })],
    ['Vercel promoted it', (url: string) => vercelDispatch({ url }, 'vercel.deployment.promoted')],
  ])(
    'a deployment that is production, because %s, is scanned only if `environment` names it',
    async (_why, event) => {
      await using scene = await start();
      const refused = await runEvent(scene, { event: event(scene.hardened.url), inputs: policy });
      expect([refused.exitCode, refused.outputs['verdict']]).toEqual([1, 'inconclusive']);
      expect(refused.outputs['reason']).toMatch(/is of production .* set environment: \w+/);
      expect(refused.stdout).not.toContain('Target found');
      expect(scene.sandbox.requests).toEqual([]);
      const environment = /set environment: (\w+)/.exec(refused.outputs['reason'] ?? '')?.[1] ?? '';
      const named = await runEvent(scene, {
        event: event(scene.hardened.url),
        inputs: { ...policy, environment },
      });
      expect(named.outputs['verdict']).toBe('pass');
    },
  );

  test('a deployment whose only address is its log is not scanned', async () => {
    await using scene = await start();
    const logUrl = `${scene.hardened.url}/builds/5`;
    const event = deploymentStatus({ targetUrl: logUrl, logUrl });
    const { outputs, stdout } = await runEvent(scene, { event, inputs: policy });
    expect(outputs['reason']).toMatch(/deployment_status event names no address/);
    expect(stdout).not.toContain('Target found');
    expect(scene.sandbox.requests).toEqual([]);
  });

  test.each([
    ['schedule', schedule(), 'url is empty'],
    ['workflow_dispatch', workflowDispatch(), 'url is empty'],
    ['release', release(), 'url is empty'],
    ['a dispatch of another app', vercelDispatch({}, 'nightly'), 'types: [vercel.deployment.ready'],
  ])(
    '%s without `url` is a wrong setting, even with `on-inconclusive: warn`',
    async (_name, event, words) => {
      await using scene = await start();
      const inputs = { ...policy, 'on-inconclusive': 'warn' };
      const { exitCode, outputs } = await runEvent(scene, { event, inputs });
      expect([exitCode, outputs['verdict']]).toEqual([1, 'inconclusive']);
      expect(outputs['reason']).toContain(words);
      expect(scene.sandbox.requests).toEqual([]);
    },
  );
});
