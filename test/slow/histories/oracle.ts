/** The promises of docs/contract.md, checked against what really happened. It shares no code with `src`. */
import { type History, type PlayedJob, timeoutMs } from './history.ts';
import { endOf, type ModelScan } from './service.ts';

const severities = ['critical', 'high', 'medium', 'low', 'warning'];

/** Whether nothing blocks under this policy file. Under a wrong one nothing passes. */
function allows(severity: string | null, text: string): boolean {
  const threshold = /^fail-on: (\w+)/m.exec(text)?.[1] ?? 'high';
  if (!severities.includes(threshold)) return false;
  return severity === null || severities.indexOf(severity) > severities.indexOf(threshold);
}

function breachesIn(wrong: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(wrong).filter((breach) => wrong[breach]);
}

/** No pass without a trustworthy scan. */
function wrongVerdict(
  job: PlayedJob,
  scan: ModelScan | undefined,
  { policy, outage, url }: History,
): string[] {
  const { verdict = '' } = job.outputs;
  const { ending = 'never', severity = null } = scan?.plan ?? {};
  const end = scan === undefined ? 0 : endOf(scan);
  const isPass = verdict === 'pass';
  const isCalm =
    ending === 'whole' &&
    !job.wasCancelled &&
    end < job.startedAt + timeoutMs - 20_000 &&
    allows(null, policy);
  return breachesIn({
    'green though it was cancelled': job.isGreen && job.wasCancelled,
    [`green though ${verdict}`]: job.isGreen && !isPass && policy !== `on-${verdict}: warn`,
    'passed without a scan of the target': isPass && scan?.url !== url,
    'passed a scan that is not whole': isPass && (ending !== 'whole' || end > job.endedAt),
    'passed what blocks': isPass && !allows(severity, policy),
    'passed though the target was lost': isPass && outage.from <= end,
    'inconclusive though nothing went wrong':
      isCalm && verdict === 'inconclusive' && outage.from > job.endedAt,
    'took longer than it may': job.endedAt - job.startedAt > timeoutMs + 180_000,
  });
}

/** One scan: none is started twice, none of another run is used, and a re-run takes up the one that was left. */
function wrongScan(job: PlayedJob, scan: ModelScan | undefined, { service, jobs }: History): string[] {
  const isOwn = ({ startedBy }: ModelScan) => startedBy === `key-${job.runId}-0123`;
  const started = service.scans.filter((each) => isOwn(each) && each.startedAt >= job.startedAt);
  const before = jobs.at(-2);
  // A comment of a newer run stays, so an older one cannot note its scan there.
  const isNewest = jobs.every(({ runId }) => runId <= job.runId);
  const leftId = isNewest && before?.runId === job.runId ? before.outputs['scan-id'] : undefined;
  const left = service.scans.find(({ id }) => id === leftId);
  // A run that stopped waiting leaves its scan to the next attempt.
  const wasLeft = left !== undefined && before !== undefined && endOf(left) > before.endedAt;
  return breachesIn({
    'started more than one scan': started.length > 1,
    'used a scan of another run': scan !== undefined && !isOwn(scan),
    'started a scan in place of the one that was left': wasLeft && started.length > 0,
  });
}

const idOf = (runId: number, attempt: number) => runId * 100 + attempt;

/** Newer runs win, and what pull request and commit say is never better than the verdict. */
function wrongPosts(job: PlayedJob, { github: { state }, jobs }: History): string[] {
  const isNewest = jobs.every(({ runId, attempt }) => idOf(runId, attempt) <= idOf(job.runId, job.attempt));
  const [comment = '', ...others] = [...state.comments.values()].map(({ body }) => body);
  const [, runId, attempt] = /^<!-- scan-gate .*?"run":(\d+),"attempt":(\d+)/.exec(comment) ?? [];
  const status = state.statuses.findLast(({ sha }) => sha === job.sha);
  const hasReport = (job.outputs['comment-url'] ?? '') !== '';
  return breachesIn({
    'more than one comment': others.length > 0,
    'the comment is of an older run':
      hasReport && idOf(Number(runId), Number(attempt)) < idOf(job.runId, job.attempt),
    'the comment is green':
      isNewest && job.outputs['verdict'] !== 'pass' && /^## .*✅/m.test(comment) && hasReport,
    'the status is pending': status?.state === 'pending',
    'the status is green':
      isNewest && !job.isGreen && status?.state !== 'failure' && status?.state !== 'error',
  });
}

export function findBreaches(history: History, job: PlayedJob): string[] {
  const scan = history.service.scans.find(({ id }) => id === job.outputs['scan-id']);
  const breaches = [
    ...wrongVerdict(job, scan, history),
    ...wrongScan(job, scan, history),
    ...wrongPosts(job, history),
  ];
  return breaches.map((breach) => `run ${job.runId}, attempt ${job.attempt}: ${breach}`);
}
