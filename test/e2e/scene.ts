/**
 * Everything that a run of the action meets, on loopback: the service, a weak and a hardened site, GitHub and its
 * artifact service. Every run is also checked for what always holds: requests follow GitHub's description, no secret is
 * where it does not belong, and `result.json` follows its schema.
 */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoopbackServer } from '../../sandbox/loopback-server.ts';
import type { Scan } from '../../sandbox/scan/scan.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { startHardenedSite } from '../../sandbox/sites/hardened.ts';
import { startWeakSite, type WeakSite } from '../../sandbox/sites/weak.ts';
import {
  type ArtifactService,
  type ArtifactServiceOptions,
  startArtifactService,
} from '../support/artifact-service.ts';
import { BASE_SHA, HEAD_SHA } from '../support/events.ts';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from '../support/github/server.ts';
import { fileErrors } from '../support/result-schema.ts';
import { type ActionOptions, type RunningAction, type RunResult, startAction } from '../support/runner.ts';
import { until } from '../support/until.ts';
import { findBreaches } from './secret-places.ts';

/** The pull request of the events, which is there unless a test seeds others. */
const pullNumber = 7;
export const pulls = [{ number: pullNumber, headSha: HEAD_SHA, baseSha: BASE_SHA }];

/** What the README names for a gate with a policy file and a comment, and nothing more. */
export const gatePermissions = {
  contents: 'read',
  pull_requests: 'write',
  issues: 'none',
  deployments: 'none',
  statuses: 'none',
} as const;

export const policyPath = '.github/scan-gate.yml';

/** Contents of a repository whose default branch, `main`, has the policy `text`: no other branch counts. */
export function policyOnMain(text: string) {
  return { main: { [policyPath]: text } };
}

export interface SceneOptions {
  readonly sandbox?: SandboxOptions;
  readonly github?: GitHubOptions;
  readonly artifacts?: ArtifactServiceOptions;
  /** True: runs are those of the shipped `dist`, each in a process of its own, in real time. */
  readonly shipped?: boolean;
}

export interface Scene extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly weak: WeakSite;
  readonly hardened: LoopbackServer;
  readonly github: LoopbackGitHub;
  readonly artifacts: ArtifactService;
  /**
   * Runs the action on the weak site for pull request 7, unless `options` say otherwise.
   *
   * @throws {Error} for a request that breaks a protocol, a secret in the wrong place, and a `result.json` that breaks
   * its schema
   */
  run(options?: ActionOptions): Promise<RunResult>;
  /** The same without waiting for its end; `done` checks like `run`. */
  start(options?: ActionOptions): Promise<RunningAction>;
  /** Has the service scan `url` as somebody else would. @returns the id of the finished scan */
  scanned(url: string): Promise<string>;
  /** Bodies of the comments on the pull request, oldest first. */
  comments(): string[];
}

/** Starts all servers. Disposing of the scene ends what still runs, and removes the folders of its runs. */
export async function startScene(options: SceneOptions = {}): Promise<Scene> {
  await using stack = new AsyncDisposableStack();
  const { launch, wait } = options.shipped === true ? inProcesses : await inThisProcess();
  const { path: root } = stack.use(await mkdtempDisposable(join(tmpdir(), 'scan-gate-scene-')));
  const sandbox = stack.use(await startSandbox({ scanMs: 0, ...options.sandbox }));
  const weak = stack.use(await startWeakSite());
  const hardened = stack.use(await startHardenedSite());
  const github = stack.use(await startGitHub({ pulls, ...options.github }));
  const artifacts = stack.use(await startArtifactService(options.artifacts));
  const started: RunningAction[] = [];
  stack.defer(async () => {
    for (const action of started) action.kill('SIGKILL');
    await Promise.allSettled(started.map(({ done }) => done));
  });

  const start = async (run: ActionOptions = {}): Promise<RunningAction> => {
    const inputs = {
      'api-key': sandbox.apiKey,
      'base-url': sandbox.url,
      ...(run.inputs?.['scan-id'] === undefined ? { url: weak.url } : {}),
      'poll-interval': '1s',
      ...run.inputs,
    };
    const action = await launch({ github, artifacts, root, ...run, inputs });
    started.push(action);
    const done = action.done.then((result) => {
      const breaches = [
        ...findBreaches({ sandbox, github, artifacts }, result),
        ...fileErrors(result.outputs['result-path'] ?? ''),
      ];
      if (breaches.length > 0) throw new Error(breaches.join('\n'));
      return result;
    });
    return { ...action, done };
  };
  // From here on it is the caller's to dispose of.
  const owned = stack.move();
  return {
    sandbox,
    weak,
    hardened,
    github,
    artifacts,
    start,
    run: async (run) => (await start(run)).done,
    scanned: async (url) => {
      const scan = await startScan(sandbox, url);
      await wait(() => scan.state === 'finished');
      return scan.id;
    },
    comments: () => [...github.state.comments.values()].map(({ body }) => body),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** How a scene launches runs, and lets time pass until something is reached. */
const inProcesses = { launch: startAction, wait: (isReached: () => boolean) => until(isReached) };

/** Not imported above, since benchmarks have scenes too, outside of jest. */
async function inThisProcess() {
  const { startStep, passTime } = await import('../support/step.ts');
  return { launch: startStep, wait: (isReached: () => boolean) => passTime(isReached) };
}

/** Starts a scan as somebody else would, whatever the scene. @returns the scan, which runs */
async function startScan(sandbox: Sandbox, url: string): Promise<Scan> {
  const response = await fetch(`${sandbox.url}/v1/api/scan`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (!response.ok) throw new Error(`the scan did not start: ${response.status}`);
  const scan = sandbox.scans.at(-1);
  if (scan === undefined) throw new Error('the sandbox knows no scan');
  return scan;
}
