import { describe, expect, test } from '@jest/globals';
import { asGiven } from '../../../src/core/outside.ts';
import { ProblemError, SettingsError } from '../../../src/core/problem.ts';
import { connectGitHub } from '../../../src/github/connect.ts';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { discoverTarget } from '../../../src/target/discover.ts';
import {
  deploymentStatus,
  HEAD_SHA,
  mergeGroup,
  pullRequest,
  push,
  type RunnerEvent,
  repositoryDispatch,
  schedule,
  workflowRun,
} from '../../support/events.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import type { StoredDeployment, StoredDeploymentStatus } from '../../support/github/state.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

const site = 'https://preview.example.com';
const ready: StoredDeploymentStatus = {
  state: 'success',
  environmentUrl: site,
  createdAt: '2026-11-01T10:05:00Z',
};

interface Attempt extends Pick<GitHubOptions, 'deployments' | 'permissions' | 'faults'> {
  readonly event?: RunnerEvent;
  readonly environment?: string;
  readonly waitMs?: number;
  /** Called before each sleep. */
  readonly meanwhile?: (github: LoopbackGitHub, nowMs: number) => void;
}

/** Discovers on a loopback GitHub, through the real client. Time passes only while the code sleeps. */
async function discover({ event: given = pullRequest(), meanwhile, environment, waitMs, ...more }: Attempt) {
  await using server = await startGitHub(more);
  const event = readEvent(given.payload);
  const env = { GITHUB_EVENT_NAME: given.name, GITHUB_REPOSITORY: server.repository, GITHUB_RUN_ID: '77' };
  const context = readContext({ ...env, ...given.env }, event);
  const clock = createFakeClock(0, (nowMs) => meanwhile?.(server, nowMs));
  const log = createRecordingLog();
  const { signal } = new AbortController();
  const github = () => connectGitHub({ token: server.token, apiUrl: server.url, clock, log, signal });
  const wanted = { environment: environment ?? null, waitMs: waitMs ?? 120_000 };
  const result = await discoverTarget({ context, event, ...wanted, github, clock, log, signal }).then(
    (found) => ({ found, error: null }),
    (error: unknown) => ({ found: null, error }),
  );
  const problem = result.error instanceof ProblemError ? asGiven(result.error.problem) : null;
  expect(server.violations).toEqual([]);
  return { ...result, problem, log, clock, requests: server.requests };
}

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

  const logUrl = 'https://ci.example.com/builds/5';
  test.each([
    ['a page of GitHub', { targetUrl: 'https://github.com/acme/storefront/actions/runs/5' }, undefined],
    ['its log', { targetUrl: logUrl, logUrl }, undefined],
    ['its legacy `target_url`', { targetUrl: site, logUrl }, site],
  ])('of deployment_status whose only address is %s', async (_, status, given) => {
    const { found, problem } = await discover({ event: deploymentStatus(status) });
    expect(found?.target.given).toBe(given);
    expect(problem?.kind).toBe(given === undefined ? 'no-deployment-url' : undefined);
  });

  test('of deployment_status of another environment is refused', async () => {
    const event = deploymentStatus({ environment: 'Production', environmentUrl: site });
    const { problem } = await discover({ event, environment: 'Preview*' });
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment: 'Production', wanted: 'Preview*' });
  });

  test.each([
    ['Prod', {}],
    ['live', { isProduction: true }],
  ])('of deployment_status of production is refused, unless it is named: %s', async (environment, more) => {
    const event = deploymentStatus({ environmentUrl: site, environment, ...more });
    const { problem, log } = await discover({ event });
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment, wanted: null });
    expect(log.entries).toEqual([]);
    const named = await discover({ event, environment: environment.toUpperCase() });
    expect(named.found?.target.given).toBe(site);
  });

  test('of deployment_status whose status moved it to production is refused', async () => {
    const { name, payload, env } = deploymentStatus({ environmentUrl: site });
    const status = { state: 'success', environment: 'production', environment_url: site };
    const event = { name, payload: { ...payload, deployment_status: status }, ...(env && { env }) };
    expect((await discover({ event })).problem).toMatchObject({ environment: 'production', wanted: null });
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
    expect(found).toMatchObject({ target: { given: site }, readyAt: null });
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
    expect(problem).toEqual({ kind: 'deployment-not-meant', environment: 'production', wanted: null });
    expect(log.entries).toEqual([]);
    expect((await discover({ event, environment: 'Preview*' })).problem?.kind).toBe('deployment-not-meant');
    expect((await discover({ event, environment: 'prod*' })).found?.target.given).toBe(site);
  });

  test.each(['vercel.deployment.error', ''])('of the dispatch %j has no target', async (action) => {
    const { error } = await discover({ event: dispatch(action, {}) });
    expect(error).toBeInstanceOf(SettingsError);
    expect(String(error)).toContain('vercel.deployment.ready');
  });

  test.each(['javascript:alert(1)', ''])('with the address %j has no target', async (url) => {
    const { problem } = await discover({ event: dispatch('vercel.deployment.ready', { url }) });
    expect(problem?.kind).toBe('no-deployment-url');
  });
});

