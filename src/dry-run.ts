/**
 * The run that stops before its scan, and writes nothing on GitHub: it shows whether settings, policy file, API key and
 * target are right.
 */

import type { RunPorts } from './core/ports.ts';
import { describeProblem, type Problem, problemOf, SettingsError } from './core/problem.ts';
import { withPublicFacts } from './core/public-facts.ts';
import type { StepEnd } from './gate/step-end.ts';
import { setOutputs } from './publish/outputs.ts';
import { withoutSecretsInFacts } from './report/without-secrets.ts';
import { targetByList } from './scan/scan.ts';
import { createServiceClient } from './service/client.ts';
import { completeSetup, type EarlySetup, type RunSetup } from './settings/prepare.ts';
import { isSkipped } from './settings/read-inputs.ts';
import { findReadyTarget } from './target/find-target.ts';

/** @throws SettingsError for wrong inputs or a wrong policy file, as a run does, and CancelledError after a cancel */
export async function dryRun(earlySetup: EarlySetup, ports: RunPorts): Promise<StepEnd> {
  const setup = await completeSetup(earlySetup, ports);
  const { target, problem } = await findReadyTarget(setup, ports);
  const problems = [problem, setup.missingKeyProblem === null ? await problemOfList(setup, ports) : null]
    .filter((each) => each !== null)
    .map((each) => problemText(withoutSecretsInFacts(each, ports.redactor.redact), setup));
  // Not even a dry run is green if it did not come to its end.
  ports.cancelled.throwIfAborted();
  const isRight = problems.length === 0 || isSkipped(setup.missingKeyProblem);
  const end: StepEnd = isRight
    ? { level: 'notice', message: 'Dry run: nothing is wrong. Nothing was scanned.' }
    : { level: 'error', message: `Dry run: ${problems.join('\n')}` };
  const reason = end.message.replaceAll('\n', ' ');
  const seconds = Math.round((ports.clock.now() - setup.stepStartedAt) / 1000);
  const url = target === null ? null : ports.redactor.redact(target.shownAddress);
  await setOutputs({ verdict: 'inconclusive', reason, url, 'duration-seconds': seconds }, ports);
  return end;
}

/** What happened and what to do, in English like the rest of the log. */
function problemText(problem: Problem, { resolvedDisclosure }: RunSetup): string {
  const shown = resolvedDisclosure.mode === 'counts' ? withPublicFacts(problem) : problem;
  const { what, remedy } = describeProblem(shown, 'en');
  return `${what} ${remedy}`;
}

/** Why the list of scans can't be read; `null` if it can. The list also shows whether `scan-id` is of the target. */
async function problemOfList(setup: RunSetup, ports: RunPorts): Promise<Problem | null> {
  try {
    const list = await createServiceClient(setup.inputs, ports).listScans(ports.cancelled);
    targetByList(list, setup, ports);
    return null;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return problemOf(error);
  }
}
