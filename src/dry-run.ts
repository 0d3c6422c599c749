/** A run that scans nothing and writes nothing on GitHub (`docs/contract.md`, `dry-run`). */

import { withheld } from './core/outside.ts';
import type { World } from './core/ports.ts';
import { orSettingsError, type Problem, problemOf, SettingsError } from './core/problem.ts';
import type { Conclusion } from './gate/conclusion.ts';
import { gitHubFaultOf } from './github/api-error.ts';
import type { GitHub } from './github/connect.ts';
import type { Inputs } from './inputs/step-inputs.ts';
import type { Target } from './inputs/target-url.ts';
import { logName } from './policy/disclosure.ts';
import {
  missingApiKey,
  type PolicyFiles,
  type RunSetup,
  readPolicyFiles,
  resolveSetup,
  type StepFacts,
} from './prepare/prepare.ts';
import { protectPreferences } from './prepare/protect.ts';
import { whyNoStatus } from './publish/commit-status.ts';
import { adviseOnSummary, commentSink, statusSink, trackingSink, warnOnFailure } from './publish/failures.ts';
import { setOutputs } from './publish/set-outputs.ts';
import { conversationOf, wantedSinks } from './publish/sinks.ts';
import { type Check, dryRunLines, dryRunReason, dryRunSummary } from './report/dry-run-table.ts';
import { type Texts, textsIn } from './report/language/texts.ts';
import { durationSeconds } from './report/outputs.ts';
import { describeProblem } from './report/sentences/problem-sentences.ts';
import { refuseListedBaseline, refuseOtherTarget } from './scan/check-with-list.ts';
import { createServiceClient } from './service/client.ts';
import type { WireTargetEntry } from './service/wire.ts';
import { findReadyTarget } from './target/find-target.ts';

type CheckResult = Omit<Check, 'name'>;
type Words = Texts['dryRun'];

/** What the checks found out. */
interface Checked {
  readonly checks: readonly Check[];
  /** The target as it is shown; `null` if it is not known. */
  readonly url: string | null;
  /** `null` if a setting is wrong. */
  readonly setup: RunSetup | null;
}

/** Checks everything but the site, and says what it found in log and summary. */
export async function dryRun(step: StepFacts, world: World): Promise<Conclusion> {
  const startedAt = world.clock.now();
  const { checks, url, setup } =
    step.inputError === null ? await checkAll(step, world) : nothingChecked(step.inputError);
  for (const line of dryRunLines(checks)) world.log.info(line);
  const texts = textsIn[step.inputs.scan.language];
  const reason = dryRunReason(checks, texts);
  if (setup?.settings.publishing.summary !== false) {
    const markdown = world.redactor.redact(dryRunSummary(checks, texts));
    await warnOnFailure(world.log, () => world.runner.writeSummary(markdown), adviseOnSummary);
  }
  const seconds = durationSeconds(world.clock.now() - startedAt);
  const outputs = { verdict: 'inconclusive', reason, url, 'duration-seconds': seconds };
  await setOutputs(outputs, world);
  return { level: checks.some(({ state }) => state === 'failed') ? 'error' : 'notice', message: reason };
}

function nothingChecked(inputError: SettingsError): Checked {
  const others = (['policy', 'organization', 'apiKey', 'target'] as const).map((name) => ({
    name,
    ...notReached,
  }));
  const inputs = wrongSetting(inputError, (words) => words.correctInputs);
  return { checks: [{ name: 'inputs', ...inputs }, ...others], url: null, setup: null };
}

