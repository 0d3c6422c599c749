import { expect, test } from '@jest/globals';
import { waitForDeployment } from '../../../src/target/wait-for-deployment.ts';
import { HEAD_SHA } from '../../support/events.ts';
import { addDeployment, type DeploymentSeed, type StoredDeployment } from '../../support/github/state.ts';
import { deployed, ready, type SearchOptions, searched, site } from './deployment-search.ts';

const wait = (options: SearchOptions) => searched(options, (search) => waitForDeployment(search, HEAD_SHA));
const once = (options: SearchOptions) => wait({ waitMs: 0, ...options });

/** Another answer of GitHub about the statuses of each deployment. */
const answered = (status: object) => ({
  deployments: [deployed([ready])],
  faults: [{ path: /statuses/, effect: { kind: 'status', status: 200, json: [status] } as const }],
});

test('waits until a deployment appears and succeeds', async () => {
  let stored: StoredDeployment | undefined;
  const { found, clock, log } = await wait({
    meanwhile: ({ state }, nowMs) => {
      if (nowMs === 12_500) stored = addDeployment(state, deployed([{ state: 'in_progress' }]));
      if (nowMs === 23_750) stored?.statuses.push(ready);
    },
  });
  expect(found?.target?.givenAddress).toBe(site);
  expect(clock.now()).toBe(40_625);
  expect(log.of('info')).toEqual(['The deployments of 1111111 are not ready yet, waiting for them']);
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

const hostLog = 'https://vercel.com/acme/storefront/abc';

test.each([
  ['its log', hostLog, hostLog],
  ['GitHub, for want of a log', 'javascript:alert(1)', 'https://github.com/acme/storefront/deployments'],
])('stops waiting if the deployment failed, with a link to %s', async (_page, targetUrl, logUrl) => {
  const deployments = [deployed([{ state: 'in_progress' }, { state: 'failure', targetUrl }])];
  const { problem, clock } = await wait({ deployments });
  expect(problem).toEqual({ kind: 'deployment-failed', environment: 'Preview', commit: '1111111', logUrl });
  expect(clock.sleptMs).toEqual([]);
});

test('ignores deployments of another commit', async () => {
  const { problem } = await once({ deployments: [{ ...deployed([ready]), sha: '4'.repeat(40) }] });
  expect(problem).toMatchObject({ kind: 'no-deployment', commit: '1111111', pending: [] });
});

test('ignores deployments of production, unless `environment` matches it', async () => {
  const deployments = [deployed([ready], 'Production')];
  expect((await once({ deployments })).problem?.kind).toBe('no-deployment');
  expect((await once({ deployments, environment: 'prod*' })).found?.target?.givenAddress).toBe(site);
});

test('ignores a deployment whose status moved it to production, also if `environment` matches its own', async () => {
  const moved = answered({ state: 'success', environment: 'production', environment_url: site });
  expect((await once(moved)).problem?.kind).toBe('no-deployment');
  expect((await once({ ...moved, environment: 'Preview*' })).problem?.kind).toBe('no-deployment');
});

const inactive = { state: 'inactive' } as const;
/** A deployment of another pull request to the same environment. */
const ofOther = (environmentUrl: string) => ({
  ...deployed([{ state: 'success', environmentUrl }]),
  sha: '4'.repeat(40),
});

test.each<[what: string, deployments: DeploymentSeed[], found: boolean]>([
  [
    'takes an inactive one with an address of its own',
    [deployed([ready, inactive]), ofOther('https://b.example')],
    true,
  ],
  ['ends if another commit has its address', [deployed([ready, inactive]), ofOther(site)], false],
  ['takes no notice of an older one', [ofOther(site), deployed([ready, inactive])], true],
])('%s', async (_what, deployments, isFound) => {
  // Later ones are newer.
  const dated = deployments.map((one, at) => ({ ...one, createdAt: `2026-11-01T10:00:0${at}Z` }));
  const { found, problem, clock } = await wait({ deployments: dated });
  expect(found?.target?.givenAddress).toBe(isFound ? site : undefined);
  expect(problem).toEqual(isFound ? null : { kind: 'deployment-inactive', environment: 'Preview' });
  expect(clock.sleptMs).toEqual([]);
});

test('takes an inactive one for replaced if too many are newer', async () => {
  const newer = Array.from({ length: 21 }, () => ofOther('https://b.example'));
  const { problem } = await once({ deployments: [deployed([ready, inactive]), ...newer] });
  expect(problem?.kind).toBe('deployment-inactive');
});

test('says how GitHub refused the deployments', async () => {
  const { problem } = await wait({ permissions: { deployments: 'none' } });
  expect(problem).toEqual({
    kind: 'deployments-unreadable',
    gitHub: { kind: 'permission', status: 403, detail: 'Resource not accessible by integration' },
  });
});

test('chooses none of more than twenty deployments: an older one may have another address', async () => {
  const several = (length: number) => once({ deployments: Array.from({ length }, () => deployed([ready])) });
  expect((await several(20)).found).not.toBeNull();
  const { problem, requests } = await several(21);
  expect(problem).toMatchObject({ kind: 'several-deployments', deployments: [expect.any(String)] });
  expect(requests.filter(({ path }) => path.endsWith('/statuses'))).toEqual([]);
});