test('an event without a commit that is deployed needs `url`', async () => {
  const { error, requests } = await discover({ event: schedule() });
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toContain('a `schedule` run has no deployment');
  expect(requests).toEqual([]);
});

function deployed(statuses: StoredDeploymentStatus[], environment = 'Preview') {
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
    const { found, log } = await discover({ event, deployments: [deployed([ready])] });
    expect(found?.target.given).toBe(site);
    expect(found?.readyAt).toBe(Date.parse('2026-11-01T10:05:00Z'));
    expect(log.of('info')).toEqual(['Target found in the deployment of 1111111 to environment Preview']);
  });

  test('have no time if GitHub gives none that can be read', async () => {
    const json = [{ state: 'success', environment_url: site, created_at: 'soon' }];
    const effect = { kind: 'status', status: 200, json } as const;
    const { found } = await discover({
      deployments: [deployed([ready])],
      faults: [{ path: /statuses/, effect }],
    });
    expect(found).toMatchObject({ target: { given: site }, readyAt: null });
  });

  test('of another commit are ignored', async () => {
    const deployments = [{ ...deployed([ready]), sha: '4'.repeat(40) }];
    const { problem } = await discover({ deployments, waitMs: 0 });
    expect(problem).toMatchObject({ kind: 'no-deployment', sha: HEAD_SHA, pending: [] });
  });

  test('are waited for until they appear and succeed', async () => {
    const stored: StoredDeployment = {
      id: 1,
      ref: 'feature',
      createdAt: '2026-11-01T10:00:00Z',
      ...deployed([{ state: 'in_progress' }]),
    };
    const { found, clock, log } = await discover({
      meanwhile: ({ state }, nowMs) => {
        if (nowMs === 10_000) state.deployments.push(stored);
        if (nowMs === 30_000) stored.statuses.push(ready);
      },
    });
    expect(found?.target.given).toBe(site);
    expect(clock.now()).toBe(35_000);
    expect(log.of('info')[0]).toContain('No deployment of 1111111 has succeeded yet');
    expect(log.of('info')).toHaveLength(2);
  });

  test('are waited for no longer than `wait-for-url`', async () => {
    const { problem, clock } = await discover({
      deployments: [deployed([{ state: 'queued' }])],
      waitMs: 12_000,
    });
    expect(problem).toMatchObject({ kind: 'no-deployment', pending: ['Preview'], waitedMs: 12_000 });
    expect(clock.sleptMs).toEqual([5_000, 5_000, 2_000]);
  });

  test.each([
    ['its log', 'https://vercel.com/acme/storefront/abc', 'https://vercel.com/acme/storefront/abc'],
    ['GitHub, for want of a log', 'javascript:alert(1)', 'https://github.com/acme/storefront/deployments'],
  ])('end the wait when one failed, with a link to %s', async (_, targetUrl, logUrl) => {
    const deployments = [deployed([{ state: 'in_progress' }, { state: 'failure', targetUrl }])];
    const { problem, clock } = await discover({ deployments });
    const failed = { kind: 'deployment-failed', environment: 'Preview', sha: HEAD_SHA, logUrl };
    expect([problem, clock.sleptMs]).toEqual([failed, []]);
  });

  test('of production are ignored, unless `environment` matches it', async () => {
    const deployments = [deployed([ready], 'Production')];
    const left = await discover({ deployments, waitMs: 0 });
    expect(left.problem?.kind).toBe('no-deployment');
    const named = await discover({ deployments, waitMs: 0, environment: 'prod*' });
    expect(named.found?.target.given).toBe(site);
  });

  test('whose address is a page of GitHub are not scanned', async () => {
    const targetUrl = 'https://github.com/acme/storefront/actions/runs/5/job/6';
    const deployments = [deployed([{ state: 'success', targetUrl, environmentUrl: targetUrl }], 'ci')];
    const { problem, log } = await discover({ deployments, waitMs: 0 });
    expect(problem).toEqual({ kind: 'no-deployment-url', eventName: 'pull_request' });
    expect(log.of('info')).toEqual([]);
  });

  test('do not include the one that this job creates by its own `environment:`', async () => {
    const targetUrl = 'https://github.com/acme/storefront/actions/runs/77/job/9';
    const deployments = [deployed([ready]), deployed([{ state: 'in_progress', targetUrl }])];
    expect((await discover({ deployments })).found?.target.given).toBe(site);
  });

  test('that may not be read are a problem with the status', async () => {
    const { problem } = await discover({ permissions: { deployments: 'none' } });
    expect(problem).toEqual({ kind: 'deployments-unreadable', fault: { kind: 'status', status: 403 } });
  });

  test('are not read without a commit', async () => {
    const event = { name: 'push', payload: {} };
    const { problem, requests } = await discover({ event });
    expect([problem?.kind, requests]).toEqual(['no-deployment-url', []]);
  });
});