async function checkAll(step: StepFacts, world: World): Promise<Checked> {
  const files = await readPolicyFiles(step, world);
  // A wrong organization's file has a line of its own. The rest is checked without that file.
  const organization = files.organization instanceof SettingsError ? null : files.organization;
  const decided = await orSettingsError(resolveSetup(step, { ...files, organization }, world));
  const setup = decided instanceof SettingsError ? null : decided;
  const listAnswer = askForList(step, setup, world);
  const [target, { check: apiKey }, ...sinks] = await Promise.all([
    checkTarget(setup, listAnswer, world),
    listAnswer,
    ...sinkChecks(step, setup),
  ]);
  protectPreferences(step, target.url, world);
  const checks: Check[] = [
    { name: 'inputs', ...passed((words) => words.inputsRead) },
    { name: 'policy', ...checkPolicy(decided, files) },
    { name: 'organization', ...checkOrganization(step, files) },
    { name: 'apiKey', ...apiKey },
    { name: 'target', ...target.check },
    ...sinks,
  ];
  return { checks, url: target.url, setup };
}

const checkIn =
  (state: 'passed' | 'unchecked') =>
  (say: (words: Words) => string): CheckResult => ({
    state,
    say: ({ dryRun }) => ({ what: say(dryRun), remedy: '' }),
  });
const passed = checkIn('passed');
const unchecked = checkIn('unchecked');
/** Not checked, because it depends on something that is wrong. */
const notReached = unchecked((words) => words.correctOthersFirst);
const notWanted = unchecked((words) => words.notWanted);

function wrongSetting({ message }: SettingsError, remedy: (words: Words) => string): CheckResult {
  return { state: 'failed', say: ({ dryRun }) => ({ what: message, remedy: remedy(dryRun) }) };
}

/** The problem in words, without what a reader of the log must not see. */
function failed(setup: RunSetup | null, problem: Problem): CheckResult {
  const mayPublish = setup?.disclosure.mode === 'full';
  const disclosed = mayPublish ? problem : withheld(problem);
  return { state: 'failed', say: (texts) => describeProblem(disclosed, texts) };
}

/** Not checked, because without an API key nothing is scanned. */
function uncheckedWithoutKey(inputs: Inputs): CheckResult {
  const problem = missingApiKey(inputs);
  return { state: 'unchecked', say: (texts) => ({ what: describeProblem(problem, texts).what, remedy: '' }) };
}

function checkPolicy(decided: RunSetup | SettingsError, { repository }: PolicyFiles): CheckResult {
  if (decided instanceof SettingsError) return wrongSetting(decided, (words) => words.correctFile);
  if (!(repository instanceof SettingsError) && repository.problem !== null)
    return failed(decided, repository.problem);
  const { inputs, settings } = decided;
  const { file } = settings;
  if (inputs.config === null) return passed((words) => words.policyOff);
  if (file === null) return passed((words) => words.noPolicy);
  return passed((words) => words.policyRead(file.path, file.blob?.slice(0, 7) ?? ''));
}

function checkOrganization({ inputs }: StepFacts, { organization }: PolicyFiles): CheckResult {
  if (inputs.organization === null) return unchecked((words) => words.noOrganization);
  if (organization instanceof SettingsError)
    return wrongSetting(organization, (words) => words.correctOrganization);
  if (organization !== null)
    return passed((words) => words.organizationRead(organization.name, organization.commit.slice(0, 7)));
  return uncheckedWithoutKey(inputs);
}

interface ListAnswer {
  readonly check: CheckResult;
  /** `null` if it could not be read. */
  readonly list: readonly WireTargetEntry[] | null;
}

/** Tries the API key by a request for the list of scans, which starts no scan. */
async function askForList({ inputs }: StepFacts, setup: RunSetup | null, world: World): Promise<ListAnswer> {
  const client = createServiceClient(inputs.service, world);
  if (client === null) {
    const { isSkipped } = inputs.service;
    return {
      check: isSkipped ? uncheckedWithoutKey(inputs) : failed(setup, missingApiKey(inputs)),
      list: null,
    };
  }
  try {
    const list = await client.list(world.cancelled);
    return { check: passed((words) => words.listRead), list };
  } catch (error) {
    return { check: failed(setup, problemOf(error)), list: null };
  }
}

