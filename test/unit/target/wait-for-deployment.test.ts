import { expect, test } from '@jest/globals';
import { waitForDeployment } from '../../../src/target/wait-for-deployment.ts';
import { HEAD_SHA } from '../../support/events.ts';
import type { StoredDeployment } from '../../support/github/state.ts';
import { deployed, ready, type SearchOptions, searched, site } from './deployment-search.ts';

const wait = (options: SearchOptions) => searched(options, (search) => waitForDeployment(search, HEAD_SHA));
const once = (options: SearchOptions) => wait({ waitMs: 0, ...options });

/** Another answer of GitHub about the statuses of each deployment. */
const answered = (status: object) => ({
  deployments: [deployed([ready])],
  faults: [{ path: /statuses/, effect: { kind: 'status', status: 200, json: [status] } as const }],
});

test('waits until a deployment appears and succeeds', async () => {
  const stored: StoredDeployment = {
    id: 1,
    ref: 'feature',
    createdAt: '2026-11-01T10:00:00Z',
    ...deployed([{ state: 'in_progress' }]),
  };
  const { found, clock, log } = await wait({
    meanwhile: ({ state }, nowMs) => {
      if (nowMs === 12_500) state.deployments.push(stored);
      if (nowMs === 23_750) stored.statuses.push(ready);
    },
  });
  expect(found?.target?.fullAddress).toBe(site);
  expect(clock.now()).toBe(40_625);
  expect(log.of('info')).toEqual([expect.stringContaining('No deployment of 1111111 has succeeded yet')]);
});

test('waits no longer than `waitMs`', async () => {
  const { problem, clock } = await wait({ deployments: [deployed([{ state: 'queued' }])], waitMs: 12_000 });
  expect(problem).toMatchObject({ kind: 'no-deployment', pending: ['Preview'], waitedMs: 12_000 });
  expect(clock.sleptMs).toEqual([5_000, 7_000]);
});

test('looks less and less often, so that a quarter of an hour costs few of the requests of an hour', async () => {
  const { clock } = await wait({ deployments: [deployed([{ state: 'queued' }])], waitMs: 900_000 });
  expect(clock.sleptMs.slice(0, 6)).toEqual([5_000, 7_500, 11_250, 16_875, 20_000, 20_000]);
  expect(clock.sleptMs.length).toBeLessThan(50);
});

test.each<{ page: string; targetUrl: string; logUrl: string }>([
  {
    page: 'its log',
    targetUrl: 'https://vercel.com/acme/storefront/abc',
    logUrl: 'https://vercel.com/acme/storefront/abc',
  },
  {
    page: 'GitHub, for want of a log',
    targetUrl: 'javascript:alert(1)',
    logUrl: 'https://github.com/acme/storefront/deployments',
  },
])('stops waiting if the deployment failed, with a link to $page', async ({ targetUrl, logUrl }) => {
  const deployments = [deployed([{ state: 'in_progress' }, { state: 'failure', targetUrl }])];
  const { problem, clock } = await wait({ deployments });
  expect(problem).toEqual({ kind: 'deployment-failed', environment: 'Preview', sha: HEAD_SHA, logUrl });
  expect(clock.sleptMs).toEqual([]);
});

test('ignores deployments of another commit', async () => {
  const { problem } = await once({ deployments: [{ ...deployed([ready]), sha: '4'.repeat(40) }] });
  expect(problem).toMatchObject({ kind: 'no-deployment', sha: HEAD_SHA, pending: [] });
});

test('ignores deployments of production, unless `environment` matches it', async () => {
  const deployments = [deployed([ready], 'Production')];
  expect((await once({ deployments })).problem?.kind).toBe('no-deployment');
  expect((await once({ deployments, environment: 'prod*' })).found?.target?.fullAddress).toBe(site);
});

test('ignores a deployment whose status moved it to production, also if `environment` matches its own', async () => {
  const moved = answered({ state: 'success', environment: 'production', environment_url: site });
  expect((await once(moved)).problem?.kind).toBe('no-deployment');
  expect((await once({ ...moved, environment: 'Preview*' })).problem?.kind).toBe('no-deployment');
});

test('ignores the deployment that this job creates by its own `environment:`', async () => {
  const targetUrl = 'https://github.com/acme/storefront/actions/runs/77/job/9';
  const deployments = [deployed([ready]), deployed([{ state: 'in_progress', targetUrl }])];
  expect((await wait({ deployments })).found?.target?.fullAddress).toBe(site);
});

test('finds none if the one that succeeded has only a page of GitHub as its address', async () => {
  const targetUrl = 'https://github.com/acme/storefront/actions/runs/5/job/6';
  const deployments = [deployed([{ state: 'success', targetUrl, environmentUrl: targetUrl }], 'ci')];
  const { found, error, log } = await once({ deployments });
  expect({ found, error }).toEqual({ found: null, error: null });
  expect(log.of('info')).toEqual([]);
});

test('reads no time if GitHub gives none that can be read', async () => {
  const { found } = await wait(answered({ state: 'success', environment_url: site, created_at: 'soon' }));
  expect(found).toMatchObject({ target: { fullAddress: site }, statusAt: null });
});

test('says with which status GitHub refused the deployments', async () => {
  const { problem } = await wait({ permissions: { deployments: 'none' } });
  expect(problem).toEqual({ kind: 'deployments-unreadable', fault: { kind: 'status', status: 403 } });
});

test('reads the statuses of twenty deployments at most', async () => {
  const { requests } = await once({ deployments: Array.from({ length: 21 }, () => deployed([ready])) });
  expect(requests.filter(({ path }) => path.endsWith('/statuses'))).toHaveLength(20);
});
