/** A scene with the pull request of the events, and a policy file at every commit of an event. */
import {
  BASE_SHA,
  DEFAULT_SHA,
  HEAD_SHA,
  type Json,
  MERGE_SHA,
  type RunnerEvent,
  repositoryDispatch,
} from '../support/events.ts';
import type { GitHubOptions } from '../support/github/server.ts';
import type { ActionOptions, RunResult } from '../support/runner.ts';
import { pullNumber, type Scene, startScene } from './scene.ts';

export const pull = { number: pullNumber, headSha: HEAD_SHA, baseSha: BASE_SHA };
export const groupSha = '8'.repeat(40);
export const groupBaseSha = '9'.repeat(40);

const path = '.github/scan-gate.yml';
const lenient = { [path]: 'fail-on: never\n' };
const strict = { [path]: 'fail-on: warning\n' };

/** Only the policy file of the default branch lets the weak site pass. */
export function startEventScene(github: GitHubOptions = {}): Promise<Scene> {
  const commits = [BASE_SHA, DEFAULT_SHA, groupBaseSha, HEAD_SHA, MERGE_SHA];
  const contents = { main: lenient, ...Object.fromEntries(commits.map((sha) => [sha, strict])) };
  return startScene({ github: { pulls: [pull], contents, ...github } });
}

/** Runs without `url`, so that the target is discovered. */
export function runEvent(scene: Scene, { inputs, ...options }: ActionOptions): Promise<RunResult> {
  return scene.run({ ...options, inputs: { url: '', reports: 'none', 'wait-for-url': '5s', ...inputs } });
}

/** The dispatch that Vercel sends, with `client_payload` as Vercel documents it. */
export function vercelDispatch(changes: Json, action = 'vercel.deployment.success'): RunnerEvent {
  const git = { ref: 'feature', sha: HEAD_SHA, shortSha: HEAD_SHA.slice(0, 7) };
  const common = { id: 'dpl_1', environment: 'preview', project: { id: 'prj_1', name: 'storefront' }, git };
  return repositoryDispatch({ action, clientPayload: { ...common, ...changes } });
}

/** Numbers of the pull requests and issues that have a comment, one for each comment. */
export function commentedOn({ github }: Scene): number[] {
  return [...github.state.comments.values()].map(({ issueNumber }) => issueNumber);
}

/** The URLs that were scanned. */
export function scannedUrls({ sandbox }: Scene): string[] {
  return sandbox.scans.map(({ url }) => url);
}
