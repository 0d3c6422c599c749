/** The deployments of a commit on a loopback GitHub, read through the real client. */
import { expect } from '@jest/globals';
import { ProblemError } from '../../../src/core/problem.ts';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import type { DeploymentOptions } from '../../../src/target/wait-for-deployment.ts';
import { HEAD_SHA, pullRequest, type RunnerEvent } from '../../support/events.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import type { StoredDeploymentStatus } from '../../support/github/state.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { connectTo } from '../github/connect-to.ts';

export const site = 'https://preview.example.com';

/** The status of a deployment that has succeeded. */
export const ready: StoredDeploymentStatus = { state: 'success', environmentUrl: site };

/** A deployment of the commit. @param statuses oldest first */
export function deployed(statuses: StoredDeploymentStatus[], environment = 'Preview') {
  return { sha: HEAD_SHA, environment, statuses };
}

export interface SearchOptions extends GitHubOptions {
  readonly event?: RunnerEvent;
  readonly environment?: string;
  readonly waitMs?: number;
  /** Called before each sleep. */
  readonly meanwhile?: (github: LoopbackGitHub, nowMs: number) => void;
}

/** What `search` finds, or its error. Time passes only while it sleeps. */
export async function searched<Found>(
  { event: given = pullRequest(), meanwhile, environment, waitMs, ...more }: SearchOptions,
  search: (request: DeploymentOptions) => Promise<Found>,
) {
  await using server = await startGitHub(more);
  const event = readEvent(given.payload);
  const env = { GITHUB_EVENT_NAME: given.name, GITHUB_REPOSITORY: server.repository, GITHUB_RUN_ID: '77' };
  const context = readContext({ ...env, ...given.env }, event);
  const clock = createFakeClock(0, (nowMs) => meanwhile?.(server, nowMs));
  const log = createRecordingLog();
  const { signal } = new AbortController();
  const connect = () => connectTo(server, { clock, log, signal });
  const wanted = { environmentGlob: environment ?? null, waitMs: waitMs ?? 120_000 };
  const result = await search({ context, event, ...wanted, connect, clock, log, signal }).then(
    (found) => ({ found, error: null }),
    (error: unknown) => ({ found: null, error }),
  );
  const problem = result.error instanceof ProblemError ? result.error.problem : null;
  expect(server.violations).toEqual([]);
  return { ...result, problem, log, clock, requests: server.requests };
}
