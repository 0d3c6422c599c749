import { describe, expect, test } from '@jest/globals';
import {
  BASE_SHA,
  DEFAULT_SHA,
  deploymentStatus,
  HEAD_SHA,
  mergeGroup,
  pullRequest,
  push,
  type RunnerEvent,
  release,
  schedule,
  workflowDispatch,
  workflowRun,
} from '../../support/events.ts';
import { addDeployment } from '../../support/github/state.ts';
import { type Scene, startScene } from '../scene.ts';
import {
  commentedOn,
  groupBaseSha,
  groupSha,
  pull,
  runEvent,
  scannedUrls,
  startEventScene,
  vercelDispatch,
} from './event-scene.ts';

interface Row {
  readonly name: string;
  readonly event: (scene: Scene) => RunnerEvent;
  /** The commit that is deployed. Left out if the URL is given or in the payload. */
  readonly deployed?: string;
  readonly givesUrl?: true;
  /** The pull request that gets a comment. */
  readonly pull: number | null;
  /** The last part of the comment key, which is the environment of a deployment. */
  readonly environment?: string;
}

const onPull = { deployed: HEAD_SHA, pull: 7 };
const onDefault = { givesUrl: true, pull: null } as const;
const ofFork = { pullNumbers: [], headRepository: 'stranger/storefront' };

const rows: readonly Row[] = [
  { ...onPull, name: 'pull_request (opened)', event: () => pullRequest({ action: 'opened' }) },
  { ...onPull, name: 'pull_request (synchronize)', event: () => pullRequest({ action: 'synchronize' }) },
  {
    ...onPull,
    name: 'pull_request_target',
    event: () => pullRequest({ eventName: 'pull_request_target', fork: true }),
  },
  {
    name: 'deployment_status',
    event: ({ weak }) => deploymentStatus({ sha: BASE_SHA, environmentUrl: weak.url }),
    pull: 5,
    environment: 'Preview',
  },
  {
    name: 'repository_dispatch (Vercel)',
    event: ({ weak }) => vercelDispatch({ url: weak.url }),
    pull: 7,
  },
  { ...onPull, name: 'workflow_run', event: () => workflowRun() },
  { ...onPull, name: 'workflow_run of a fork', event: () => workflowRun(ofFork) },
  {
    name: 'merge_group',
    event: () => mergeGroup({ number: 104, headSha: groupSha, baseSha: groupBaseSha }),
    deployed: groupSha,
    pull: 104,
  },
  { ...onPull, name: 'push', event: () => push({ branch: 'feature' }) },
  { ...onDefault, name: 'schedule', event: () => schedule({ sha: DEFAULT_SHA }) },
  { ...onDefault, name: 'workflow_dispatch', event: () => workflowDispatch({ sha: DEFAULT_SHA }) },
  { ...onDefault, name: 'release', event: () => release({ sha: DEFAULT_SHA }) },
];

/** The pull request of the events, one whose head is deployed, and one in the merge queue. */
const pulls = [
  pull,
  { number: 5, headSha: BASE_SHA, baseSha: groupBaseSha },
  { number: 104, headSha: '6'.repeat(40), baseSha: BASE_SHA },
];

describe('each event', () => {
  test.each(rows)('$name: target, comment, policy file, key', async (row) => {
    await using scene = await startEventScene({ pulls });
    if (row.deployed !== undefined) {
      const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
      addDeployment(scene.github.state, { sha: row.deployed, environment: 'Preview', statuses });
    }
    const inputs = row.givesUrl === true ? { url: scene.weak.url } : {};
    const result = await runEvent(scene, { event: row.event(scene), inputs });

    expect(result.outputs['url']).toBe(scene.weak.url);
    expect(scannedUrls(scene)).toEqual([scene.weak.url]);
    // With the policy file of the commit it would fail.
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
    expect(Number(result.outputs['total'])).toBeGreaterThan(0);
    expect(commentedOn(scene)).toEqual(row.pull === null ? [] : [row.pull]);
    const key = ['CI', 'scan', row.environment ?? []].flat().join('-');
    expect(scene.artifacts.artifacts.map(({ name }) => name)).toEqual([`scan-gate-${key}`]);
    expect(result.annotations.warning).toEqual([]);
  });
});

test('opened, synchronize and other events update the same comment', async () => {
  await using scene = await startEventScene();
  const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
  addDeployment(scene.github.state, { sha: HEAD_SHA, environment: 'Preview', statuses });
  const events = [
    pullRequest({ action: 'opened' }),
    pullRequest({ action: 'synchronize' }),
    vercelDispatch({ url: scene.weak.url }),
    workflowRun(),
  ];
  for (const [index, event] of events.entries()) await runEvent(scene, { event, runId: index + 1 });
  expect(commentedOn(scene)).toEqual([7]);
  expect(scene.comments()[0]).toContain('run=4 ');
});

test('each environment of a deployment has its own comment and artifact', async () => {
  await using scene = await startScene({ github: { pulls: [pull] } });
  const run = (environment: string, url: string, runId: number) =>
    runEvent(scene, {
      runId,
      event: deploymentStatus({ environment, environmentUrl: url }),
      inputs: { config: 'none' },
    });
  await run('Preview – shop', scene.weak.url, 1);
  await run('Preview – docs', scene.hardened.url, 2);
  await run('Preview – docs', scene.hardened.url, 3);
  expect(scene.comments().map((body) => /## (. Scan Gate: )/u.exec(body)?.[1])).toEqual([
    '❌ Scan Gate: ',
    '✅ Scan Gate: ',
  ]);
  expect(scene.comments()[1]).toContain('run=3 ');
  const names = scene.artifacts.artifacts.map(({ name }) => name);
  expect(names[1]).toMatch(/^scan-gate-CI-scan-Preview-docs-[0-9a-f]{8}$/);
  expect(names[0]).toMatch(/^scan-gate-CI-scan-Preview-shop-[0-9a-f]{8}$/);
});
