import { bounded } from './core/bounded.ts';
import { stageContext, type World } from './core/ports.ts';
import { problemOf, SettingsError } from './core/problem.ts';
import type { Rules } from './gate/assess.ts';
import { type Conclusion, conclude } from './gate/conclusion.ts';
import type { Target } from './inputs/target-url.ts';
import { prepare, type RunSetup } from './prepare.ts';
import { commentOnProgress, readTiedScan } from './publish/during-scan.ts';
import type { RunResult } from './publish/publish-context.ts';
import { findAttachedTarget, findTrend } from './scan/for-reports.ts';
import { type ScanOutcome, type ScanRequest, scan, unfinished } from './scan/scan.ts';
import { connectService, type ServiceClient } from './service/client.ts';
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
  const client = connectService(setup.inputs.service, world);
  const found = await findTarget(setup, world);
  const isKnown = found.target !== null || found.problem !== null;
  const target = isKnown ? found.target : await findAttachedTarget(setup, client, world);
  const rules = rulesOf(setup, target, world);
  const outcome = await scanTarget({ setup, client, found, target, rules }, world);
  const isWhole = outcome.problem === null && !outcome.partial;
  const after = isWhole ? await askTargetAgain(setup, found, world) : { acceptedStatus: null, doubt: null };
  const { decide } = await loadGate();
  const decision = decide({ ...outcome, doubts: after.doubt === null ? [] : [after.doubt] }, rules());
  const accepted = [found.acceptedStatus, after.acceptedStatus].filter((status) => status !== null);
  const acceptedStatuses = [...new Set(accepted)];
  const trend = await findTrend(setup, { client, target: found.target, outcome }, world);
  return { ...setup, ...decision, target, acceptedStatuses, client, outcome, trend, startedAt };
}

/** Loads the gate only when there is a result, so that the first request is sent sooner. */
function loadGate() {
  return import('./gate/assess.ts');
}

function rulesOf({ inputs, settings }: RunSetup, target: Target | null, { clock }: World): () => Rules {
  const preferences = inputs.scan.preferences?.value ?? null;
  const { policy, organization } = settings;
  const host = target?.url.host ?? null;
  return () => ({ policy, organization, preferences, host, now: clock.now() });
}

interface Scanning {
  readonly setup: RunSetup;
  readonly client: ServiceClient | null;
  readonly found: FoundTarget;
  readonly target: Target | null;
  readonly rules: () => Rules;
}

/** The scan stage, with the gate and the comment that it calls while the scan runs. */
async function scanTarget(
  { setup, client, found, target, rules }: Scanning,
  world: World,
): Promise<ScanOutcome> {
  const { inputs, settings, pullRequest, context } = setup;
  const { scanId } = inputs.scan;
  const none = { scanId, origin: scanId === null ? 'started' : 'attached' } as const;
  if (found.problem !== null) return unfinished(none, found.problem);
  if (client === null) return unfinished(none, { kind: 'missing-api-key', skipped: false });
  const failsFast: ScanRequest['failsFast'] = async (result, earlier) =>
    (await loadGate()).failsFast(result, earlier, rules());
  const isReadable: ScanRequest['isReadable'] = async (result) => (await loadGate()).isComparable(result);
  const comment = commentOnProgress(setup, target, world);
  const { runId, attempt } = context;
  const findTiedScan = () => readTiedScan(setup, world);
  const { policy, organization } = settings;
  const request = {
    client,
    inputs,
    policy,
    organization,
    pullRequest,
    runId,
    attempt,
    failsFast,
    isReadable,
  };
  try {
    const within = { ...stageContext(world), ...request, ...found, findTiedScan };
    return await scan({ ...within, onProgress: comment.report });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return unfinished(none, problemOf(error));
  } finally {
    await comment.stop();
  }
}
