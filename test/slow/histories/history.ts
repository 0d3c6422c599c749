/** One history of a pull request: what there is in it, what really happened, and the jobs that were played. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CancelledError } from '../../../src/core/problem.ts';
import { publishAfterCancelMs } from '../../../src/core/time-limit.ts';
import { endWithoutVerdict } from '../../../src/publish/end-without-verdict.ts';
import { run } from '../../../src/run.ts';
import { systemClock } from '../../../src/runner/clock.ts';
import { createLog } from '../../../src/runner/log.ts';
import { pullRequest } from '../../support/events.ts';
import { Faults } from '../../support/faults.ts';
import { type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { addDeployment, timestamp } from '../../support/github/state.ts';
import { type Loopback, startLoopback } from '../../support/loopback.ts';
import { passTime } from '../../support/step.ts';
import { recordedPorts } from '../../unit/recorded-run.ts';
import { type ModelService, startModelService } from './service.ts';
import { type KnownPolicy, policies } from './terms.ts';

/** Nobody may read them anywhere. */
export const secrets = { key: 'key-7f3a91c2d8e4', query: 'qry-5512aa90ff31', preference: 'pwd-0c4417be92ad' };

/** How long a job waits for its scan in milliseconds (`timeout`). */
export const timeoutMs = 240_000;

export interface JobOptions {
  readonly sha: string;
  readonly runId: number;
  readonly attempt: number;
  readonly job: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The event of a run of Dependabot without an API key; `null` for one with a key. */
  readonly keylessOn: 'pull_request' | 'pull_request_target' | null;
  /** When it starts, from the moment at which the jobs of a step are told to start. */
  readonly afterMs: number;
  /** When it is cancelled, from its start. */
  readonly cancelAfterMs: number | null;
}

/** A job that has ended. Times are those of the history, in milliseconds since the Unix epoch. */
export interface PlayedJob extends JobOptions {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whether the job is cancelled before it has ended. */
  readonly wasCancelled: boolean;
  /** True if it ended without a report, as inputs or policy file are wrong. */
  readonly refusesSettings: boolean;
  readonly isGreen: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  /** What it printed, set and wrote on the runner, as people see it. */
  readonly said: string;
}

export interface History extends AsyncDisposable {
  readonly service: ModelService;
  readonly github: LoopbackGitHub;
  /** The target. */
  readonly site: Loopback;
  /** Of the target. It has a secret in its query. */
  readonly url: string;
  readonly jobs: PlayedJob[];
  /** Commit → when its deployment was ready. The last one is the head of the pull request. */
  readonly readyAt: Map<string, number>;
  /** The policies of the default branch, and from when on each is in force. */
  readonly policies: { readonly policy: KnownPolicy; readonly from: number }[];
  /** When the target does not answer. */
  readonly outages: { readonly from: number; readonly to: number }[];
}

