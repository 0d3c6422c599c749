import type { RunPorts } from './core/ports.ts';
import { waitFor } from './core/time-limit.ts';
import { dryRun } from './dry-run.ts';
import { type Conclusion, conclude } from './gate/conclusion.ts';
import { failsFast, type GateFacts, judgeByAllPolicies } from './gate/judge-scan.ts';
import { removePreferenceValues } from './gate/remove-preference-values.ts';
import { isTrusted } from './gate/verdict.ts';
import { publicNotice } from './policy/disclosure.ts';
import {
  protectAndReadStep,
  type RunSetup,
  readPolicyFiles,
  resolveSetup,
  type StepFacts,
} from './prepare/prepare.ts';
import { protectPreferences } from './prepare/protect.ts';
import { type CommitStatus, openCommitStatus } from './publish/commit-status.ts';
import { startProgressUpdates } from './publish/progress-comment.ts';
import type { DecidedRun } from './publish/publication.ts';
import { publish } from './publish/publish.ts';
import { readNotedScan } from './publish/sticky-comment.ts';
import { claimCommentKey } from './runner/claim-key.ts';
import { findAttachedTarget } from './scan/attached-target.ts';
import { hasWholeResult, runScanStage, type ScanStageInput } from './scan/scan.ts';
import { findTrend } from './scan/trend.ts';
import { createServiceClient } from './service/client.ts';
import { checkTargetAfterScan, findReadyTarget } from './target/find-target.ts';

/**
 * The whole run: prepare → target → scan → gate → publish → conclude (`docs/contract.md`, "The run, in order").
 *
 * @throws SettingsError for wrong inputs or a wrong policy file
 */
export async function run(ports: RunPorts): Promise<Conclusion> {
  const step = protectAndReadStep(ports);
  if (step.inputs.dryRun) return waitFor(() => dryRun(step, ports), { signal: ports.givenUp });
  const commitStatus = openCommitStatus(step, ports);
  try {
    // A part that does not watch the signal must not hold up a run that is given up. Publishing is not ended as a
    // whole: each sink is ended by itself, and the outputs are set all the same.
    const decided = await waitFor(() => decideRun(step, commitStatus, ports), { signal: ports.givenUp });
    const reason = await publish(decided, commitStatus, ports);
    const { assessment, settings } = decided;
    return conclude(assessment, settings.policy, { reason, cancelled: ports.cancelled.aborted });
  } catch (error) {
    await commitStatus?.fail(error);
    throw error;
  }
}

/** Everything up to the verdict. Publishes only the pending commit status and the progress of the scan. */
async function decideRun(
  step: StepFacts,
  commitStatus: CommitStatus | null,
  ports: RunPorts,
): Promise<DecidedRun> {
  const startedAt = ports.clock.now();
  const setup = await prepareRun(step, commitStatus, ports);
  const client = createServiceClient(setup.inputs.service, ports);
  const ready = await findReadyTarget(setup, ports);
  const target = ready.target ?? (await findAttachedTarget(setup, client, ports));
  const preferenceForms = protectPreferences(setup, target?.bareAddress ?? null, ports);
  const preferences = setup.inputs.scan.preferences?.value ?? null;
  const siteHost = target?.url.host ?? null;
  const gateFacts = () => ({ preferences, siteHost, now: ports.clock.now() });
  const found = { ...ready, target };
  const { scanEnd, progressEnded } = await scanAndTellProgress(setup, { client, found, gateFacts }, ports);
  const { scanId } = scanEnd;
  const afterScan = hasWholeResult(scanEnd)
    ? await checkTargetAfterScan(setup, { target, scanId }, ports)
    : null;
  const doubts = afterScan?.doubt ? [afterScan.doubt] : [];
  const judged = judgeByAllPolicies({ ...scanEnd, ...gateFacts(), doubts });
  const decision =
    preferenceForms.length === 0 ? judged : removePreferenceValues(judged, scanEnd, ports.redactor);
  // Only reports show the trend. It is read here, because a report sends no requests.
  const trend = await findTrend(setup, { client, target, scanEnd }, ports);
  return {
    ...setup,
    startedAt,
    preferenceForms,
    client,
    target,
    acceptedStatuses: [...new Set([ready, afterScan].flatMap((answer) => answer?.acceptedStatus ?? []))],
    scanEnd,
    progressEnded,
    ...decision,
    trend,
  };
}

/**
 * Everything that is known before the target is touched. Here the commit status begins, and the comment key is claimed.
 */
export async function prepareRun(
  step: StepFacts,
  commitStatus: CommitStatus | null,
  ports: RunPorts,
): Promise<RunSetup> {
  if (step.inputError !== null) throw step.inputError;
  await commitStatus?.begin();
  const setup = await resolveSetup(step, await readPolicyFiles(step, ports), ports);
  if (setup.isForAnybody && setup.whyNothingIsScanned === null) ports.log.notice(publicNotice);
  return { ...setup, commentKey: claimCommentKey(ports.runner, setup.commentKey) };
}

/**
 * The scan stage. While the scan runs, it asks the gate whether a partial result is enough to fail, and whether a
 * reused scan is trusted, and it tells its progress to the comment.
 */
async function scanAndTellProgress(
  setup: RunSetup,
  { client, found, gateFacts }: Pick<ScanStageInput, 'client' | 'found'> & { gateFacts: () => GateFacts },
  ports: RunPorts,
): Promise<Pick<DecidedRun, 'scanEnd' | 'progressEnded'>> {
  const updates = startProgressUpdates(setup, found.target, ports);
  const input: ScanStageInput = {
    client,
    found,
    readNotedScan: () => readNotedScan(setup, ports),
    failsFast: (result, policies) => failsFast(result, policies, gateFacts()),
    isTrusted: (ended) => isTrusted(judgeByAllPolicies({ ...ended, ...gateFacts(), doubts: [] }).assessment),
    onProgress: updates.onProgress,
  };
  try {
    const scanEnd = await runScanStage(setup, input, ports);
    return { scanEnd, progressEnded: updates.stop() };
  } catch (error) {
    void updates.stop();
    throw error;
  }
}
