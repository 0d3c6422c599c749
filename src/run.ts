/** The whole run, from top to bottom (`docs/contract.md`, The run). */

import type { RunPorts } from './core/ports.ts';
import { untilAborted } from './core/time-limit.ts';
import { dryRun } from './dry-run.ts';
import { judge } from './gate/judge.ts';
import { type StepEnd, stepEndOf } from './gate/step-end.ts';
import { type CommitStatus, commitStatusFor } from './publish/commit-status.ts';
import { publish } from './publish/publish.ts';
import type { JudgedRun } from './report/model.ts';
import { runScanStage } from './scan/scan.ts';
import { createServiceClient } from './service/client.ts';
import { beginSetup, completeSetup, type SetupBeforePolicy } from './settings/setup.ts';
import { checkTargetAfterScan, findReadyTarget } from './target/find-target.ts';

/**
 * Runs the action once. A run without a verdict sets its commit status to `error` here, and its outputs in `step.ts`.
 *
 * @throws SettingsError for wrong inputs, and for a policy file that is wrong or can't be read
 */
export async function run(ports: RunPorts): Promise<StepEnd> {
  const setupBeforePolicy = await beginSetup(ports);
  if (setupBeforePolicy.inputs['dry-run'])
    return untilAborted(() => dryRun(setupBeforePolicy, ports), ports.giveUpSignal);
  const commitStatus = commitStatusFor(setupBeforePolicy, ports);
  try {
    // A stage that does not watch the signal must not delay a run that is given up. Publishing does not end as a whole:
    // each destination ends by itself, and the outputs are still set.
    const judgedRun = await untilAborted(
      () => reachVerdict(setupBeforePolicy, commitStatus, ports),
      ports.giveUpSignal,
    );
    const reason = await publish(judgedRun, commitStatus, ports);
    const isCancelled = ports.cancelSignal.aborted;
    return stepEndOf(judgedRun.judgement, judgedRun.setup.settings.policy, { reason, isCancelled });
  } catch (error) {
    await commitStatus?.setError(error);
    throw error;
  }
}

/** Prepare, target, scan, target again, gate. Publishes only the pending commit status. */
async function reachVerdict(
  setupBeforePolicy: SetupBeforePolicy,
  commitStatus: CommitStatus | null,
  ports: RunPorts,
): Promise<JudgedRun> {
  if (setupBeforePolicy.inputError === null) await commitStatus?.setPending();
  const setup = await completeSetup(setupBeforePolicy, ports);
  const service = createServiceClient(setup.inputs, ports);

  const targetOutcome = await findReadyTarget(setup, ports);
  const scan = await runScanStage(setup, { service, targetOutcome }, ports);
  const lostTargetProblem = await checkTargetAfterScan(setup, scan, ports);

  const scanToJudge = {
    ...scan,
    preferences: setup.inputs.preferences,
    siteHost: scan.target?.url.host ?? null,
    lostTargetProblem,
    now: ports.clock.now(),
  };
  const judgement = judge(scanToJudge, setup.settings.policy, scan.baseline);
  return { setup, service, acceptedStatus: targetOutcome.acceptedStatus, scan, judgement };
}