export async function startHistory(): Promise<History> {
  await using stack = new AsyncDisposableStack();
  const outages: History['outages'] = [];
  const isDown = () => outages.some(({ from, to }) => from <= Date.now() && Date.now() < to);
  const respond = () => ({ status: isDown() ? 503 : 200, text: 'ok' });
  const service = stack.use(await startModelService());
  const github = stack.use(await startGitHub({ pulls: [{ number: 7, headSha: shaOf(0) }] }));
  const site = stack.use(await startLoopback({ faults: new Faults(), respond }));
  const owned = stack.move();
  const history: History = {
    service,
    github,
    site,
    url: `${site.url}/?access=${secrets.query}`,
    jobs: [],
    readyAt: new Map(),
    policies: [],
    outages,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  merge(history, policies[0]);
  push(history);
  return history;
}

function shaOf(index: number): string {
  return index.toString(16).padStart(40, 'c');
}

/** A commit is pushed to the pull request, and its deployment takes the place of the one before. */
export function push({ github, readyAt, url }: History): void {
  const sha = shaOf(readyAt.size);
  readyAt.set(sha, Date.now());
  const pull = github.state.pulls.get(7);
  if (pull !== undefined) github.state.pulls.set(7, { ...pull, headSha: sha });
  const statuses = [{ state: 'success', environmentUrl: url, createdAt: timestamp() }] as const;
  addDeployment(github.state, { sha, environment: 'Preview', statuses });
}

/** The default branch gets another policy file. */
export function merge({ github, policies: known }: History, policy: KnownPolicy): void {
  known.push({ policy, from: Date.now() });
  const files = policy.text === null ? [] : [['.github/scan-gate.yml', policy.text] as const];
  github.state.contents.set('main', new Map(files));
}

export function headOf({ readyAt }: History): string {
  return [...readyAt.keys()].at(-1) ?? '';
}

/** Far above what a job may wait for. */
const longestStepMs = 7_200_000;

/** Plays jobs beside each other until all of them have ended. */
export async function playJobs(history: History, jobs: readonly JobOptions[]): Promise<PlayedJob[]> {
  let left = jobs.length;
  let cancelling = 0;
  const played = jobs.map(async (job) => {
    await new Promise<void>((resolve) => setTimeout(resolve, job.afterMs));
    try {
      const ended = await playJob(history, job, () => {
        cancelling += 1;
      });
      if (ended.wasCancelled) cancelling -= 1;
      return ended;
    } finally {
      left -= 1;
    }
  });
  // A cancelled job has a few seconds, and its work takes real time, not all of which a turn can see.
  const isQuick = () => cancelling === 0;
  const turnMs = () => (isQuick() ? 500 : 10);
  const givenUpAt = Date.now() + longestStepMs;
  await passTime(() => left === 0 || Date.now() > givenUpAt, { turnMs, isQuick });
  if (left > 0) throw new Error(`${left} jobs did not end: ${JSON.stringify(jobs)}`);
  const ended = await Promise.all(played);
  history.jobs.push(...ended);
  return ended;
}

/** Plays a job as `step` does, without a process of its own. */
async function playJob(
  { service, github, url }: History,
  job: JobOptions,
  onCancel: () => void,
): Promise<PlayedJob> {
  const [cancelled, givenUp] = [new AbortController(), new AbortController()];
  const startedAt = Date.now();
  const ports = recordedPorts({
    github,
    event: pullRequest({
      headSha: job.sha,
      ...(job.keylessOn !== null && { dependabot: true, eventName: job.keylessOn }),
    }),
    runId: job.runId,
    attempt: job.attempt,
    env: { GITHUB_JOB: job.job },
    inputs: {
      'api-key': `${secrets.key}-${job.runId}-${job.attempt}-${job.job}`,
      url,
      ...common(service),
      ...job.inputs,
    },
    ports: { cancelled: cancelled.signal, givenUp: givenUp.signal },
  });
  const lines: string[] = [];
  const keep = (line: string | Error) => lines.push(String(line));
  const print = { debug: keep, info: keep, notice: keep, warning: keep, error: keep };
  const group = <T>(title: string, body: () => Promise<T>) => {
    keep(title);
    return body();
  };
  const log = createLog({ ...print, group }, ports.redactor.redact);
  const cancel = () => {
    onCancel();
    cancelled.abort(new CancelledError('SIGTERM'));
    setTimeout(() => givenUp.abort(new CancelledError('SIGTERM')), publishAfterCancelMs);
  };
  const timer = job.cancelAfterMs === null ? undefined : setTimeout(cancel, job.cancelAfterMs);
  let refusesSettings = false;
  const level = await run({ ...ports, log, clock: systemClock }).then(
    (conclusion) => conclusion.level,
    async (error: unknown) => {
      refusesSettings = true;
      log.error(await endWithoutVerdict(error, { ...ports, log }));
      return 'error';
    },
  );
  clearTimeout(timer);
  const { outputs, summary, annotations, masked, tempFolder } = ports.runner;
  const files = await Promise.all(
    (await readdir(tempFolder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  );
  const printed = masked.reduce((text, secret) => text.replaceAll(secret, '***'), lines.join('\n'));
  return {
    ...job,
    startedAt,
    endedAt: Date.now(),
    wasCancelled: cancelled.signal.aborted,
    refusesSettings,
    isGreen: level !== 'error',
    outputs,
    said: [printed, JSON.stringify(outputs), summary, JSON.stringify(annotations), ...files].join('\n'),
  };
}

function common(service: ModelService) {
  return {
    'base-url': service.url,
    config: '',
    'comment-key': 'gate',
    'commit-status': 'Gate',
    reports: 'none',
    timeout: `${timeoutMs / 60_000}m`,
    'poll-interval': '30s',
  };
}
