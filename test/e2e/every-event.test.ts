import { expect, test } from '@jest/globals';
import {
  BASE_SHA,
  DEFAULT_SHA,
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
} from '../support/events.ts';
import { addDeployment } from '../support/github/state.ts';
import { policyPath, pulls, type Scene, startScene } from './scene.ts';

interface Row {
  readonly name: string;
  readonly event: (scene: Scene) => RunnerEvent;
  /** The commit that is deployed. Left out if the URL is given or in the payload. */
  readonly deployed?: string;
  readonly givesUrl?: true;
  /** The pull request that gets a comment. */
  readonly pull: number | null;
  /** A part of the comment key: the environment of a deployment. */
  readonly environment?: string;
}

const [groupSha, groupBaseSha] = ['8'.repeat(40), '9'.repeat(40)];
const onPull = { deployed: HEAD_SHA, pull: 7 };
const onDefault = { givesUrl: true, pull: null } as const;
const runOfFork = workflowRun({ headRepository: 'stranger/storefront' });
const targetOfFork = pullRequest({ eventName: 'pull_request_target', fork: true });

const rows: readonly Row[] = [
  { ...onPull, name: 'pull_request into another branch', event: () => pullRequest({ baseRef: 'release' }) },
  { ...onPull, name: 'pull_request_target of a fork', event: () => targetOfFork },
  {
    name: 'deployment_status',
    event: ({ weak }) => deploymentStatus({ sha: BASE_SHA, environmentUrl: weak.url }),
    pull: 5,
    environment: 'Preview',
  },
  { name: 'repository_dispatch (Vercel)', event: ({ weak }) => vercelDispatch(weak.url), pull: 7 },
  { ...onPull, name: 'workflow_run of a fork', event: () => runOfFork },
  {
    name: 'merge_group',
    event: () => mergeGroup({ number: 104, headSha: groupSha, baseSha: groupBaseSha }),
    deployed: groupSha,
    pull: 104,
  },
  { ...onPull, name: 'push', event: () => push({ branch: 'feature' }) },
  { ...onDefault, name: 'schedule', event: () => schedule() },
];

/** The dispatch that Vercel sends, with `client_payload` as Vercel documents it. */
function vercelDispatch(url: string): RunnerEvent {
  const git = { ref: 'feature', sha: HEAD_SHA, shortSha: HEAD_SHA.slice(0, 7) };
  const project = { id: 'prj_1', name: 'storefront' };
  const clientPayload = { id: 'dpl_1', environment: 'preview', project, git, url };
  return repositoryDispatch({ action: 'vercel.deployment.success', clientPayload });
}

/** Also one whose head is deployed, and one in the merge queue. */
const allPulls = [
  ...pulls,
  { number: 5, headSha: BASE_SHA, baseSha: groupBaseSha },
  { number: 104, headSha: '6'.repeat(40), baseSha: BASE_SHA },
];

/** Only the policy file of the default branch lets the weak site pass. */
const lenient = { [policyPath]: 'fail-on: never\n' };
const strict = { [policyPath]: 'fail-on: warning\n' };
const commits = [BASE_SHA, DEFAULT_SHA, groupBaseSha, HEAD_SHA, MERGE_SHA];
const contents = { main: lenient, ...Object.fromEntries(commits.map((sha) => [sha, strict])) };

function deploy({ github }: Scene, sha: string, environment: string, environmentUrl: string): void {
  addDeployment(github.state, { sha, environment, statuses: [{ state: 'success', environmentUrl }] });
}

/** References by which files were asked for; `null` is the default branch. */
function refsOf({ github }: Scene): (string | null)[] {
  const files = github.requests.filter(({ path }) => path.includes('/contents/'));
  return files.map(({ query }) => query.get('ref'));
}

test.each(rows)('each event, $name: target, comment, policy file, key', async (row) => {
  await using scene = await startScene({ github: { pulls: allPulls, contents } });
  if (row.deployed !== undefined) {
    deploy(scene, row.deployed, 'Preview', scene.weak.url);
    deploy(scene, row.deployed, 'Docs', scene.hardened.url);
  }
  const target = row.givesUrl === true ? { url: scene.weak.url } : { url: '', environment: 'Prev*' };
  // The runner asks no deployed site on this machine.
  const inputs = { reports: 'none', 'wait-for-url': '0', ...target };
  const result = await scene.run({ event: row.event(scene), inputs });

  expect(result.outputs['url']).toBe(scene.weak.url);
  expect(scene.sandbox.scans.map(({ url }) => url)).toEqual([scene.weak.url]);
  // With the policy file of the commit it would fail.
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
  expect(refsOf(scene)).toEqual([null]);
  expect(Number(result.outputs['total'])).toBeGreaterThan(0);
  const commentedOn = [...scene.github.state.comments.values()].map(({ issueNumber }) => issueNumber);
  expect(commentedOn).toEqual(row.pull === null ? [] : [row.pull]);
  const key = ['CI', 'scan', row.environment ?? [], 1].flat().join('-');
  expect(scene.artifacts.artifacts.map(({ name }) => name)).toEqual([`scan-gate-${key}`]);
  expect(result.annotations.warning).toEqual([]);
  // Nothing of a fork is read.
  const paths = scene.github.requests.map(({ path }) => path);
  expect(paths.filter((path) => path.includes('/actions/') || path.includes('/git/'))).toEqual([]);
});

test('an event that cannot be read is reported, and the run goes on', async () => {
  await using scene = await startScene();
  const env = { GITHUB_EVENT_PATH: '/nowhere/event.json' };
  const result = await scene.run({ env, inputs: { url: scene.hardened.url, reports: 'none' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
  expect(result.annotations.warning).toEqual([expect.stringContaining('no pull request is known')]);
});

/** On which runs a key may be empty: `setup.test.ts`. GitHub gives neither secrets nor variables there. */
test('a pull request from a fork without a key is green, with a notice, and asks and writes nothing', async () => {
  await using scene = await startScene();
  const inputs = { 'api-key': '', 'base-url': '', url: '', 'on-missing-api-key': 'skip' };
  const run = await scene.run({ event: pullRequest({ fork: true }), inputs });
  expect(run).toMatchObject({ exitCode: 0, outputs: { verdict: 'inconclusive', 'scan-id': '' } });
  expect(scene.sandbox.requests).toEqual([]);
  expect(scene.github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  const notice = [expect.stringContaining('Nothing was scanned')];
  expect(run.annotations).toEqual({ error: [], warning: [], notice });
  expect(run.summary).toContain('Scan Gate: skipped, nothing was scanned');
});
