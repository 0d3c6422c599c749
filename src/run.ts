import { bounded } from './core/bounded.ts';
import { stageContext, type World } from './core/ports.ts';
import { problemOf, SettingsError } from './core/problem.ts';
import type { Rules } from './gate/assess.ts';
import { type Conclusion, conclude } from './gate/conclusion.ts';
import { otherPreferences } from './gate/scan-preferences.ts';
import { adviseOnGitHubFault, gitHubFaultOf } from './github/api-error.ts';
import { keyDigest } from './inputs/comment-key.ts';
import type { Target } from './inputs/target-url.ts';
import { nameInLog } from './policy/disclosure.ts';
import { prepare, protectTarget, type RunSetup } from './prepare.ts';
import type { ProgressComment } from './publish/progress-comment.ts';
import type { RunResult } from './publish/publish-context.ts';
import type { BaselineScan } from './scan/fetch-baseline.ts';
import { type ObtainedScan, type ScanOutcome, scan, unfinished } from './scan/scan.ts';
import type { TrendPoint } from './scan/scan-list.ts';
import type { ScanTie } from './scan/scan-tie.ts';
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
  const target = found.target ?? (await findAttachedTarget({ setup, client, found }, world));
  const outcome = await scanTarget({ setup, client, found, target }, world);
  const after = isWhole(outcome) ? await askTargetAgain(setup, found, world) : null;
  const { decide } = await loadGate();
  const doubts = [after?.doubt ?? null].filter((doubt) => doubt !== null);
  const decision = decide({ ...outcome, doubts }, rulesOf(setup, target, world));
  noticeOtherPreferences(outcome, world);
  const trend = await findTrend({ setup, client, found, outcome }, world);
  const accepted = [found.acceptedStatus, after?.acceptedStatus ?? null].filter((status) => status !== null);
  const acceptedStatuses = [...new Set(accepted)];
  return { ...setup, ...decision, target, acceptedStatuses, client, outcome, trend, startedAt };
}

/** True for a scan that finished, whatever it found. */
function isWhole({ problem, partial }: ScanOutcome): boolean {
  return problem === null && !partial;
}

/** Loads the gate only when there is a result, so that the first request is sent sooner. */
function loadGate() {
  return import('./gate/assess.ts');
}

/** A baseline with other preferences is compared all the same (`docs/contract.md`, `baseline`). */
function noticeOtherPreferences({ result, baseline }: ScanOutcome, { log }: World): void {
  if (baseline.kind !== 'scan' || result === null) return;
  const names = otherPreferences(result.preferences, baseline.result.preferences);
  if (names.length === 0) return;
  log.notice(
    `The scan of the baseline (${baseline.scanId}) ran with other preferences (${names.join(', ')}), so findings can be new or gone for this reason alone. Scan both with the same \`preferences\`.`,
  );
}

function rulesOf({ inputs, settings }: RunSetup, target: Target | null, { clock }: World): Rules {
  const preferences = inputs.scan.preferences?.value ?? null;
  return { policy: settings.policy, preferences, host: target?.url.host ?? null, now: clock.now() };
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

/** The target of `scan-id` without `url`, from the scan list; `null` if it cannot be looked up. The scan needs none. */
async function findAttachedTarget({ setup, client, found }: Scanning, world: World): Promise<Target | null> {
  const { scanId } = setup.inputs.scan;
  if (scanId === null || client === null || found.problem !== null) return null;
  try {
    const { lookUpTarget } = await import('./scan/scan-list.ts');
    const target = await lookUpTarget({ client, scanId, signal: world.cancelled });
    protectTarget(world, target);
    return nameInLog(setup.disclosure, target, 'the target');
  } catch (error) {
    world.log.debug(`The target of scan ${scanId} is not known: ${problemOf(error).kind}`);
    return null;
  }
}

async function scanTarget(
  { setup, client, found, target }: Scanning & { readonly target: Target | null },
  world: World,
): Promise<ScanOutcome> {
  const { inputs, settings, pullRequest } = setup;
  const { scanId } = inputs.scan;
  const none = { scanId, origin: scanId === null ? 'started' : 'attached' } as const;
  if (found.problem !== null) return unfinished(none, found.problem);
  if (client === null) return unfinished(none, { kind: 'missing-api-key', skipped: false });
  const blocks = async (result: WireScanResult, baseline: BaselineScan) => {
    const { decide } = await loadGate();
    const outcome = { result, baseline, partial: true, problem: null, doubts: [] };
    return decide(outcome, rulesOf(setup, target, world)).assessment.verdict.outcome === 'fail';
  };
  const comment = commentOnProgress(setup, target, world);
  const { runId, attempt } = setup.context;
  const { policy } = settings;
  const findTiedScan = () => readTiedScan(setup, world);
  const request = { ...stageContext(world), client, inputs, policy, pullRequest, runId, attempt, blocks };
  try {
    return await scan({ ...request, ...found, findTiedScan, onProgress: comment.report });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return unfinished(none, problemOf(error));
  } finally {
    await comment.stop();
  }
}

/** What our comment says about a scan; `null` if it says nothing or cannot be read, so that a new scan is started. */
async function readTiedScan(
  { inputs, context, pullRequest, key, github }: RunSetup,
  { cancelled: signal, log }: World,
): Promise<ScanTie | null> {
  if (pullRequest.kind !== 'known' || inputs.github.token === '') return null;
  const { owner, repo } = context;
  const place = { owner, repo, number: pullRequest.number };
  try {
    const { readTie } = await import('./publish/sticky-comment.ts');
    return await bounded(async () => readTie(await github(), place, keyDigest(key)), {
      signal,
      limitMs: 30_000,
    });
  } catch (error) {
    signal.throwIfAborted();
    const { what } = adviseOnGitHubFault(gitHubFaultOf(error), 'pull-requests: write');
    log.info(`The pull request comment could not be read (${what}), so no scan is taken up by it.`);
    return null;
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
    report: async (progress: ScanProgress, of: ObtainedScan) => {
      comment ??= start();
      (await comment).report(progress, of);
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
