/** A run that scans nothing and writes nothing on GitHub (`docs/contract.md`, `dry-run`). */

import { withPublicTexts } from './core/classified-text.ts';
import type { RunPorts } from './core/ports.ts';
import { orSettingsError, type Problem, problemOf, SettingsError } from './core/problem.ts';
import type { Conclusion } from './gate/conclusion.ts';
import { missingApiKeyProblem, type StepInputs } from './inputs/step-inputs.ts';
import type { Target } from './inputs/target-url.ts';
import { siteNameInLog } from './policy/disclosure.ts';
import {
  type PolicyFiles,
  type RunSetup,
  readPolicyFiles,
  resolveSetup,
  type StepSetup,
} from './prepare/prepare.ts';
import { protectPreferences } from './prepare/protect.ts';
import { failureWarnings, warnOnFailure } from './publish/failure-warnings.ts';
import { setOutputs } from './publish/outputs.ts';
import { checkSinks } from './publish/sink-checks.ts';
import { type DryRunCheck, dryRunLines, dryRunReason, dryRunSummary } from './report/dry-run-table.ts';
import { type Texts, textsIn } from './report/language/texts.ts';
import { describeProblem } from './report/sentences/problem-sentences.ts';
import { refuseListedBaseline, refuseOtherTarget } from './scan/refuse-by-list.ts';
import { createServiceClient } from './service/client.ts';
import type { WireScanList } from './service/wire.ts';
import { findReadyTarget } from './target/find-target.ts';

type UnnamedCheck = Omit<DryRunCheck, 'name'>;

/** Checks everything that a run needs before its scan, and writes the results to the log and the summary. */
export async function dryRun(step: StepSetup, ports: RunPorts): Promise<Conclusion> {
  const { checks, url, setup } = await checkAll(step, ports);
  for (const line of dryRunLines(checks)) ports.log.info(line);
  const texts = textsIn[step.inputs.scan.language];
  const reason = dryRunReason(checks, texts);
  if (setup?.settings.publishing.summary !== false) {
    const markdown = ports.redactor.redact(dryRunSummary(checks, texts));
    await warnOnFailure(
      ports.log.warning,
      () => ports.runner.writeSummary(markdown),
      failureWarnings.summary,
    );
  }
  const seconds = Math.round((ports.clock.now() - step.stepStartedAt) / 1000);
  const outputs = { verdict: 'inconclusive', reason, url, 'duration-seconds': seconds };
  await setOutputs(outputs, ports);
  return { level: checks.some(({ state }) => state === 'failed') ? 'error' : 'notice', message: reason };
}

function nothingChecked(inputError: SettingsError): DryRunCheck[] {
  const inputs = wrongSetting(inputError, 'correctInputs');
  const others = ['policy', 'organization', 'apiKey', 'target'] as const;
  return [{ name: 'inputs', ...inputs }, ...others.map((name) => ({ name, ...notReached }))];
}

/** @returns `url`: the target as it is shown, `null` if it is not known; `setup`: `null` if a setting is wrong */
async function checkAll(step: StepSetup, ports: RunPorts) {
  const { inputError } = step;
  if (inputError !== null) return { checks: nothingChecked(inputError), url: null, setup: null };
  const files = await readPolicyFiles(step, ports);
  // A wrong organization file is reported on a line of its own. The other checks do without that file.
  const organization = files.organization instanceof SettingsError ? null : files.organization;
  const setupOrError = await orSettingsError(resolveSetup(step, { ...files, organization }, ports));
  const setup = setupOrError instanceof SettingsError ? null : setupOrError;
  const list = await askForList(step, setup, ports);
  const target = await checkTarget(setup, list, ports);
  protectPreferences(step, target.url, ports);
  const checks: DryRunCheck[] = [
    { name: 'inputs', ...check('passed', (words) => words.inputsRead) },
    { name: 'policy', ...checkPolicy(setupOrError, files) },
    { name: 'organization', ...checkOrganization(step, files) },
    { name: 'apiKey', ...('state' in list ? list : check('passed', (words) => words.listRead)) },
    { name: 'target', ...target.check },
    ...(await checkSinks(step, setup)),
  ];
  return { checks, url: target.url, setup };
}

function check(state: 'passed' | 'unchecked', say: (words: Texts['dryRun']) => string): UnnamedCheck {
  return { state, describe: ({ dryRun }) => ({ what: say(dryRun) }) };
}

/** A check that was not made, because it depends on something that is wrong. */
const notReached = check('unchecked', (words) => words.correctOthersFirst);

