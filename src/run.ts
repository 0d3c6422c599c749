/**
 * The whole run: prepare → target → scan → gate → publish → conclude (`docs/contract.md`, "The run, in order"). Three
 * things are not in this order: the scan stage asks the gate while the scan runs (`isEnoughToFail`) and when a reused
 * scan has ended (`isTrusted`), the target is asked again after the scan, and the trend is read after the verdict.
 *
 * A run without a verdict sets its commit status to `error` here, and its outputs in `step.ts`.
 */

import type { RunPorts } from './core/ports.ts';
import { withinLimit } from './core/time-limit.ts';
import { dryRun } from './dry-run.ts';
import { type Conclusion, conclude } from './gate/conclusion.ts';
import { isEnoughToFail, judgeByAllPolicies } from './gate/judge-scan.ts';
import type { GateFacts } from './gate/parse-scan.ts';
import { isTrusted } from './gate/verdict.ts';
import type { Target } from './inputs/target-url.ts';
import { publicFindingsNotice } from './policy/disclosure.ts';
import {
  protectAndReadStep,
  type RunSetup,
  readPolicyFiles,
  resolveSetup,
  type StepSetup,
} from './prepare/prepare.ts';
import { protectPreferences } from './prepare/protect.ts';
import { type CommitStatus, openCommitStatus } from './publish/commit-status.ts';
import { startProgressUpdates } from './publish/progress-comment.ts';
import type { DecidedRun } from './publish/publication.ts';
import { publish } from './publish/publish.ts';
import { readNotedScan } from './publish/sticky-comment.ts';
import { claimCommentKey } from './runner/claim-key.ts';
import { findAttachedTarget } from './scan/attached-target.ts';
import { runScanStage, type ScanStageInput } from './scan/scan-stage.ts';
import { findTrend } from './scan/trend.ts';
import { createServiceClient, type ServiceClient } from './service/client.ts';
import { removePreferenceValuesInPlace } from './service/remove-secrets.ts';
import { checkTargetAfterScan, findReadyTarget, type TargetStageEnd } from './target/find-target.ts';

/** @throws SettingsError for wrong inputs or a wrong policy file */
export async function run(ports: RunPorts): Promise<Conclusion> {
  const step = protectAndReadStep(ports);
  if (step.inputs.dryRun) return withinLimit(() => dryRun(step, ports), { signal: ports.givenUp });
  const commitStatus = openCommitStatus(step, ports);
  try {
    // A stage that does not watch the signal must not delay a run that is given up. Publishing does not end as a whole:
    // each sink ends by itself, and the outputs are still set.
    const decided = await withinLimit(() => decideRun(step, commitStatus, ports), { signal: ports.givenUp });
    const verdictLine = await publish(decided, commitStatus, ports);
    const { setup, decision } = decided;
    const isCancelled = ports.cancelled.aborted;
    return conclude(decision.assessment, setup.settings.policy, { verdictLine, isCancelled });
  } catch (error) {
    await commitStatus?.fail(error);
    throw error;
  }
}

/** Everything up to the verdict. Publishes only the pending commit status and the progress of the scan. */
async function decideRun(
  step: StepSetup,
  commitStatus: CommitStatus | null,
  ports: RunPorts,
): Promise<DecidedRun> {
  const setup = await prepareRun(step, commitStatus, ports);
  const client = createServiceClient(setup.inputs.service, ports);
  const targetEnd = await runTargetStage(setup, client, ports);
  const { target } = targetEnd;
  const preferenceForms = protectPreferences(setup, target?.shownAddress ?? null, ports);
  const { scanEnd, progressEnded } = await runScanAndTellProgress(setup, { client, targetEnd }, ports);
  const afterScan = await checkTargetAfterScan(setup, { target, scanEnd }, ports);
  const facts = gateFactsNow(setup, target, ports, afterScan.doubt === null ? [] : [afterScan.doubt]);
  const decision = judgeByAllPolicies(scanEnd, facts);
  // Only now, because fingerprints and ignore rules must not depend on these values.
  const findings = decision.assessment.findings.map(({ finding }) => finding);
  if (preferenceForms.length > 0) removePreferenceValuesInPlace([scanEnd.raw, ...findings], ports.redactor);
  // Only reports show the trend. It is read here, because a report sends no requests.
  const trend = await findTrend(setup, { client, target, scanEnd }, ports);
  const acceptedStatuses = [targetEnd, afterScan].flatMap(({ acceptedStatus }) => acceptedStatus ?? []);
  return {
    setup,
    client,
    target,
    acceptedStatuses: [...new Set(acceptedStatuses)],
    preferenceForms,
    scanEnd,
    progressEnded,
    decision,
    trend,
  };
}

/**
 * Collects everything that is known before the first request to the target. Begins the commit status, and claims the
 * comment key.
 */
export async function prepareRun(
  step: StepSetup,
  commitStatus: CommitStatus | null,
  ports: RunPorts,
): Promise<RunSetup> {
  if (step.inputError !== null) throw step.inputError;
  await commitStatus?.begin();
  const setup = await resolveSetup(step, await readPolicyFiles(step, ports), ports);
  if (setup.publishesFindingsPublicly && setup.whyNothingIsScanned === null)
    ports.log.notice(publicFindingsNotice);
  return { ...setup, commentKey: claimCommentKey(ports.runner, setup.commentKey) };
}

/** The target stage: finds the target to scan and waits until it is ready, or finds the target of the attached scan. */
async function runTargetStage(
  setup: RunSetup,
  client: ServiceClient,
  ports: RunPorts,
): Promise<TargetStageEnd> {
  const targetEnd = await findReadyTarget(setup, ports);
  return { ...targetEnd, target: targetEnd.target ?? (await findAttachedTarget(setup, client, ports)) };
}

/**
 * The scan stage. It asks the gate whether a partial result is enough to fail, and whether a reused scan is trusted.
 * While the scan runs, its progress goes to the comment.
 */
async function runScanAndTellProgress(
  setup: RunSetup,
  { client, targetEnd }: Pick<ScanStageInput, 'client' | 'targetEnd'>,
  ports: RunPorts,
): Promise<Pick<DecidedRun, 'scanEnd' | 'progressEnded'>> {
  const { target } = targetEnd;
  const updates = startProgressUpdates(setup, target, ports);
  const factsNow = () => gateFactsNow(setup, target, ports);
  const input: ScanStageInput = {
    client,
    targetEnd,
    readNotedScan: () => readNotedScan(setup, ports),
    isEnoughToFail: (result, policies) => isEnoughToFail(result, policies, factsNow()),
    isTrusted: (ended) => isTrusted(judgeByAllPolicies(ended, factsNow()).assessment),
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

/** The facts are made anew for each judgement: an ignore rule may expire while the scan runs. */
function gateFactsNow(
  { inputs }: RunSetup,
  target: Target | null,
  { clock }: RunPorts,
  doubts: GateFacts['doubts'] = [],
): GateFacts {
  const preferences = inputs.scan.preferences?.value ?? null;
  return { preferences, siteHost: target?.url.host ?? null, now: clock.now(), doubts };
}
