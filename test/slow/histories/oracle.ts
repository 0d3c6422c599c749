/** The promises of docs/contract.md, checked against what really happened. It shares no code with `src`. */
import { type History, type PlayedJob, secrets, timeoutMs } from './history.ts';
import { endOf, type ModelScan } from './service.ts';
import { blocks, type KnownPolicy } from './terms.ts';

/** What a step did beside playing its jobs. */
export interface Disturbance {
  /** True if the service or GitHub refused, lost or held back a request. */
  readonly hadFaults: boolean;
  /** True if GitHub lost a write for good. */
  readonly lostWrites: boolean;
}

/** @returns what is wrong after the jobs of a step, one line each */
export function findBreaches(
  history: History,
  jobs: readonly PlayedJob[],
  disturbance: Disturbance,
): readonly string[] {
  return [
    ...jobs.flatMap((job) =>
      [
        ...wrongGreen(history, job),
        ...wrongPass(history, job),
        ...wrongStarts(history, job, disturbance),
        ...noAnswer(history, job, disturbance),
        ...(disturbance.lostWrites ? [] : wrongStatus(history, job)),
      ].map((breach) => `run ${job.runId}, attempt ${job.attempt}, ${job.job}: ${breach}`),
    ),
    ...(disturbance.lostWrites ? [] : wrongComment(history, jobs)),
    ...leaks(history, jobs),
  ];
}

function policiesDuring({ policies }: History, { startedAt, endedAt }: PlayedJob): KnownPolicy[] {
  const until = (index: number) => policies[index + 1]?.from ?? Number.POSITIVE_INFINITY;
  return policies
    .filter(({ from }, index) => from <= endedAt && until(index) >= startedAt)
    .map(({ policy }) => policy);
}

function scanOf({ service }: History, { outputs }: PlayedJob): ModelScan | undefined {
  return service.scans.find(({ id }) => id === outputs['scan-id']);
}

/** Whether the target was away from the end of the scan on, as far as the job could see. */
function wasLost({ outages }: History, { startedAt, endedAt }: PlayedJob, scan: ModelScan): boolean {
  return outages.some(({ from, to }) => from <= Math.max(endOf(scan), startedAt) && endedAt <= to);
}

/** Whether the target was asked again after the scan: a job that is cancelled earlier cannot know that the target was lost. */
function wasAsked({ site }: History, { endedAt }: PlayedJob, scan: ModelScan): boolean {
  return site.requests.some(({ at }) => at >= endOf(scan) && at <= endedAt);
}

/** Nothing is scanned, and nothing is published, if Dependabot has no key. */
function isSkipped({ keylessOn }: PlayedJob): boolean {
  return keylessOn === 'pull_request';
}

function wrongGreen(history: History, job: PlayedJob): string[] {
  if (!job.isGreen || isSkipped(job)) return [];
  const known = policiesDuring(history, job);
  const scan = scanOf(history, job);
  const doubted = scan !== undefined && wasLost(history, job, scan);
  const warns = known.some(({ isValid, onFail, onInconclusive }) => {
    if (!isValid || job.keylessOn !== null) return false;
    if (job.outputs['verdict'] === 'inconclusive') return onInconclusive === 'warn';
    return onFail === 'warn' && (!doubted || onInconclusive === 'warn');
  });
  return [
    ...(job.wasCancelled ? ['green though it was cancelled'] : []),
    ...(job.outputs['verdict'] === 'pass' || warns ? [] : [`green though ${job.outputs['verdict']}`]),
  ];
}

function wrongPass(history: History, job: PlayedJob): string[] {
  if (job.outputs['verdict'] !== 'pass') return [];
  const scan = scanOf(history, job);
  if (scan === undefined) return ['passed without a scan'];
  const { plan, preferences } = scan;
  const known = policiesDuring(history, job).filter(({ isValid }) => isValid);
  const asked: Record<string, unknown> = JSON.parse(job.inputs['preferences'] ?? '{}');
  // Of two jobs with one key only one can say in the comment what it refused.
  const isAlone = ({ runId, attempt }: PlayedJob) =>
    history.jobs.filter((other) => other.runId === runId && other.attempt === attempt).length === 1;
  const refusedBy = history.jobs.filter(
    (earlier) =>
      earlier.endedAt < job.startedAt &&
      isAlone(earlier) &&
      scanOf(history, earlier) === scan &&
      wasLost(history, earlier, scan) &&
      (!earlier.wasCancelled || wasAsked(history, earlier, scan)),
  );
  const wrong = {
    'passed a scan of another target': scan.url !== history.url,
    'passed a scan that is not whole': plan.ending !== 'whole' || endOf(scan) > job.endedAt,
    'passed a scan of an earlier deployment': scan.startedAt < (history.readyAt.get(job.sha) ?? Number.NaN),
    'passed without a valid policy': known.length === 0,
    'passed what blocks': known.every((policy) => plan.weaknesses.some((each) => blocks(each, policy))),
    'passed though the target was lost': wasLost(history, job, scan),
    'passed a scan that was refused, as the target was lost': refusedBy.length > 0,
    'passed a scan that was asked for something else': Object.entries(asked).some(
      ([name, value]) => name in preferences && JSON.stringify(preferences[name]) !== JSON.stringify(value),
    ),
  };
  return Object.entries(wrong).flatMap(([breach, holds]) => (holds ? [breach] : []));
}

