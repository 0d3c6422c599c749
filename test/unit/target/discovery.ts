/** Discovery on a loopback GitHub, through the real client. */
import { expect } from '@jest/globals';
import { ProblemError } from '../../../src/core/problem.ts';
import { connectGitHub } from '../../../src/github/connect.ts';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { discoverTarget } from '../../../src/target/discover.ts';
import { pullRequest, type RunnerEvent } from '../../support/events.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import type { StoredDeploymentStatus } from '../../support/github/state.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

export const site = 'https://preview.example.com';
export const ready: StoredDeploymentStatus = {
  state: 'success',
  environmentUrl: site,
  createdAt: '2026-11-01T10:05:00Z',
};

export interface Attempt {
  readonly event?: RunnerEvent;
  readonly github?: GitHubOptions;
  readonly environment?: string;
  readonly waitMs?: number;
  /** Called before each sleep. */
  readonly meanwhile?: (github: LoopbackGitHub, nowMs: number) => void;
}

/** Discovers on a loopback GitHub. Time passes only while the code sleeps. */
export async function discover(attempt: Attempt) {
  await using server = await startGitHub(attempt.github);
  const { name, payload, env } = attempt.event ?? pullRequest();
  const event = readEvent(payload);
  const variables = { GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: server.repository, GITHUB_RUN_ID: '77' };
  const context = readContext({ ...variables, ...env }, event);
  const clock = createFakeClock(0, (nowMs) => attempt.meanwhile?.(server, nowMs));
  const log = createRecordingLog();
  const signal = new AbortController().signal;
  const { environment = null, waitMs = 120_000 } = attempt;
  const github = () => connectGitHub({ token: server.token, apiUrl: server.url, log, signal });
  const result = await discoverTarget({
    context,
    event,
    environment,
    waitMs,
    github,
    clock,
    log,
    signal,
  }).then(
    (found) => ({ found, error: null }),
    (error: unknown) => ({ found: null, error }),
  );
  const problem = result.error instanceof ProblemError ? result.error.problem : null;
  expect(server.violations).toEqual([]);
  return { ...result, problem, log, clock, requests: server.requests };
}
