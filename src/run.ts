import { bounded } from './core/bounded.ts';
import { stageContext, type World } from './core/ports.ts';
import { problemOf, SettingsError } from './core/problem.ts';
import type { Rules } from './gate/assess.ts';
import { type Conclusion, conclude } from './gate/conclusion.ts';
import type { Target } from './inputs/target-url.ts';
import { prepare, type RunSetup } from './prepare.ts';
import type { ProgressComment } from './publish/progress-comment.ts';
import type { RunResult } from './publish/publish-context.ts';
import type { BaselineScan } from './scan/fetch-baseline.ts';
import { type ScanOutcome, scan, unfinished } from './scan/scan.ts';
import type { TrendPoint } from './scan/scan-list.ts';
import type { ScanProgress } from './scan/wait-for-scan.ts';
import { createServiceClient, type ServiceClient } from './service/client.ts';
import type { WireScanResult } from './service/schema.ts';
import { askTargetAgain, type FoundTarget, findTarget } from './target/find-target.ts';

/**
 * The whole run: prepare → target → scan → gate → publish → conclude (`docs/contract.md`, "The run, in order").
 *
 * @throws SettingsError for wrong inputs or a wrong policy file
 */
export async function run(world: World): Promise<Conclusion> {
  const result = await bounded(() => decideRun(world), { signal: world.givenUp });
  const { publish } = await import('./publish/publish.ts');
  const reason = await publish(world, result);
  const { onInconclusive } = result.settings.policy;
  return conclude(result.assessment, onInconclusive, { reason, cancelled: world.cancelled.aborted });
}

/** Everything up to the verdict. Publishes only the progress of the scan. */
async function decideRun(world: World): Promise<RunResult> {
  const startedAt = world.clock.now();
  const setup = await prepare(world);
  const client = connect(setup, world);
  const found = await findTarget(setup, world);
  const outcome = await scanTarget({ setup, client, found }, world);
  const after = isWhole(outcome) ? await askTargetAgain(setup, found, world) : null;
  const { decide } = await loadGate();
  const doubts = [after?.doubt ?? null].filter((doubt) => doubt !== null);
  const decision = decide({ ...outcome, doubts }, rulesOf(setup, found, world));
  const trend = await findTrend({ setup, client, found, outcome }, world);
  const accepted = [found.acceptedStatus, after?.acceptedStatus ?? null].filter((status) => status !== null);
  const acceptedStatuses = [...new Set(accepted)];
  return { ...setup, ...decision, target: found.target, acceptedStatuses, client, outcome, trend, startedAt };
}

/** True for a scan that finished, whatever it found. */
function isWhole({ problem, partial }: ScanOutcome): boolean {
  return problem === null && !partial;
}

/** Loads the gate only when there is a result, so that the first request is sent sooner. */
function loadGate() {
  return import('./gate/assess.ts');
}

function rulesOf({ settings }: RunSetup, { target }: FoundTarget, { clock }: World): Rules {
  return { policy: settings.policy, host: target?.url.host ?? null, now: clock.now() };
}

/** `null` without an API key. */
function connect({ inputs }: RunSetup, { redactor, log }: World): ServiceClient | null {
  const { apiKey, baseUrl } = inputs.service;
  return apiKey === null ? null : createServiceClient({ apiKey, baseUrl, redactor }, log);
}

interface Scanning {
  readonly setup: RunSetup;
  readonly client: ServiceClient | null;
  readonly found: FoundTarget;
}

async function scanTarget({ setup, client, found }: Scanning, world: World): Promise<ScanOutcome> {
  const { inputs, settings, pullRequest } = setup;
  const { scanId } = inputs.scan;
  const none = { scanId, origin: scanId === null ? 'started' : 'attached' } as const;
  if (found.problem !== null) return unfinished(none, found.problem);
  if (client === null) return unfinished(none, { kind: 'missing-api-key', skipped: false });
  const blocks = async (result: WireScanResult, baseline: BaselineScan) => {
    const { decide } = await loadGate();
    const outcome = { result, baseline, partial: true, problem: null, doubts: [] };
    return decide(outcome, rulesOf(setup, found, world)).assessment.verdict.outcome === 'fail';
  };
  const comment = commentOnProgress(setup, found.target, world);
  const { attempt } = setup.context;
  const { policy } = settings;
  const request = { ...stageContext(world), client, inputs, policy, pullRequest, attempt, blocks };
  try {
    return await scan({ ...request, ...found, onProgress: comment.report });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return unfinished(none, problemOf(error));
  } finally {
    await comment.stop();
  }
}

/** Comments while the scan runs, if a comment is wanted for any verdict. Loads the code with the first progress. */
function commentOnProgress(setup: RunSetup, target: Target | null, world: World): ProgressComment {
  const { inputs, settings, pullRequest } = setup;
  const isWanted = settings.reports.comment === 'always' && inputs.github.token !== '';
  if (!isWanted || pullRequest.kind !== 'known') return { report: () => {}, stop: async () => {} };
  const { number } = pullRequest;
  let comment: Promise<ProgressComment> | null = null;
  const start = async () => {
    const { startProgressComment } = await import('./publish/progress-comment.ts');
    return startProgressComment(world, { setup, target, number });
  };
  return {
    report: async (progress: ScanProgress) => {
      comment ??= start();
      (await comment).report(progress);
    },
    stop: async () => (await comment)?.stop(),
  };
}

/** The trend is shown on runs without a pull request. The verdict does not depend on it. */
async function findTrend(
  { setup, client, found, outcome }: Scanning & { readonly outcome: ScanOutcome },
  { cancelled: signal, log }: World,
): Promise<readonly TrendPoint[]> {
  const { scanId, problem, partial } = outcome;
  const { summary, trackIssue } = setup.settings.reports;
  const isShown = setup.pullRequest.kind === 'none' && (summary || trackIssue);
  if (client === null || scanId === null || problem !== null || partial || !isShown) return [];
  try {
    const { readTrend } = await import('./scan/scan-list.ts');
    return await readTrend({ client, target: found.target, scanId, signal });
  } catch (error) {
    log.debug(`No trend: ${problemOf(error).kind}`);
    return [];
  }
}
