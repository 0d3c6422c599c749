import { stageContext, type World } from './core/ports.ts';
import { type Problem, problemOf, SettingsError } from './core/problem.ts';
import { waitFor } from './core/time-limit.ts';
import { type Criteria, decide, failsFast } from './gate/assess.ts';
import { type Conclusion, conclude } from './gate/conclusion.ts';
import type { Target } from './inputs/target-url.ts';
import {
  decideSetup,
  identifyRun,
  type RunSetup,
  readPolicyFiles,
  readStep,
  type StepFacts,
} from './prepare.ts';
import { readTiedScan, startLiveComment } from './publish/live-comment.ts';
import type { RunResult } from './publish/run-result.ts';
import type { RunStatus } from './publish/status-of-run.ts';
import { findAttachedTarget } from './scan/attached-target.ts';
import { scan, unfinished } from './scan/scan.ts';
import { findTrend } from './scan/trend.ts';
import { connectService, type ServiceClient } from './service/client.ts';
import { askTargetAgain, type FoundTarget, findTarget } from './target/find-target.ts';

// What publishes is one chunk of the bundle, by its name: nothing of it is needed before the first request to the service.

/** The commit status of the run, if one is wanted. */
async function wantedStatus(step: StepFacts, world: World): Promise<RunStatus | null> {
  if (step.commitStatus === null) return null;
  const { openStatus } = await import(/* webpackChunkName: "publish" */ './publish/status-of-run.ts');
  return openStatus(step.commitStatus, step, world);
}

/**
 * The whole run: prepare → target → scan → gate → publish → conclude (`docs/contract.md`, "The run, in order").
 *
 * @throws SettingsError for wrong inputs or a wrong policy file
 */
export async function run(world: World): Promise<Conclusion> {
  const step = await readStep(world);
  if (step.inputs.dryRun) {
    const { dryRun } = await import(/* webpackChunkName: "publish" */ './publish/dry-run.ts');
    return waitFor(() => dryRun(step, world), { signal: world.givenUp });
  }
  const status = await wantedStatus(step, world);
  try {
    const result = await waitFor(() => decideRun(step, status, world), { signal: world.givenUp });
    const { publish } = await import(/* webpackChunkName: "publish" */ './publish/publish.ts');
    const reason = await publish(world, result, status);
    const { assessment, settings } = result;
    return conclude(assessment, settings.policy, { reason, cancelled: world.cancelled.aborted });
  } catch (error) {
    await status?.fail(error);
    throw error;
  }
}

/** Everything up to the verdict. Publishes only the progress of the scan. */
async function decideRun(step: StepFacts, status: RunStatus | null, world: World): Promise<RunResult> {
  const startedAt = world.clock.now();
  const setup = await prepare(step, status, world);
  const client = connectService(setup.inputs.service, world);
  const found = await findTarget(setup, world);
  const isAttached = found.target === null && found.problem === null;
  const target = isAttached ? await findAttachedTarget(setup, client, world) : found.target;
  const criteria = criteriaOf(setup, target, world);
  const { outcome, liveComment } = await scanTarget({ setup, client, found, target, criteria }, world);
  const isWhole = outcome.problem === null && !outcome.partial;
  const after = isWhole ? await askTargetAgain(setup, found, world) : { acceptedStatus: null, doubt: null };
  const decision = decide({ ...outcome, doubts: after.doubt === null ? [] : [after.doubt] }, criteria());
  const accepted = [found.acceptedStatus, after.acceptedStatus].filter((code) => code !== null);
  const acceptedStatuses = [...new Set(accepted)];
  const trend = await findTrend(setup, { client, target, outcome }, world);
  return { ...setup, ...decision, target, acceptedStatuses, client, outcome, liveComment, trend, startedAt };
}

/** Everything that is known before the target is touched. */
async function prepare(step: StepFacts, status: RunStatus | null, world: World): Promise<RunSetup> {
  if (step.inputError !== null) throw step.inputError;
  const known = await identifyRun(step, world);
  await status?.begin(known);
  return decideSetup(known, await readPolicyFiles(known, world), world);
}

function criteriaOf({ inputs }: RunSetup, target: Target | null, { clock }: World): () => Criteria {
  const preferences = inputs.scan.preferences?.value ?? null;
  const host = target?.url.host ?? null;
  return () => ({ preferences, host, now: clock.now() });
}

interface Scanning {
  readonly setup: RunSetup;
  readonly client: ServiceClient | null;
  readonly found: FoundTarget;
  readonly target: Target | null;
  readonly criteria: () => Criteria;
}

/** The scan stage, with the gate and the comment that it calls while the scan runs. */
async function scanTarget(
  { setup, client, found, target, criteria }: Scanning,
  world: World,
): Promise<Pick<RunResult, 'outcome' | 'liveComment'>> {
  const { inputs, policies, pullRequest, context } = setup;
  const { scanId } = inputs.scan;
  const none = { scanId, origin: scanId === null ? 'started' : 'attached', policies } as const;
  const without = (problem: Problem) => ({
    outcome: unfinished(none, problem),
    liveComment: Promise.resolve(null),
  });
  if (found.problem !== null) return without(found.problem);
  if (client === null) return without({ kind: 'missing-api-key', skipped: false });
  const comment = startLiveComment(setup, target, world);
  const { runId, attempt } = context;
  const findTiedScan = () => readTiedScan(setup, world);
  const request = { client, inputs, policies, pullRequest, runId, attempt };
  const within = { ...stageContext(world), ...request, ...found, findTiedScan };
  try {
    const outcome = await scan({
      ...within,
      failsFast: (result, judgedBy) => failsFast(result, judgedBy, criteria()),
      onProgress: comment.report,
    });
    return { outcome, liveComment: comment.stop() };
  } catch (error) {
    const liveComment = comment.stop();
    if (error instanceof SettingsError) throw error;
    return { outcome: unfinished(none, problemOf(error)), liveComment };
  }
}