function wrongSetting(
  { message }: SettingsError,
  remedy: 'correctInputs' | 'correctFile' | 'correctOrganization',
): UnnamedCheck {
  return { state: 'failed', describe: ({ dryRun }) => ({ what: message, remedy: dryRun[remedy] }) };
}

/** A failed check that describes the problem, without texts that a reader of the log must not see. */
function failed(setup: RunSetup | null, problem: Problem): UnnamedCheck {
  const disclosed = setup?.disclosure.mode === 'full' ? problem : withPublicTexts(problem);
  return { state: 'failed', describe: (texts) => describeProblem(disclosed, texts) };
}

/** A check that was not made, because nothing is scanned without an API key. */
function uncheckedWithoutKey(inputs: StepInputs): UnnamedCheck {
  const problem = missingApiKeyProblem(inputs.service);
  return { state: 'unchecked', describe: (texts) => ({ what: describeProblem(problem, texts).what }) };
}

function checkPolicy(setup: RunSetup | SettingsError, { repository }: PolicyFiles): UnnamedCheck {
  if (setup instanceof SettingsError) return wrongSetting(setup, 'correctFile');
  if (!(repository instanceof SettingsError) && repository.problem !== null)
    return failed(setup, repository.problem);
  const { file } = setup.settings;
  if (setup.inputs.repositoryFile === null) return check('passed', (words) => words.policyOff);
  if (file === null) return check('passed', (words) => words.noPolicy);
  return check('passed', (words) => words.policyRead(file.path, file.blob?.slice(0, 7) ?? ''));
}

function checkOrganization({ inputs }: StepSetup, { organization }: PolicyFiles): UnnamedCheck {
  if (inputs.organizationFile === null) return check('unchecked', (words) => words.noOrganization);
  if (organization instanceof SettingsError) return wrongSetting(organization, 'correctOrganization');
  if (organization !== null)
    return check('passed', (words) =>
      words.organizationRead(organization.name, organization.commit.slice(0, 7)),
    );
  return uncheckedWithoutKey(inputs);
}

/** The list of scans, or why it could not be read. */
type ListAnswer = WireScanList | UnnamedCheck;

/** Tests the API key with a request for the list of scans. The request starts no scan. */
async function askForList(
  { inputs }: StepSetup,
  setup: RunSetup | null,
  ports: RunPorts,
): Promise<ListAnswer> {
  try {
    return await createServiceClient(inputs.service, ports).list(ports.cancelled);
  } catch (error) {
    return inputs.service.isSkipped ? uncheckedWithoutKey(inputs) : failed(setup, problemOf(error));
  }
}

/** Checks the target, and what the list of scans says about it. */
async function checkTarget(
  setup: RunSetup | null,
  list: ListAnswer,
  ports: RunPorts,
): Promise<{ check: UnnamedCheck; url: string | null }> {
  if (setup === null) return { check: notReached, url: null };
  try {
    // The target is checked even if a run would scan nothing.
    const { target, problem } = await findReadyTarget({ ...setup, whyNothingIsScanned: null }, ports);
    const url = target?.shownAddress ?? null;
    if (problem !== null) return { check: failed(setup, problem), url };
    if (!('state' in list)) refuseByList(list, setup, target, ports);
    return { check: targetCheck(setup, target), url };
  } catch (error) {
    if (error instanceof SettingsError) return { check: wrongSetting(error, 'correctInputs'), url: null };
    throw error;
  }
}

/**
 * Refuses every setting that a run would refuse by the list of scans.
 *
 * @param target `null` for an attached scan without `url`
 * @throws SettingsError if the list shows that a setting is wrong
 */
function refuseByList(list: WireScanList, setup: RunSetup, target: Target | null, { log }: RunPorts): void {
  refuseOtherTarget(list, setup, log);
  const compared = { scanId: setup.inputs.scan.attachedScanId, target, pullRequest: setup.pullRequest };
  for (const { baseline } of setup.policies)
    if (baseline?.kind === 'url') refuseListedBaseline(list, baseline, compared);
}

function targetCheck({ inputs, disclosure }: RunSetup, target: Target | null): UnnamedCheck {
  if (target === null || inputs.scan.attachedScanId !== null)
    return check('unchecked', (words) => words.targetOfScan);
  const name = siteNameInLog(disclosure, target.shownAddress);
  return inputs.target.waitMs > 0
    ? check('passed', (words) => words.targetReady(name))
    : check('unchecked', (words) => words.targetNotAsked(name));
}
