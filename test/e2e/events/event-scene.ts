/** A scene with the pull request of GitHub's samples, and a policy file in every revision that one could be read from. */
import type { GitHubOptions } from '../../support/github.ts';
import type { RunOptions, RunResult } from '../../support/runner.ts';
import { type Scene, startScene } from '../scene.ts';
import { baseSha, defaultSha, groupBaseSha, headSha, mergeSha, samplePull } from './payloads.ts';

const path = '.github/scan-gate.yml';
/** The weak site passes only where this is the file in force. */
const lenient = { [path]: 'fail-on: never\n' };
const strict = { [path]: 'fail-on: warning\n' };

/** @param policyRef the revision whose policy file lets the weak site pass; `main` is the default branch */
export function startEventScene(policyRef: string, github: GitHubOptions = {}): Promise<Scene> {
  const refs = ['main', baseSha, defaultSha, groupBaseSha, headSha, mergeSha];
  const contents = Object.fromEntries(refs.map((ref) => [ref, ref === policyRef ? lenient : strict]));
  return startScene({ github: { pulls: [samplePull], contents, ...github } });
}

/** Runs without `url`, so that the target is discovered. */
export function runEvent(scene: Scene, { inputs, ...options }: RunOptions): Promise<RunResult> {
  const bundle = process.env['SCAN_GATE_BUNDLE'];
  return scene.run({
    // A build elsewhere can be tried before it is committed.
    ...(bundle === undefined ? {} : { bundle }),
    ...options,
    inputs: { url: '', reports: 'none', 'wait-for-url': '5s', ...inputs },
  });
}

/** Numbers of the pull requests and issues that have a comment, one for each comment. */
export function commentedOn({ github }: Scene): number[] {
  return [...github.state.comments.values()].map(({ issueNumber }) => issueNumber);
}

/** What of the scan requests was about: the URLs that were scanned. */
export function scannedUrls({ sandbox }: Scene): string[] {
  return sandbox.scans.map(({ url }) => url);
}
