/** A run that scans nothing and writes nothing on GitHub (`docs/contract.md`, `dry-run`). */
import type { LogTexts } from '../core/log-texts.ts';
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
import { withholdProblem } from '../report/withhold.ts';
import { connectService } from '../service/client.ts';
import { findTarget } from '../target/find-target.ts';
import { commentSink, messageOf, statusSink, trackingSink, warnOnFailure } from './failure-advice.ts';
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

/** Checks everything but the site, and says what it found in log and summary. */
export async function dryRun(world: World): Promise<Conclusion> {
  const startedAt = world.clock.now();
  const prepared = await prepareRun(world);
  const { setup } = prepared;
  const logTexts = world.log.texts;
  const texts = textsIn[logTexts.language];
  const asked = { ...prepared, texts, logTexts };
  const [target, key, ...sinks] = await Promise.all([
    checkTarget(asked, world),
    checkKey(asked, world),
    ...sinkChecks(asked),
  ]);
  const checks: Check[] = [
    { name: 'inputs', ...checkInputs(asked) },
    { name: 'policy', ...checkPolicy(asked) },
    { name: 'organization', ...checkOrganization(asked) },
    { name: 'key', ...key },
    { name: 'target', ...target.check },
    ...sinks,
  ];
  const reason = dryRunReason(checks, texts);
  for (const line of dryRunLines(checks, texts)) world.log.info(line);
  if (setup?.settings.reports.summary !== false) {
    const markdown = world.redactor.redact(dryRunSummary(checks, texts));
    await warnOnFailure(
      world.log,
      () => world.runner.writeSummary(markdown),
      (error) => texts.publishing.summaryFailed(messageOf(error)),
    );
  }
  const seconds = Math.round((world.clock.now() - startedAt) / 1000);
  const outputs = { verdict: 'inconclusive', reason, url: target.url, 'duration-seconds': seconds };
  const set = async () => setOutputs(outputs, (name, value) => world.runner.setOutput(name, value));
  await warnOnFailure(world.log, set, (error) => texts.publishing.outputsFailed(messageOf(error)));
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

interface Asked extends Prepared {
  readonly texts: Texts;
  readonly logTexts: LogTexts;
}

function well(what: string): Found {
  return { state: 'well', what, remedy: '' };
}

function open(what: string): Found {
  return { state: 'open', what, remedy: '' };
}

function wrongSetting({ logTexts }: Asked, { say }: SettingsError, remedy: string): Found {
  return { state: 'wrong', what: say(logTexts.settings), remedy };
}

/** The problem in words, without what a reader of the log must not see. */
function wrong({ setup, texts }: Asked, problem: Problem): Found {
  const isOpen = setup?.disclosure.mode === 'full';
  return { state: 'wrong', ...describeProblem(isOpen ? problem : withholdProblem(problem), texts) };
}

function checkInputs(asked: Asked): Found {
  const { known, error, texts } = asked;
  const { phrase } = texts.dryRun;
  const isWrong = known === null && error !== null;
  return isWrong ? wrongSetting(asked, error, phrase.correctInputs()) : well(phrase.inputsRead());
}

function checkPolicy(asked: Asked): Found {
  const { known, setup, error, texts } = asked;
  const { phrase } = texts.dryRun;
  if (known === null) return open(phrase.after());
  if (error !== null) return wrongSetting(asked, error, phrase.correctFile());
  if (setup !== null && setup.policyProblem !== null) return wrong(asked, setup.policyProblem);
  const { file = null, commit = null } = setup?.settings ?? {};
  if (known.inputs.config === null) return well(phrase.policyOff());
  return well(file === null ? phrase.noPolicy() : phrase.policyRead(file, commit?.slice(0, 7) ?? ''));
}

function checkOrganization(asked: Asked): Found {
  const { known, organization, texts } = asked;
  const { phrase } = texts.dryRun;
  if (known === null) return open(phrase.after());
  if (known.inputs.organization === null) return open(phrase.noOrganization());
  if (organization instanceof SettingsError)
    return wrongSetting(asked, organization, phrase.correctOrganization());
  if (organization !== null)
    return well(phrase.policyRead(organization.name, organization.commit.slice(0, 7)));
  // Without a key nothing is scanned, so that it is not read.
  return open(known.problem === null ? phrase.after() : describeProblem(known.problem, texts).what);
}

/** Asks for the list of scans, which starts none. */
async function checkKey(asked: Asked, world: World): Promise<Found> {
  const { known, texts } = asked;
  if (known === null) return open(texts.dryRun.phrase.after());
  if (known.problem?.kind === 'missing-api-key' && known.problem.skipped)
    return open(describeProblem(known.problem, texts).what);
  const client = connectService(known.inputs.service, world);
  try {
    if (client === null) return wrong(asked, { kind: 'missing-api-key', skipped: false });
    await client.list(world.cancelled);
    return well(texts.dryRun.phrase.listRead());
  } catch (error) {
    return wrong(asked, problemOf(error));
  }
}

async function checkTarget(asked: Asked, world: World): Promise<{ check: Found; url: string | null }> {
  const { setup, texts } = asked;
  const { phrase } = texts.dryRun;
  if (setup === null) return { check: open(phrase.after()), url: null };
  try {
    // What is wrong elsewhere has a line of its own.
    const { target, problem } = await findTarget({ ...setup, problem: null }, world);
    const url = target?.shown ?? null;
    if (problem !== null) return { check: wrong(asked, problem), url };
    if (target === null || setup.inputs.scan.scanId !== null) return { check: open(phrase.attached()), url };
    const isAsked = setup.inputs.target.waitMs > 0;
    const check = isAsked ? well(phrase.ready(target.logName)) : open(phrase.notAsked(target.logName));
    return { check, url };
  } catch (error) {
    if (error instanceof SettingsError)
      return { check: wrongSetting(asked, error, phrase.correctInputs()), url: null };
    throw error;
  }
}

type Read = (client: GitHub) => Promise<unknown>;

/** What the run would write on GitHub. GitHub says who may read; who may write shows only when somebody does. */
function sinkChecks(asked: Asked): Promise<Check>[] {
  const { known, setup, texts } = asked;
  if (known === null) return [];
  const { phrase } = texts.dryRun;
  const check = async (name: Check['name'], permission: string, read: Read | null): Promise<Check> => {
    const isUnknown = setup === null && name !== 'status';
    if (read === null) return { name, ...open(isUnknown ? phrase.after() : phrase.notWanted()) };
    try {
      await read(await known.github());
      return { name, state: 'open', ...phrase.readable(permission) };
    } catch (error) {
      return { name, state: 'wrong', ...phrase.refused(gitHubFaultOf(error), permission) };
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
