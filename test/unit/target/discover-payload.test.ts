import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import {
  deploymentStatus,
  HEAD_SHA,
  type RunnerEvent,
  release,
  repositoryDispatch,
  schedule,
  workflowDispatch,
} from '../../support/events.ts';
import { discover, site } from './discovery.ts';

describe('the payload', () => {
  test('of deployment_status holds the target, and when it was ready', async () => {
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

  test('of deployment_status with a page of GitHub only names no address', async () => {
    const event = deploymentStatus({ targetUrl: 'https://github.com/acme/storefront/actions/runs/5' });
    expect((await discover({ event })).problem?.kind).toBe('no-deployment-url');
  });

  test('of deployment_status of another environment is not meant', async () => {
    const event = deploymentStatus({ environment: 'Production', environmentUrl: site });
    const { problem } = await discover({ event, environment: 'Preview*' });
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment: 'Production', wanted: 'Preview*' });
  });

  test.each(['ready', 'success', 'promoted'])('of vercel.deployment.%s holds the target', async (what) => {
    const action = `vercel.deployment.${what}`;
    const event = repositoryDispatch({ action, clientPayload: { url: site, git: { sha: HEAD_SHA } } });
    const { found, log } = await discover({ event });
    expect(found).toMatchObject({ target: { given: site }, readyAt: null });
    expect(log.of('info')).toEqual([`Target found in the event ${action}`]);
  });

  test.each(['vercel.deployment.error', 'nightly', ''])(
    'of the dispatch %j tells no target',
    async (action) => {
      const { error } = await discover({
        event: repositoryDispatch({ action, clientPayload: { url: site } }),
      });
      expect(error).toBeInstanceOf(SettingsError);
      expect(String(error)).toContain('vercel.deployment.ready');
    },
  );

  test.each(['javascript:alert(1)', 'ftp://files.example.com', 'https://a b', ''])(
    'with the address %j names none',
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
