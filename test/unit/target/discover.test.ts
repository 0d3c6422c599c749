import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import {
  deploymentStatus,
  HEAD_SHA,
  mergeGroup,
  pullRequest,
  push,
  type RunnerEvent,
  release,
  repositoryDispatch,
  schedule,
  workflowDispatch,
  workflowRun,
} from '../../support/events.ts';
import type { StoredDeployment, StoredDeploymentStatus } from '../../support/github/state.ts';
import { discover, ready, site } from './discovery.ts';

describe('the payload', () => {
  test('of deployment_status has the target, and when it was ready', async () => {
    const event = deploymentStatus({ environmentUrl: site, targetUrl: 'https://log.example.com' });
    const { found, requests } = await discover({ event });
    expect(found).toMatchObject({ target: { given: site }, readyAt: Date.parse('2026-11-01T10:00:00Z') });
    expect(requests).toEqual([]);
  });

  test.each(['pending', 'in_progress', 'failure', 'error', 'inactive'])(
    'of deployment_status in state %s has nothing to scan',
    async (state) => {
      const { problem } = await discover({ event: deploymentStatus({ state, environmentUrl: site }) });
      expect(problem).toEqual({ kind: 'deployment-not-ready', state });
    },
  );

  test('of deployment_status with only a page of GitHub has no URL to scan', async () => {
    const event = deploymentStatus({ targetUrl: 'https://github.com/acme/storefront/actions/runs/5' });
    expect((await discover({ event })).problem?.kind).toBe('no-deployment-url');
  });

  test('of deployment_status of another environment is refused', async () => {
    const event = deploymentStatus({ environment: 'Production', environmentUrl: site });
    const { problem } = await discover({ event, environment: 'Preview*' });
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment: 'Production', wanted: 'Preview*' });
  });

  test('of deployment_status whose only address is its log has no URL to scan', async () => {
    const logUrl = 'https://ci.example.com/builds/5';
    const { problem, log } = await discover({ event: deploymentStatus({ targetUrl: logUrl, logUrl }) });
    expect(problem?.kind).toBe('no-deployment-url');
    expect(log.entries).toEqual([]);
    const legacy = await discover({ event: deploymentStatus({ targetUrl: site, logUrl }) });
    expect(legacy.found?.target.given).toBe(site);
  });

  test.each([
    [{ environment: 'production' }, 'production'],
    [{ environment: 'Prod' }, 'Prod'],
    [{ environment: 'Production – docs' }, 'Production – docs'],
    [{ environment: 'live', isProduction: true }, 'live'],
  ])(
    'of deployment_status of production is refused, unless `environment` names it: %j',
    async (more, name) => {
      const event = deploymentStatus({ environmentUrl: site, ...more });
      const { problem, log } = await discover({ event });
      expect(problem).toEqual({ kind: 'deployment-not-meant', environment: name, wanted: null });
      expect(log.entries).toEqual([]);
      expect((await discover({ event, environment: name.toUpperCase() })).found?.target.given).toBe(site);
    },
  );

  test('of deployment_status whose status moved it to production is refused', async () => {
    const { name, payload, env } = deploymentStatus({ environmentUrl: site });
    const status = { state: 'success', environment: 'production', environment_url: site };
    const event = { name, payload: { ...payload, deployment_status: status }, ...(env && { env }) };
    expect((await discover({ event })).problem).toMatchObject({ environment: 'production', wanted: null });
    expect((await discover({ event, environment: 'Preview*' })).problem?.kind).toBe('deployment-not-meant');
  });

  test.each([
    ['ready', {}],
    ['ready', { environment: 'preview' }],
    ['success', { environment: 'preview', target: null }],
    ['success', { environment: 'staging', target: 'staging' }],
  ])('of vercel.deployment.%s with %j holds the target', async (what, more) => {
    const action = `vercel.deployment.${what}`;
    const clientPayload = { url: site, git: { sha: HEAD_SHA }, ...more };
    const { found, log } = await discover({ event: repositoryDispatch({ action, clientPayload }) });
    expect(found).toMatchObject({ target: { given: site }, readyAt: null });
    expect(log.of('info')).toEqual([`Target found in the event ${action}`]);
  });

  test.each([
    ['ready', { environment: 'production' }],
    ['success', {}],
    ['success', { environment: 'production' }],
    ['success', { environment: 'preview', target: 'production' }],
    ['promoted', {}],
    ['promoted', { environment: 'preview' }],
  ])('of vercel.deployment.%s with %j is of production', async (what, more) => {
    const clientPayload = { url: site, git: { sha: HEAD_SHA }, ...more };
    const event = repositoryDispatch({ action: `vercel.deployment.${what}`, clientPayload });
    const { problem, log } = await discover({ event });
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment: 'production', wanted: null });
    expect(log.entries).toEqual([]);
    expect((await discover({ event, environment: 'Preview*' })).problem?.kind).toBe('deployment-not-meant');
    expect((await discover({ event, environment: 'prod*' })).found?.target.given).toBe(site);
  });

  test.each(['vercel.deployment.error', 'nightly', ''])(
    'of the dispatch %j has no target',
    async (action) => {
      const { error } = await discover({
        event: repositoryDispatch({ action, clientPayload: { url: site } }),
      });
      expect(error).toBeInstanceOf(SettingsError);
      expect(String(error)).toContain('vercel.deployment.ready');
    },
  );

  test.each(['javascript:alert(1)', 'ftp://files.example.com', 'https://a b', ''])(
    'with the address %j has no target',
    async (url) => {
      const { problem } = await discover({ event: repositoryDispatch({ clientPayload: { url } }) });
      expect(problem?.kind).toBe('no-deployment-url');
    },
  );
});

