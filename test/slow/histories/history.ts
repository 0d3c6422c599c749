/** One history of a pull request: what there is in it, and the jobs that were played. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pullRequest } from '../../support/events.ts';
import { Faults } from '../../support/faults.ts';
import { startGitHub } from '../../support/github/server.ts';
import { startLoopback } from '../../support/loopback.ts';
import { passTime, startStep } from '../../support/step.ts';
import { startModelService } from './service.ts';

/** How long a job waits for its scan in milliseconds (`timeout`). */
export const timeoutMs = 120_000;

export interface Job {
  readonly sha: string;
  readonly runId: number;
  readonly attempt: number;
  /** When it is cancelled, from its start. */
  readonly cancelAfterMs: number | null;
}

export interface PlayedJob extends Job {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly wasCancelled: boolean;
  readonly isGreen: boolean;
  readonly outputs: Readonly<Record<string, string>>;
}

export type History = Awaited<ReturnType<typeof startHistory>>;

export async function startHistory() {
  await using stack = new AsyncDisposableStack();
  /** From when on the target does not answer. */
  const outage = { from: Number.POSITIVE_INFINITY };
  const service = stack.use(await startModelService());
  const github = stack.use(await startGitHub({ pulls: [{ number: 7, headSha: shaOf(1) }] }));
  const respond = () => ({ status: Date.now() >= outage.from ? 503 : 200, text: 'ok' });
  const site = stack.use(await startLoopback({ faults: new Faults(), respond }));
  const { path: root } = stack.use(await mkdtempDisposable(join(tmpdir(), 'scan-gate-history-')));
  const owned = stack.move();
  const jobs: PlayedJob[] = [];
  const dispose = { [Symbol.asyncDispose]: () => owned.disposeAsync() };
  return { service, github, url: site.url, root, jobs, policy: '', outage, pushes: 1, ...dispose };
}

export function shaOf(pushes: number): string {
  return pushes.toString(16).padStart(40, 'c');
}

/** The default branch gets another policy file. `URL` stands for the target. */
export function merge(history: History, text: string): void {
  history.policy = text;
  const file = text.replace('URL', history.url);
  history.github.state.contents.set('main', new Map([['.github/scan-gate.yml', file]]));
}

export async function wait(ms: number): Promise<void> {
  const until = Date.now() + ms;
  await passTime(() => Date.now() >= until, { turnMs: () => ms, isQuick: () => true });
}

export async function playJob({ service, github, url, root, jobs }: History, job: Job): Promise<PlayedJob> {
  const { sha, runId, attempt, cancelAfterMs } = job;
  const inputs = {
    'api-key': `key-${runId}-0123`,
    'base-url': service.url,
    url,
    'comment-key': 'gate',
    'commit-status': 'Gate',
    reports: 'none',
    timeout: `${timeoutMs / 60_000}m`,
  };
  const startedAt = Date.now();
  const event = pullRequest({ headSha: sha });
  const action = await startStep({ github, root, event, runId, runAttempt: attempt, inputs });
  let wasCancelled = false;
  const cancel = () => {
    wasCancelled = true;
    action.kill('SIGTERM');
  };
  const timer = cancelAfterMs === null ? undefined : setTimeout(cancel, cancelAfterMs);
  const { exitCode, outputs } = await action.done;
  clearTimeout(timer);
  const played = { ...job, startedAt, endedAt: Date.now(), wasCancelled, isGreen: exitCode === 0, outputs };
  jobs.push(played);
  return played;
}
