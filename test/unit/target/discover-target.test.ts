import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { discoverTarget } from '../../../src/target/discover-target.ts';
import {
  deploymentStatus,
  HEAD_SHA,
  MERGE_SHA,
  mergeGroup,
  pullRequest,
  push,
  type RunnerEvent,
  repositoryDispatch,
  schedule,
  workflowRun,
} from '../../support/events.ts';
import { deployed, ready, type SearchOptions, searched, site } from './deployment-search.ts';

const discover = (options: SearchOptions) => searched(options, discoverTarget);

describe('the payload', () => {
  test('of deployment_status has the target, or no address of a site', async () => {
    const event = deploymentStatus({ environmentUrl: site, targetUrl: 'https://log.example.com' });
    const { found, requests, log } = await discover({ event });
    expect(found?.givenAddress).toBe(site);
    expect(log.of('info')).toEqual(['Target found in the deployment status of environment Preview']);
    expect(requests).toEqual([]);
    const targetUrl = 'https://github.com/acme/storefront/actions/runs/5';
    const { problem } = await discover({ event: deploymentStatus({ targetUrl }) });
    expect(problem?.kind).toBe('deployment-without-site');
  });

  test.each(['pending', 'in_progress', 'failure', 'error', 'inactive'])(
    'of deployment_status in state %s has nothing to scan',
    async (state) => {
      const { problem } = await discover({ event: deploymentStatus({ state, environmentUrl: site }) });
      expect(problem).toEqual({ kind: 'deployment-not-ready', state });
    },
  );

  test('of deployment_status of another environment is refused', async () => {
    const event = deploymentStatus({ environment: 'Production', environmentUrl: site });
    const { problem } = await discover({ event, environment: 'Preview*' });
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment: 'Production' });
  });

  test.each([
    ['Prod', {}],
    ['live', { isProduction: true }],
  ])('of deployment_status of production is refused, unless it is named: %s', async (environment, more) => {
    const event = deploymentStatus({ environmentUrl: site, environment, ...more });
    const { problem, log } = await discover({ event });
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment });
    expect(log.entries).toEqual([]);
    const named = await discover({ event, environment: environment.toUpperCase() });
    expect(named.found?.givenAddress).toBe(site);
  });

  test('of deployment_status whose status moved it to production is refused', async () => {
    const { name, payload, env } = deploymentStatus({ environmentUrl: site });
    const status = { state: 'success', environment: 'production', environment_url: site };
    const event = { name, payload: { ...payload, deployment_status: status }, ...(env && { env }) };
    const { problem } = await discover({ event });
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment: 'production' });
    expect((await discover({ event, environment: 'Preview*' })).problem?.kind).toBe('deployment-not-meant');
  });

  const dispatch = (action: string, more: object) =>
    repositoryDispatch({ action, clientPayload: { url: site, git: { sha: HEAD_SHA }, ...more } });

  test.each([
    ['ready', {}],
    ['success', { environment: 'preview', target: null }],
    ['success', { environment: 'staging', target: 'staging' }],
  ])('of vercel.deployment.%s with %j holds the target', async (what, more) => {
    const action = `vercel.deployment.${what}`;
    const { found, log } = await discover({ event: dispatch(action, more) });
    expect(found?.givenAddress).toBe(site);
    expect(log.of('info')).toEqual([`Target found in the event ${action}`]);
  });

  test.each([
    ['ready', { environment: 'production' }],
    ['success', {}],
    ['success', { environment: 'preview', target: 'production' }],
    ['promoted', {}],
    ['promoted', { environment: 'preview' }],
  ])('of vercel.deployment.%s with %j is of production', async (what, more) => {
    const event = dispatch(`vercel.deployment.${what}`, more);
    const { problem, log } = await discover({ event });
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment: 'production' });
    expect(log.entries).toEqual([]);
    expect((await discover({ event, environment: 'Preview*' })).problem?.kind).toBe('deployment-not-meant');
    expect((await discover({ event, environment: 'prod*' })).found?.givenAddress).toBe(site);
  });

  test.each(['vercel.deployment.error', ''])('of the dispatch %j has no target', async (action) => {
    const { error } = await discover({ event: dispatch(action, {}) });
    expect(error).toBeInstanceOf(SettingsError);
    expect(String(error)).toContain('vercel.deployment.ready');
  });

  test.each(['javascript:alert(1)', ''])('with the address %j has no target', async (url) => {
    const { problem } = await discover({ event: dispatch('vercel.deployment.ready', { url }) });
    expect(problem?.kind).toBe('deployment-without-site');
  });
});

test('an event without a commit that is deployed needs `url`', async () => {
  const { error, requests } = await discover({ event: schedule() });
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toContain('a `schedule` event names no site');
  expect(requests).toEqual([]);
});

describe('the deployments of the commit', () => {
  test.each<[eventName: string, event: RunnerEvent]>([
    ['pull_request', pullRequest()],
    ['pull_request_target', pullRequest({ eventName: 'pull_request_target' })],
    ['workflow_run', workflowRun()],
    ['workflow_run after push', workflowRun({ event: 'push' })],
    ['workflow_run after merge_group', workflowRun({ event: 'merge_group' })],
    ['merge_group', mergeGroup()],
    ['push', push()],
  ])('have the target on %s', async (_eventName, event) => {
    const { found, log } = await discover({ event, deployments: [deployed([ready])] });
    expect(found?.givenAddress).toBe(site);
    expect(log.of('info')).toEqual(['Target found in the deployment of 1111111 to environment Preview']);
  });

  test('have no target if none has an address', async () => {
    const { problem, log } = await discover({ deployments: [deployed([{ state: 'success' }])], waitMs: 0 });
    expect(problem).toEqual({ kind: 'deployment-without-site', environment: 'Preview' });
    expect(log.of('info')).toEqual([]);
  });

  test.each<[what: string, event: RunnerEvent]>([
    ['push without one', { name: 'push', payload: {} }],
    ...['pull_request_target', 'issue_comment', 'schedule', 'repository_dispatch', 'check_run'].map(
      (event): [string, RunnerEvent] => [`workflow_run after ${event}`, workflowRun({ event })],
    ),
  ])('are not read without a commit: on %s', async (_what, event) => {
    const { problem, requests } = await discover({ event, deployments: [deployed([ready])] });
    expect(problem).toEqual({ kind: 'no-commit', eventName: event.name });
    expect(requests).toEqual([]);
  });

  test('are those of the merge commit too on pull_request, and of its head alone on other events', async () => {
    const deployments = [{ ...deployed([ready], 'review'), sha: MERGE_SHA, ref: 'refs/pull/7/merge' }];
    expect((await discover({ deployments })).found?.givenAddress).toBe(site);
    const event = pullRequest({ eventName: 'pull_request_target' });
    expect((await discover({ event, deployments, waitMs: 0 })).problem?.kind).toBe('no-deployment');
  });
});