test.each<[string, RunnerEvent]>([
  ['schedule', schedule()],
  ['workflow_dispatch', workflowDispatch()],
  ['release', release()],
])('%s needs `url`', async (name, event) => {
  const { error, requests } = await discover({ event });
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toContain(`a \`${name}\` run has no deployment`);
  expect(requests).toEqual([]);
});

function deployed(statuses: readonly StoredDeploymentStatus[], environment = 'Preview') {
  return { sha: HEAD_SHA, environment, statuses };
}

describe('the deployments of the commit', () => {
  test.each<[string, RunnerEvent]>([
    ['pull_request', pullRequest()],
    ['pull_request_target', pullRequest({ eventName: 'pull_request_target' })],
    ['workflow_run', workflowRun()],
    ['merge_group', mergeGroup()],
    ['push', push()],
  ])('have the target on %s', async (_name, event) => {
    const { found, log } = await discover({ event, github: { deployments: [deployed([ready])] } });
    expect(found?.target.given).toBe(site);
    expect(found?.readyAt).toBe(Date.parse('2026-11-01T10:05:00Z'));
    expect(log.of('info')).toEqual(['Target found in the deployment of 1111111 to environment Preview']);
  });

  test('of another commit are ignored', async () => {
    const deployments = [{ ...deployed([ready]), sha: '4'.repeat(40) }];
    const { problem } = await discover({ github: { deployments }, waitMs: 0 });
    expect(problem).toMatchObject({ kind: 'no-deployment', sha: HEAD_SHA, pending: [] });
  });

  test('are waited for until they appear and succeed', async () => {
    let stored: StoredDeployment | undefined;
    const { found, clock, log } = await discover({
      meanwhile: ({ state }, nowMs) => {
        if (nowMs === 10_000) {
          stored = {
            id: 1,
            sha: HEAD_SHA,
            ref: 'feature',
            environment: 'Preview',
            createdAt: '2026-11-01T10:00:00Z',
            statuses: [{ state: 'in_progress' }],
          };
          state.deployments.push(stored);
        }
        if (nowMs === 30_000) stored?.statuses.push(ready);
      },
    });
    expect(found?.target.given).toBe(site);
    expect(clock.now()).toBe(35_000);
    expect(log.of('info')[0]).toContain('No deployment of 1111111 has succeeded yet');
    expect(log.of('info')).toHaveLength(2);
  });

  test('are waited for no longer than `wait-for-url`', async () => {
    const deployments = [deployed([{ state: 'queued' }])];
    const { problem, clock } = await discover({ github: { deployments }, waitMs: 12_000 });
    expect(problem).toMatchObject({ kind: 'no-deployment', pending: ['Preview'], waitedMs: 12_000 });
    expect(clock.sleptMs).toEqual([5_000, 5_000, 2_000]);
  });

  test('end the wait when one failed, with a link to it', async () => {
    const targetUrl = 'https://vercel.com/acme/storefront/abc';
    const deployments = [deployed([{ state: 'in_progress' }, { state: 'failure', targetUrl }])];
    const { problem, clock } = await discover({ github: { deployments } });
    expect(problem).toEqual({
      kind: 'deployment-failed',
      environment: 'Preview',
      sha: HEAD_SHA,
      logUrl: targetUrl,
    });
    expect(clock.sleptMs).toEqual([]);
  });

  test('that failed without a log are linked to on GitHub', async () => {
    const deployments = [deployed([{ state: 'error', targetUrl: 'javascript:alert(1)' }])];
    const { problem } = await discover({ github: { deployments } });
    expect(problem).toMatchObject({ logUrl: 'https://github.com/acme/storefront/deployments' });
  });

  test('of production are ignored, unless `environment` matches it', async () => {
    const deployments = [deployed([ready], 'Production')];
    const left = await discover({ github: { deployments }, waitMs: 0 });
    expect(left.problem?.kind).toBe('no-deployment');
    const named = await discover({ github: { deployments }, waitMs: 0, environment: 'prod*' });
    expect(named.found?.target.given).toBe(site);
  });

  test('are only those that `environment` matches', async () => {
    const docs = { ...ready, environmentUrl: 'https://docs.example.com' };
    const deployments = [deployed([docs], 'Preview – docs'), deployed([ready], 'Preview – shop')];
    const { found } = await discover({ github: { deployments }, environment: '*docs' });
    expect(found?.target.given).toBe('https://docs.example.com');
  });

  test('whose address is a page of GitHub are not scanned', async () => {
    const targetUrl = 'https://github.com/acme/storefront/actions/runs/5/job/6';
    const deployments = [deployed([{ state: 'success', targetUrl, environmentUrl: targetUrl }], 'ci')];
    const { problem } = await discover({ github: { deployments }, waitMs: 0 });
    expect(problem).toEqual({ kind: 'no-deployment-url', eventName: 'pull_request' });
  });

  test('do not include the one that this job creates by its own `environment:`', async () => {
    const own = {
      state: 'in_progress',
      targetUrl: 'https://github.com/acme/storefront/actions/runs/77/job/9',
    } as const;
    const deployments = [deployed([ready]), deployed([own])];
    const { found } = await discover({ github: { deployments } });
    expect(found?.target.given).toBe(site);
  });

  test('use the legacy `target_url` if there is no environment URL', async () => {
    const deployments = [deployed([{ state: 'success', targetUrl: site }])];
    expect((await discover({ github: { deployments } })).found?.target.given).toBe(site);
  });

  test('whose only address is their log are not scanned', async () => {
    const logUrl = 'https://ci.example.com/builds/5';
    const deployments = [deployed([{ state: 'success', targetUrl: logUrl, logUrl }])];
    const { problem, log } = await discover({ github: { deployments }, waitMs: 0 });
    expect([problem?.kind, log.of('info')]).toEqual(['no-deployment-url', []]);
  });

  test('that may not be read are a problem with the status', async () => {
    const { problem } = await discover({ github: { permissions: { deployments: 'none' } } });
    expect(problem).toEqual({
      kind: 'deployments-unreadable',
      fault: { kind: 'status', status: 403 },
    });
  });

  test('are not read without a commit', async () => {
    const event = { name: 'push', payload: {} };
    const { problem, requests } = await discover({ event });
    expect([problem?.kind, requests]).toEqual(['no-deployment-url', []]);
  });
});
