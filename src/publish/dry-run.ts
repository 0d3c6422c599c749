/** A run that scans nothing and writes nothing on GitHub (`docs/contract.md`, `dry-run`). */
import { withheld } from '../core/outside.ts';
import type { World } from '../core/ports.ts';
import { type Problem, problemOf, SettingsError } from '../core/problem.ts';
import type { Conclusion } from '../gate/conclusion.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import type { GitHub } from '../github/connect.ts';
import type { OrganizationPolicy } from '../policy/policy.ts';
import { type KnownInputs, prepare, type RunSetup } from '../prepare.ts';
import { type Check, dryRunLines, dryRunReason, dryRunSummary } from '../report/dry-run.ts';
import { describeProblem } from '../report/problem-wording.ts';
import { type Texts, textsIn } from '../report/texts/texts.ts';
import { connectService } from '../service/client.ts';
import { findTarget } from '../target/find-target.ts';
import {
  commentSink,
  outputsFailed,
  statusSink,
  summaryFailed,
  trackingSink,
  warnOnFailure,
} from './failure-advice.ts';
import { setOutputs } from './set-outputs.ts';

/** What is known when the run is prepared. `null`: a setting before it is wrong. */
interface Prepared {
  readonly known: KnownInputs | null;
  readonly setup: RunSetup | null;
  readonly error: SettingsError | null;
  /** The organization's policy, or why it is not known; `null` if it was not read. */
  readonly organization: OrganizationPolicy | SettingsError | null;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Found = Omit<Check, 'name'>;
type Phrase = Texts['dryRun']['phrase'];

/** Checks everything but the site, and says what it found in log and summary. */
export async function dryRun(world: World): Promise<Conclusion> {
  const startedAt = world.clock.now();
  const prepared = await prepareRun(world);
  const { setup } = prepared;
  const [target, key, ...sinks] = await Promise.all([
    checkTarget(prepared, world),
    checkKey(prepared, world),
    ...sinkChecks(prepared),
  ]);
  const checks: Check[] = [
    { name: 'inputs', ...checkInputs(prepared) },
    { name: 'policy', ...checkPolicy(prepared) },
    { name: 'organization', ...checkOrganization(prepared) },
    { name: 'key', ...key },
    { name: 'target', ...target.check },
    ...sinks,
  ];
  for (const line of dryRunLines(checks)) world.log.info(line);
  const texts = textsIn[prepared.known?.inputs.scan.language ?? 'en'];
  const reason = dryRunReason(checks, texts);
  if (setup?.settings.reports.summary !== false) {
    const markdown = world.redactor.redact(dryRunSummary(checks, texts));
    await warnOnFailure(world.log, () => world.runner.writeSummary(markdown), summaryFailed);
  }
  const seconds = Math.round((world.clock.now() - startedAt) / 1000);
  const outputs = { verdict: 'inconclusive', reason, url: target.url, 'duration-seconds': seconds };
  const set = async () => setOutputs(outputs, (name, value) => world.runner.setOutput(name, value));
  await warnOnFailure(world.log, set, outputsFailed);
  return { level: checks.some(({ state }) => state === 'wrong') ? 'error' : 'notice', message: reason };
}

async function prepareRun(world: World): Promise<Prepared> {
  const before: Mutable<Pick<Prepared, 'known' | 'organization'>> = { known: null, organization: null };
  try {
    const setup = await prepare(world, {
      onInputs: async (known) => {
        before.known = known;
      },
      // One that is wrong has a line of its own, and the rest is checked too.
      onOrganization: async (reading) => {
        before.organization = await reading.catch(settingsError);
        return before.organization instanceof SettingsError ? null : before.organization;
      },
    });
    return { ...before, setup, error: null };
  } catch (error) {
    return { ...before, setup: null, error: settingsError(error) };
  }
}

/** @throws any other error */
function settingsError(error: unknown): SettingsError {
  if (error instanceof SettingsError) return error;
  throw error;
}

function well(say: (phrase: Phrase) => string): Found {
  return { state: 'well', say: ({ dryRun }) => ({ what: say(dryRun.phrase), remedy: '' }) };
}

function open(say: (phrase: Phrase) => string): Found {
  return { state: 'open', say: ({ dryRun }) => ({ what: say(dryRun.phrase), remedy: '' }) };
}

const after = open((phrase) => phrase.after());

function wrongSetting({ message }: SettingsError, remedy: (phrase: Phrase) => string): Found {
  return { state: 'wrong', say: ({ dryRun }) => ({ what: message, remedy: remedy(dryRun.phrase) }) };
}

/** The problem in words, without what a reader of the log must not see. */
function wrong({ setup }: Prepared, problem: Problem): Found {
  const isOpen = setup?.disclosure.mode === 'full';
  const shown = isOpen ? problem : withheld(problem);
  return { state: 'wrong', say: (texts) => describeProblem(shown, texts) };
}

/** Without a key nothing is scanned, so that nothing else is asked for. */
function notAsked(problem: Problem): Found {
  return { state: 'open', say: (texts) => ({ what: describeProblem(problem, texts).what, remedy: '' }) };
}

function checkInputs({ known, error }: Prepared): Found {
  const isWrong = known === null && error !== null;
  return isWrong
    ? wrongSetting(error, (phrase) => phrase.correctInputs())
    : well((phrase) => phrase.inputsRead());
}

function checkPolicy(prepared: Prepared): Found {
  const { known, setup, error } = prepared;
  if (known === null) return after;
  if (error !== null) return wrongSetting(error, (phrase) => phrase.correctFile());
  if (setup !== null && setup.policyProblem !== null) return wrong(prepared, setup.policyProblem);
  const { file = null, blob = null } = setup?.settings ?? {};
  if (known.inputs.config === null) return well((phrase) => phrase.policyOff());
  if (file === null) return well((phrase) => phrase.noPolicy());
  return well((phrase) => phrase.policyRead(file, blob?.slice(0, 7) ?? ''));
}

function checkOrganization({ known, organization }: Prepared): Found {
  if (known === null) return after;
  if (known.inputs.organization === null) return open((phrase) => phrase.noOrganization());
  if (organization instanceof SettingsError)
    return wrongSetting(organization, (phrase) => phrase.correctOrganization());
  if (organization !== null)
    return well((phrase) => phrase.organizationRead(organization.name, organization.commit.slice(0, 7)));
  return known.problem === null ? after : notAsked(known.problem);
}

/** Asks for the list of scans, which starts none. */
async function checkKey(prepared: Prepared, world: World): Promise<Found> {
  const { known } = prepared;
  if (known === null) return after;
  if (known.problem?.kind === 'missing-api-key' && known.problem.skipped) return notAsked(known.problem);
  const client = connectService(known.inputs.service, world);
  try {
    if (client === null) return wrong(prepared, { kind: 'missing-api-key', skipped: false });
    await client.list(world.cancelled);
    return well((phrase) => phrase.listRead());
  } catch (error) {
    return wrong(prepared, problemOf(error));
  }
}

async function checkTarget(prepared: Prepared, world: World): Promise<{ check: Found; url: string | null }> {
  const { setup } = prepared;
  if (setup === null) return { check: after, url: null };
  try {
    // What is wrong elsewhere has a line of its own.
    const { target, problem } = await findTarget({ ...setup, problem: null }, world);
    const url = target?.shown ?? null;
    if (problem !== null) return { check: wrong(prepared, problem), url };
    if (target === null || setup.inputs.scan.scanId !== null)
      return { check: open((phrase) => phrase.attached()), url };
    const { logName } = target;
    const isAsked = setup.inputs.target.waitMs > 0;
    const check = isAsked
      ? well((phrase) => phrase.ready(logName))
      : open((phrase) => phrase.notAsked(logName));
    return { check, url };
  } catch (error) {
    if (error instanceof SettingsError)
      return { check: wrongSetting(error, (phrase) => phrase.correctInputs()), url: null };
    throw error;
  }
}

type Read = (client: GitHub) => Promise<unknown>;

/** What the run would write on GitHub. GitHub says who may read; who may write shows only when somebody does. */
function sinkChecks({ known, setup }: Prepared): Promise<Check>[] {
  if (known === null) return [];
  const check = async (name: Check['name'], permission: string, read: Read | null): Promise<Check> => {
    const isUnknown = setup === null && name !== 'status';
    if (read === null) return { name, ...(isUnknown ? after : open((phrase) => phrase.notWanted())) };
    try {
      await read(await known.github());
      return { name, state: 'open', say: ({ dryRun }) => dryRun.phrase.readable(permission) };
    } catch (error) {
      const fault = gitHubFaultOf(error);
      return { name, state: 'wrong', say: ({ dryRun }) => dryRun.phrase.refused(fault, permission) };
    }
  };
  const { comment, issue, status } = readsOf(known, setup);
  return [
    check('comment', commentSink.permission, comment),
    check('issue', trackingSink.permission, issue),
    check('status', statusSink.permission, status),
  ];
}

/** How to read what each sink would write to; `null` where this run writes nothing there. */
function readsOf(
  { context, pullRequest, inputs }: KnownInputs,
  setup: RunSetup | null,
): Readonly<Record<'comment' | 'issue' | 'status', Read | null>> {
  const { owner, repo, sha, eventName } = context;
  const place = { owner, repo, per_page: 1 };
  const isCommented = setup !== null && setup.settings.reports.comment !== 'never';
  const commented = (): Read | null => {
    if (pullRequest.kind === 'known')
      return ({ rest }) => rest.issues.listComments({ ...place, issue_number: pullRequest.number });
    // The look-up may have failed.
    if (pullRequest.kind === 'none' || sha === null) return null;
    return ({ rest }) => rest.repos.listPullRequestsAssociatedWithCommit({ ...place, commit_sha: sha });
  };
  const isTracked = setup?.settings.reports.trackIssue === true && pullRequest.kind === 'none';
  const isSet =
    inputs.reports.commitStatus !== null && eventName !== 'schedule' && inputs.scan.scanId === null;
  return {
    comment: isCommented ? commented() : null,
    issue: isTracked ? ({ rest }) => rest.issues.listForRepo(place) : null,
    status:
      isSet && sha !== null
        ? ({ rest }) => rest.repos.listCommitStatusesForRef({ ...place, ref: sha })
        : null,
  };
}
