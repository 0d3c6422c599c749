import { bounded } from './core/bounded.ts';
import type { World } from './core/ports.ts';
import { type Problem, problemOf, SettingsError } from './core/problem.ts';
import type { Decision } from './decide.ts';
import type { Conclusion } from './gate/conclusion.ts';
import type { Inputs } from './inputs/inputs.ts';
import type { Target } from './inputs/target-url.ts';
import { namedFor } from './policy/disclosure.ts';
import { prepare, protectTarget, type RunSetup } from './prepare.ts';
import { followScan } from './publish/progress-comment.ts';
import type { BaselineScan } from './scan/fetch-baseline.ts';
import { type ScanOutcome, scan, unfinished } from './scan/scan.ts';
import type { TrendPoint } from './scan/scan-list.ts';
import { createServiceClient, type ServiceClient } from './service/client.ts';
import type { WireScanResult } from './service/schema.ts';

/** The verdict, and all that it was made of. */
export interface RunResult extends RunSetup, Decision {
  /** `null` where none was found, and for an attached scan without `url`. */
  readonly target: Target | null;
  /** `null` without an API key. */
  readonly client: ServiceClient | null;
  readonly outcome: ScanOutcome;
  /** The last finished scans of the target; empty with a pull request, and where they are not known. */
  readonly trend: readonly TrendPoint[];
}

/**
 * The first half of a run: inputs → target → scan → gate. Publishes nothing.
 *
 * @throws SettingsError for wrong inputs and a wrong policy file
 */
export async function judge(world: World): Promise<RunResult> {
  const brief = await prepare(world);
  const { apiKey, baseUrl } = brief.inputs.service;
  const { redactor } = world;
  const client = apiKey === null ? null : createServiceClient({ apiKey, baseUrl, redactor }, world.log);
  const problem = client === null ? missingKey(brief) : brief.problem;
  const found =
    problem === null ? await findTarget(brief, world) : notFound(brief.inputs.target.url, problem);
  const outcome =
    client === null || found.problem !== null
      ? notScanned(brief.inputs, found.problem ?? missingKey(brief))
      : await reachAndScan({ client, brief, ...found }, world);
  const { target } = found;
  const { decide } = await loadGate();
  const decided = decide(outcome, { brief, target }, world);
  const trend = client === null ? [] : await findTrend({ client, brief, target, outcome }, world);
  return { ...brief, target, client, outcome, ...decided, trend };
}

/** Loaded when there is a result: a job waits for whatever is loaded before the first request. */
function loadGate() {
  return import('./decide.ts');
}

type Trending = Pick<Scanning, 'client' | 'brief' | 'target'> & { readonly outcome: ScanOutcome };

/** The trend is for runs without a pull request; the verdict does not depend on it. */
async function findTrend(
  { client, brief, target, outcome }: Trending,
  { cancelled: signal, log }: World,
): Promise<readonly TrendPoint[]> {
  const { scanId, problem, partial } = outcome;
  const { summary, trackIssue } = brief.settings.reports;
  const hasPullRequest = brief.pullRequest !== null || brief.pullRequestUnknown;
  if (scanId === null || problem !== null || partial || hasPullRequest || !(summary || trackIssue)) return [];
  try {
    const { readTrend } = await import('./scan/scan-list.ts');
    return await readTrend({ client, target, scanId, signal });
  } catch (error) {
    log.debug(`No trend: ${problemOf(error).kind}`);
    return [];
  }
}

/** An empty key may be skipped only where the run can have no secrets (`contract.md`, `on-missing-api-key`). */
function missingKey({ inputs, context, pullRequest }: RunSetup): Problem {
  const withoutSecrets = pullRequest !== null && (pullRequest.fromFork || context.byDependabot);
  return { kind: 'missing-api-key', skipped: withoutSecrets && inputs.service.onMissingApiKey === 'skip' };
}

interface FoundTarget {
  readonly target: Target | null;
  /** When it became ready, in milliseconds since the Unix epoch, where that is known. */
  readonly readyAt: number | null;
  readonly problem: Problem | null;
}

function notFound(target: Target | null, problem: Problem): FoundTarget {
  return { target, readyAt: null, problem };
}

/** The given target, or the one of the event; an attached scan needs none. */
async function findTarget(brief: RunSetup, world: World): Promise<FoundTarget> {
  const { url, waitMs, environment } = brief.inputs.target;
  if (url !== null || brief.inputs.scan.scanId !== null) return { target: url, readyAt: null, problem: null };
  const { clock, log, cancelled: signal } = world;
  try {
    const { discoverTarget } = await import('./target/discover.ts');
    const found = await discoverTarget({ ...brief, environment, waitMs, clock, log, signal });
    protectTarget(world, found.target);
    const target = namedFor(brief.disclosure, found.target, 'the target');
    if (target.logName === target.shown) log.info(`Target: ${target.shown}`);
    return { target, readyAt: found.readyAt, problem: null };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return notFound(null, problemOf(error));
  }
}

function notScanned({ scan: { scanId } }: Inputs, problem: Problem): ScanOutcome {
  return unfinished({ scanId, origin: scanId === null ? 'started' : 'attached' }, problem);
}

interface Scanning {
  readonly client: ServiceClient;
  readonly brief: RunSetup;
  readonly target: Target | null;
  readonly readyAt: number | null;
}

async function reachAndScan(
  { client, brief, target, readyAt }: Scanning,
  world: World,
): Promise<ScanOutcome> {
  const { inputs, settings, context, pullRequest, pullRequestUnknown } = brief;
  const { clock, log, cancelled: signal } = world;
  const { policy } = settings;
  const hasPullRequest = pullRequest !== null || pullRequestUnknown;
  if (policy.baseline !== null) {
    const { refuseOwnBaseline } = await import('./scan/fetch-baseline.ts');
    refuseOwnBaseline(policy.baseline, target?.given ?? null, hasPullRequest);
  }
  const blocks = async (result: WireScanResult, baseline: BaselineScan) => {
    const { decide } = await loadGate();
    const outcome = { result, baseline, partial: true, problem: null };
    return decide(outcome, { brief, target }, world).assessment.verdict.outcome === 'fail';
  };
  const live = followScan(world, brief, target);
  try {
    if (target !== null && inputs.scan.scanId === null && inputs.target.waitMs > 0) {
      const { waitMs } = inputs.target;
      const { waitForTarget } = await import('./target/wait-for-target.ts');
      await waitForTarget({ target, waitMs, allowedRedirects: policy.allowedRedirects, clock, log, signal });
    }
    const { attempt } = context;
    return await scan({
      client,
      inputs,
      target,
      readyAt,
      policy,
      hasPullRequest,
      attempt,
      blocks,
      onProgress: live.tell,
      clock,
      log,
      signal,
    });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return notScanned(inputs, problemOf(error));
  } finally {
    await live.stop();
  }
}

/**
 * The whole run: inputs → target → scan → gate (all in `judge`), then report → publish → outputs.
 *
 * @throws SettingsError for wrong inputs, before anything is asked of anybody
 */
export async function runAction(world: World): Promise<Conclusion> {
  const startedAt = world.clock.now();
  const judgement = await bounded(() => judge(world), { signal: world.givenUp });
  // Loaded no sooner than there is a verdict to tell: a job waits for whatever is loaded before the first request.
  const { publish } = await import('./publish/publish.ts');
  return publish(world, judgement, startedAt);
}