/** Promise 3. */
function wrongStarts(history: History, job: PlayedJob, { hadFaults }: Disturbance): string[] {
  const { service, jobs } = history;
  const startedBy = (each: PlayedJob) =>
    service.scans.filter((scan) => scan.startedBy.endsWith(`-${each.runId}-${each.attempt}-${each.job}`));
  const own = startedBy(job);
  const earlier = jobs.filter((each) => each.endedAt < job.startedAt);
  const last = earlier.at(-1);
  const isSame =
    last !== undefined && last.runId === job.runId && last.job === job.job && last.sha === job.sha;
  const left = last?.wasCancelled === true ? startedBy(last) : [];
  // By a clock that goes slow, a scan can seem older than the deployment. Then a new one is safer.
  const readyAt = history.readyAt.get(job.sha) ?? 0;
  const mayTakeUp = left.some(
    (scan) =>
      scan.plan.ending === 'whole' &&
      endOf(scan) > job.startedAt + 1_000 &&
      scan.plan.datedAheadMs === 0 &&
      scan.startedAt + service.clockAheadMs > readyAt + 1_000,
  );
  // If GitHub held its write back until it was cancelled, the comment does not name its scan.
  const isNamed = last?.said.includes('GitHub did not take a request') === false;
  const mustTakeUp =
    isSame &&
    isNamed &&
    mayTakeUp &&
    !hadFaults &&
    JSON.stringify(last.inputs) === JSON.stringify(job.inputs);
  return [
    ...(own.length > 1 ? [`started ${own.length} scans`] : []),
    ...(mustTakeUp && own.length > 0
      ? ['started a scan while the one of the attempt before was running']
      : []),
  ];
}

/** What a scan and the waits between two requests take at most; the rest of the four minutes may be somebody else's. */
const ownTimeMs = 150_000;

/** Whether the scans of others left the job its time, at a service that scans a target once at a time. */
function hadTime({ service }: History, job: PlayedJob): boolean {
  const { startedAt, endedAt, outputs } = job;
  const taken = service.scans
    .filter(({ id }) => id !== outputs['scan-id'])
    .map((scan) => Math.min(endOf(scan), endedAt) - Math.max(scan.startedAt, startedAt))
    .reduce((sum, each) => sum + Math.max(0, each), 0);
  return !service.oneAtATime || taken <= timeoutMs - ownTimeMs;
}

/** A run that nothing stands in the way of has an answer. */
function noAnswer(history: History, job: PlayedJob, { hadFaults }: Disturbance): string[] {
  const { service, outages } = history;
  const known = policiesDuring(history, job);
  const isCalm =
    !hadFaults &&
    !job.wasCancelled &&
    job.keylessOn === null &&
    known.length === 1 &&
    known[0]?.isValid === true &&
    outages.every(({ from, to }) => to < job.startedAt || from > job.endedAt) &&
    hadTime(history, job) &&
    service.scans.every((scan) => endOf(scan) < job.startedAt || scan.plan.ending === 'whole');
  const verdict = job.outputs['verdict'] ?? '';
  return isCalm && verdict !== 'pass' && verdict !== 'fail'
    ? [`is ${verdict} though nothing went wrong: ${job.outputs['reason']}`]
    : [];
}

function idOf({ runId, attempt }: Pick<PlayedJob, 'runId' | 'attempt'>): number {
  return runId * 100 + attempt;
}

/** The newest of all jobs that were played, on `sha` if one is given. */
function newestOf({ jobs }: History, sha?: string): readonly PlayedJob[] {
  const on = jobs.filter((job) => (sha === undefined || job.sha === sha) && !isSkipped(job));
  const newest = Math.max(...on.map(idOf));
  return on.filter((job) => idOf(job) === newest);
}

