import { describe, expect, test } from '@jest/globals';
import type { RunnerEvent } from '../../support/event-parts.ts';
import { addDeployment } from '../../support/github/state.ts';
import type { Scene } from '../scene.ts';
import { commentedOn, runEvent, scannedUrls, startEventScene } from './event-scene.ts';
import {
  baseSha,
  defaultSha,
  deploymentEvent,
  dispatchEvent,
  groupBaseSha,
  groupSha,
  headSha,
  mergeGroupEvent,
  pullEvent,
  pushEvent,
  releaseEvent,
  scheduleEvent,
  vercelEvent,
  workflowRunEvent,
} from './payloads.ts';

interface Row {
  readonly name: string;
  readonly event: (scene: Scene) => RunnerEvent;
  /** The commit that is deployed; without one the URL is given, or in the payload. */
  readonly deployed?: string;
  readonly givesUrl?: true;
  /** The pull request that gets a comment. */
  readonly pull: number | null;
  /** The revision of the policy file. */
  readonly policy: string;
}

const rows: readonly Row[] = [
  { name: 'pull_request (opened)', event: () => pullEvent(), deployed: headSha, pull: 2, policy: baseSha },
  {
    name: 'pull_request (synchronize)',
    event: () => pullEvent({ action: 'synchronize' }),
    deployed: headSha,
    pull: 2,
    policy: baseSha,
  },
  {
    name: 'pull_request_target',
    event: () => pullEvent({ eventName: 'pull_request_target', headRepository: 'stranger/storefront' }),
    deployed: headSha,
    pull: 2,
    policy: baseSha,
  },
  {
    name: 'deployment_status',
    event: ({ weak }) => deploymentEvent({ environment_url: weak.url }),
    pull: 5,
    policy: groupBaseSha,
  },
  {
    name: 'repository_dispatch (Vercel)',
    event: ({ weak }) => vercelEvent({ url: weak.url }),
    pull: 2,
    policy: baseSha,
  },
  {
    name: 'workflow_run',
    event: () => workflowRunEvent({ withPull: true }),
    deployed: headSha,
    pull: 2,
    policy: baseSha,
  },
  {
    name: 'workflow_run of a fork',
    event: () => workflowRunEvent({ withPull: false }),
    deployed: headSha,
    pull: 2,
    policy: baseSha,
  },
  { name: 'merge_group', event: mergeGroupEvent, deployed: groupSha, pull: 104, policy: groupBaseSha },
  { name: 'push', event: pushEvent, deployed: headSha, pull: 2, policy: baseSha },
  { name: 'schedule', event: scheduleEvent, givesUrl: true, pull: null, policy: defaultSha },
  { name: 'workflow_dispatch', event: dispatchEvent, givesUrl: true, pull: null, policy: defaultSha },
  { name: 'release', event: releaseEvent, givesUrl: true, pull: null, policy: defaultSha },
];

/** Pull requests beside that of the samples: one whose head is deployed, and the one of the merge queue. */
const pulls = [
  { number: 2, headSha, baseSha },
  { number: 5, headSha: baseSha, baseSha: groupBaseSha },
  { number: 104, headSha: '6'.repeat(40), baseSha },
];

describe('each event', () => {
  test.concurrent.each(rows)('$name: target, comment, policy file, key', async (row) => {
    await using scene = await startEventScene(row.policy, { pulls });
    if (row.deployed !== undefined) {
      const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
      addDeployment(scene.github.state, { sha: row.deployed, environment: 'Preview', statuses });
    }
    const inputs = row.givesUrl === true ? { url: scene.weak.url } : {};
    const result = await runEvent(scene, { event: row.event(scene), inputs });

    expect(result.outputs['url']).toBe(scene.weak.url);
    expect(scannedUrls(scene)).toEqual([scene.weak.url]);
    // Any other revision of the policy file would fail it.
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
    expect(Number(result.outputs['total'])).toBeGreaterThan(0);
    expect(commentedOn(scene)).toEqual(row.pull === null ? [] : [row.pull]);
    expect(scene.artifacts.artifacts.map(({ name }) => name)).toEqual(['scan-gate-CI-scan']);
    expect(result.annotations.warning).toEqual([]);
  });
});

test.concurrent('the same comment is kept from opened to synchronize, and by other events too', async () => {
  await using scene = await startEventScene(baseSha);
  const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
  addDeployment(scene.github.state, { sha: headSha, environment: 'Preview', statuses });
  const events = [
    pullEvent(),
    pullEvent({ action: 'synchronize' }),
    vercelEvent({ url: scene.weak.url }),
    workflowRunEvent({ withPull: true }),
  ];
  for (const [index, event] of events.entries()) await runEvent(scene, { event, runId: index + 1 });
  expect(commentedOn(scene)).toEqual([2]);
  expect(scene.comments()[0]).toContain('run=4 ');
});