/** Checks the target, and what the list of scans says of it. */
async function checkTarget(
  setup: RunSetup | null,
  listAnswer: Promise<ListAnswer>,
  world: World,
): Promise<{ check: CheckResult; url: string | null }> {
  if (setup === null) return { check: notReached, url: null };
  try {
    // The target is checked also if a run would scan nothing.
    const { target, problem } = await findReadyTarget({ ...setup, whyNothingIsScanned: null }, world);
    const url = target?.bareAddress ?? null;
    if (problem !== null) return { check: failed(setup, problem), url };
    const { list } = await listAnswer;
    if (list !== null) checkWithList(list, setup, target, world);
    return { check: checkFound(setup, target), url };
  } catch (error) {
    if (error instanceof SettingsError)
      return { check: wrongSetting(error, (words) => words.correctInputs), url: null };
    throw error;
  }
}

/**
 * Makes all checks that a run makes with the list of scans.
 *
 * @param target `null` for an attached scan without `url`
 * @throws SettingsError for what the list shows to be wrong
 */
function checkWithList(
  list: readonly WireTargetEntry[],
  { inputs, policies, pullRequest, disclosure }: RunSetup,
  target: Target | null,
  { log }: World,
): void {
  const { attachedScanId } = inputs.scan;
  if (attachedScanId !== null && target !== null)
    refuseOtherTarget(list, { scanId: attachedScanId, url: target, disclosure }, log);
  for (const { baseline } of policies)
    if (baseline?.kind === 'url')
      refuseListedBaseline(list, baseline, { scanId: attachedScanId, target, pullRequest });
}

function checkFound({ inputs, disclosure }: RunSetup, target: Target | null): CheckResult {
  if (target === null || inputs.scan.attachedScanId !== null) return unchecked((words) => words.targetOfScan);
  const name = logName(disclosure, target.bareAddress);
  return inputs.target.waitMs > 0
    ? passed((words) => words.targetReady(name))
    : unchecked((words) => words.targetNotAsked(name));
}

type Read = (client: GitHub) => Promise<unknown>;

/** Reads what the run would write to on GitHub. Whether the token may also write shows only when it does. */
function sinkChecks(step: StepFacts, setup: RunSetup | null): Promise<Check>[] {
  const check = async (name: Check['name'], permission: string, read: Read | CheckResult): Promise<Check> => {
    if (typeof read !== 'function') return { name, ...read };
    try {
      await read(await step.github());
      return { name, state: 'unchecked', say: ({ dryRun }) => dryRun.readable(permission) };
    } catch (error) {
      const fault = gitHubFaultOf(error);
      return { name, state: 'failed', say: ({ dryRun }) => dryRun.refused(fault, permission) };
    }
  };
  return [
    check('comment', commentSink.permission, setup === null ? notReached : readForComment(setup)),
    check('issue', trackingSink.permission, setup === null ? notReached : readForIssue(setup)),
    check('status', statusSink.permission, readForStatus(step)),
  ];
}

function readForComment(setup: RunSetup): Read | CheckResult {
  const { owner, repo, sha } = setup.context;
  if (wantedSinks(setup).comment === 'never') return notWanted;
  const conversation = conversationOf(setup);
  if (conversation !== null) return ({ rest }) => rest.issues.listComments({ ...conversation, per_page: 1 });
  // Perhaps the look-up of the pull request failed: this tries it again.
  if (sha === null) return notWanted;
  const request = { owner, repo, commit_sha: sha, per_page: 1 };
  return ({ rest }) => rest.repos.listPullRequestsAssociatedWithCommit(request);
}

function readForIssue(setup: RunSetup): Read | CheckResult {
  const { owner, repo } = setup.context;
  if (!wantedSinks(setup).issue) return notWanted;
  return ({ rest }) => rest.issues.listForRepo({ owner, repo, per_page: 1 });
}

function readForStatus(step: StepFacts): Read | CheckResult {
  const { owner, repo, sha } = step.context;
  const isSet = step.statusContext !== null && whyNoStatus(step) === null;
  if (!isSet || sha === null) return notWanted;
  return ({ rest }) => rest.repos.listCommitStatusesForRef({ owner, repo, ref: sha, per_page: 1 });
}
