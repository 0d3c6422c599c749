/**
 * The run that stops before its scan, and writes nothing on GitHub: it shows whether settings, policy file, API key and
 * target are right.
 */

import type { RunPorts } from './core/ports.ts';
import { type Problem, problemOf, SettingsError } from './core/problem.ts';
import type { StepEnd } from './gate/step-end.ts';
import { reasonOfMessage, setOutputs } from './publish/outputs.ts';
import { withoutSecretsInFacts } from './report/without-secrets.ts';
import { isBaselineLeftOut } from './scan/baseline.ts';
import { targetOfAttachedScan } from './scan/scan.ts';
import { createServiceClient } from './service/client.ts';
import { problemInLog } from './settings/disclosure.ts';
import { isSkipProblem } from './settings/read-inputs.ts';
import { completeSetup, type RunSetup, type SetupBeforePolicy } from './settings/setup.ts';
import { findReadyTarget, type TargetOutcome } from './target/find-target.ts';

/** @throws SettingsError for wrong inputs or a wrong policy file, as a run does, and CancelledError after a cancel */
export async function dryRun(setupBeforePolicy: SetupBeforePolicy, ports: RunPorts): Promise<StepEnd> {
  const setup = await completeSetup(setupBeforePolicy, ports);
  const outcome = await findReadyTarget(setup, ports);
  const hasKey = setup.missingApiKeyProblem === null;
  const problems = [outcome.problem, hasKey ? await checkAgainstList(setup, outcome, ports) : null]
    .filter((each) => each !== null)
    .map((each) => {
      const withoutSecrets = withoutSecretsInFacts(each, ports.redactor.redact);
      const { what, remedy } = problemInLog(setup.resolvedDisclosure, withoutSecrets);
      return `${what} ${remedy}`;
    });
  // Not even a dry run is green if it did not come to its end.
  ports.cancelSignal.throwIfAborted();
  const end = isSkipProblem(setup.missingApiKeyProblem) ? skippedEnd : endOf(problems);
  const seconds = Math.round((ports.clock.now() - setup.stepStartedAt) / 1000);
  const url = outcome.target === null ? null : ports.redactor.redact(outcome.target.shownAddress);
  await setOutputs(
    { verdict: 'inconclusive', reason: reasonOfMessage(end.message), url, 'duration-seconds': seconds },
    ports,
  );
  return end;
}

const skippedEnd: StepEnd = {
  level: 'notice',
  message: 'Dry run: only inputs were checked, because this run gets no API key.',
};

function endOf(problems: readonly string[]): StepEnd {
  if (problems.length > 0) return { level: 'error', message: `Dry run: ${problems.join('\n')}` };
  return { level: 'notice', message: 'Dry run: nothing is wrong. Nothing was scanned.' };
}

/**
 * Checks what the list of scans can tell: the API key, `scan-id` and the baseline.
 *
 * @returns why the list can't be read; `null` if it can
 * @throws SettingsError as a run does
 */
async function checkAgainstList(
  setup: RunSetup,
  { target, problem }: TargetOutcome,
  ports: RunPorts,
): Promise<Problem | null> {
  const { 'scan-id': scanId } = setup.inputs;
  try {
    const list = await createServiceClient(setup.inputs, ports).listScans(ports.cancelSignal);
    const scanned = scanId === null ? target : targetOfAttachedScan(list, scanId, setup, ports);
    // Without a target, its own problem says more.
    if (problem === null) isBaselineLeftOut(list, { setup, target: scanned, log: ports.log });
    return null;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return problemOf(error);
  }
}
