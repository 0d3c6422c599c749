/** A scene with the pull request of the events, and a policy file in every revision that one could be read from. */
import {
  BASE_SHA,
  DEFAULT_SHA,
  HEAD_SHA,
  type Json,
  MERGE_SHA,
  type RunnerEvent,
  repositoryDispatch,
} from '../../support/events.ts';
import type { GitHubOptions } from '../../support/github.ts';
import type { RunOptions, RunResult } from '../../support/runner.ts';
import { pullNumber, type Scene, startScene } from '../scene.ts';

export const pull = { number: pullNumber, headSha: HEAD_SHA, baseSha: BASE_SHA };
export const groupSha = '8'.repeat(40);
export const groupBaseSha = '9'.repeat(40);

const path = '.github/scan-gate.yml';
/** The weak site passes only with this file. */
const lenient = { [path]: 'fail-on: never\n' };
const strict = { [path]: 'fail-on: warning\n' };

/** @param policyRef the revision whose policy file lets the weak site pass; `main` is the default branch */
export function startEventScene(policyRef: string, github: GitHubOptions = {}): Promise<Scene> {
  const refs = ['main', BASE_SHA, DEFAULT_SHA, groupBaseSha, HEAD_SHA, MERGE_SHA];
  const contents = Object.fromEntries(refs.map((ref) => [ref, ref === policyRef ? lenient : strict]));
  return startScene({ github: { pulls: [pull], contents, ...github } });
}

/** Runs without `url`, so that the target is discovered. */
export function runEvent(scene: Scene, { inputs, ...options }: RunOptions): Promise<RunResult> {
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