/** Promise 8, and what a required check is told. */
function wrongStatus(history: History, job: PlayedJob): string[] {
  const status = history.github.state.statuses.findLast(({ sha }) => sha === job.sha);
  const newest = newestOf(history, job.sha);
  if (!newest.includes(job)) return [];
  if (status === undefined) return ['no commit status'];
  const [, runId, attempt] = /\/runs\/(\d+)(?:\/attempts\/(\d+))?/.exec(status.targetUrl) ?? [];
  const known = policiesDuring(history, job);
  const verdict = job.outputs['verdict'];
  // A verdict that was decided before the run was cancelled stands.
  const wasDecided = job.outputs['reason']?.includes('cancelled') === false;
  const onlyWarns = wasDecided && known.some(({ onInconclusive }) => onInconclusive === 'warn');
  const maySucceed = verdict === 'pass' || (verdict === 'inconclusive' && onlyWarns);
  const wrong = {
    'the status is of an older run':
      idOf({ runId: Number(runId), attempt: Number(attempt ?? 1) }) < idOf(job),
    'the status is still pending': status.state === 'pending',
    'the status is green': status.state === 'success' && !maySucceed,
    'two jobs with one status, and it is no error': newest.length > 1 && status.state !== 'error',
  };
  return Object.entries(wrong).flatMap(([breach, holds]) => (holds ? [`${breach} (${status.state})`] : []));
}

/** GitHub has no conditional update: of two writes at the same time, in milliseconds, neither can see the other. */
const sameTimeMs = 3_000;

/** Whether two runs, or two of `jobs`, wrote the comment at the same time: what one of them wrote is lost then, and nobody can know. */
function wereCrossed({ github }: History, jobs: readonly PlayedJob[]): boolean {
  const from = Math.min(...jobs.map(({ startedAt }) => startedAt));
  const writes = github.requests.flatMap(({ method, path, body, at }) => {
    if (at < from || method === 'GET' || !path.includes('/comments')) return [];
    const text = typeof body === 'object' && body !== null && 'body' in body ? String(body.body) : '';
    return [{ at, runId: markerOf(text)?.runId }];
  });
  return writes.some(({ at, runId }, index) => {
    const before = writes[index - 1];
    const isOthers = before?.runId !== runId || jobs.length > 1;
    return before !== undefined && isOthers && at - before.at < sameTimeMs;
  });
}

/** The run that wrote a comment, as its hidden line says; `null` if that is not ours. */
function markerOf(body: string): { readonly runId: number; readonly attempt: number } | null {
  const hidden = /^<!-- scan-gate:v1 ([\w-]+) -->/.exec(body)?.[1];
  return hidden === undefined ? null : JSON.parse(Buffer.from(hidden, 'base64url').toString()).marker;
}

function wrongComment(history: History, jobs: readonly PlayedJob[]): string[] {
  if (wereCrossed(history, jobs)) return [];
  const bodies = [...history.github.state.comments.values()].map(({ body }) => body);
  const [body = '', ...others] = bodies;
  const mustWrite = (job: PlayedJob) => !job.wasCancelled && !job.refusesSettings && !isSkipped(job);
  const marker = markerOf(body);
  if (marker === null) return jobs.some(mustWrite) ? ['no comment'] : [];
  const newest = newestOf(history);
  const headline = /^## (.*)$/m.exec(body)?.[1] ?? '';
  const wrong = {
    'more than one comment': others.length > 0,
    'the comment is of an older run': newest.some((job) => idOf(marker) < idOf(job) && mustWrite(job)),
    'the comment is green':
      newest.some((job) => mustWrite(job) && job.outputs['verdict'] !== 'pass') && headline.includes('✅'),
  };
  return Object.entries(wrong).flatMap(([breach, holds]) => (holds ? [`${breach}: ${headline}`] : []));
}

/** Promise 4. */
function leaks({ github, service }: History, jobs: readonly PlayedJob[]): string[] {
  const { comments, issues, statuses } = github.state;
  const published = JSON.stringify([[...comments.values()], [...issues.values()], statuses]);
  const elsewhere = JSON.stringify(
    github.requests.map(({ path, query, body }) => [path, query.toString(), body]),
  );
  const places = { published, 'the requests to GitHub': elsewhere };
  const all = [
    ...Object.entries(places),
    ...jobs.map((job) => [`what run ${job.runId} said`, job.said] as const),
  ];
  return all.flatMap(([place, text]) =>
    Object.entries(secrets)
      .filter(([, secret]) => text.includes(secret))
      .map(([name]) => `the ${name} is in ${place}, ${service.scans.length} scans`),
  );
}
