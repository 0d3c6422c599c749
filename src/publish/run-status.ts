import { bounded } from '../core/bounded.ts';
import type { LogTexts } from '../core/log-texts.ts';
import type { World } from '../core/ports.ts';
import { SettingsError } from '../core/problem.ts';
import { connectGitHub } from '../github/connect.ts';
import { deployedEnvironment, type RunContext, readContext } from '../github/context.ts';
import { type EventPayload, readEvent } from '../github/event.ts';
import { claimKey, keyDigest, statusContext } from '../inputs/comment-key.ts';
import { statusName } from '../inputs/inputs.ts';
import type { KnownInputs } from '../prepare.ts';
import { plain } from '../report/markdown/escape.ts';
import { runFacts } from '../report/model.ts';
import type { StatusText } from '../report/status-text.ts';
import { textsIn } from '../report/texts/texts.ts';
import { type SetStatus, type StatusResult, setStatus, sharedStatus, statusApi } from './commit-status.ts';
import { adviseOnGitHub, statusSink, warnOnFailure } from './failure-advice.ts';
import { describeEnd } from './set-outputs.ts';

/** The commit status of a run, from its beginning to its end (`docs/contract.md`, `commit-status`). */
export interface RunStatus {
  /**
   * Sets `pending`, or says why there is no status.
   *
   * @throws SettingsError if another step of the job has the same context, or it is too long
   */
  begin(known: Pick<KnownInputs, 'problem'>): Promise<void>;
  /** Sets the status of a verdict; `null` sets none. */
  finish(text: StatusText | null): Promise<void>;
  /** Sets `error` for a run that ended without a verdict. */
  fail(error: unknown): Promise<void>;
}

/** Longest time for one status, with rate limits and retries. */
const limitMs = 60_000;
/** What is left of a cancelled run before it ends (`docs/contract.md`, promise 9). */
const lastMs = 1_000;
/** GitHub's limits. */
const maxContextLength = 255;
const maxDescriptionLength = 140;

/** The status of this step. GitHub is asked for nothing yet, and the inputs need not be valid. */
export function openStatus(world: World): RunStatus {
  const { runner, log } = world;
  const event = readEvent(runner.event);
  const context = readContext(runner.env, event);
  const why = whyNone(world, context);
  const set = statusWriter(world, context, () => statusOfStep(world, context, event));
  let isWanted = why === null;
  return {
    begin: async ({ problem }) => {
      const isSkipped = problem?.kind === 'missing-api-key' && problem.skipped;
      if (isSkipped || why !== null) {
        isWanted = false;
        return log.notice(log.texts.noStatus(why ?? 'skipped'));
      }
      claimStatus(world, statusOfStep(world, context, event));
      const { phrase } = textsIn[log.texts.language];
      await set({ state: 'pending', description: phrase.statusPending() });
    },
    finish: async (text) => {
      if (isWanted && text !== null) await set(text);
    },
    fail: async (error) => {
      if (isWanted) await set({ state: 'error', description: describeEnd(error, log.texts) });
    },
  };
}

/** Why the run sets no status; `null` if it does. */
function whyNone(
  { runner }: World,
  { eventName, sha }: RunContext,
): Parameters<LogTexts['noStatus']>[0] | null {
  if (eventName === 'schedule') return 'schedule';
  if (runner.input('scan-id') !== '') return 'scan-id';
  if (sha === null) return 'no-commit';
  return runner.input('github-token') === '' ? 'no-token' : null;
}

/** The context of the status; empty if the input is wrong. Matrix values may hold secrets of the target. */
function statusOfStep({ runner, redactor }: World, context: RunContext, event: EventPayload): string {
  const name = statusName(runner.input('commit-status'));
  const environment = deployedEnvironment(context, event);
  const parts = { given: runner.input('comment-key'), environment };
  return name.ok ? redactor.redact(statusContext(name.value, parts)) : '';
}

/** @throws SettingsError if the step cannot have the status */
function claimStatus({ runner }: World, status: string): void {
  if (status.length > maxContextLength)
    throw new SettingsError((texts) => texts.longStatus(maxContextLength));
  if (!claimKey(runner.tempFolder, keyDigest(`status ${status}`), runner.env['GITHUB_ACTION'] ?? ''))
    throw new SettingsError((texts) => texts.sharedStatus(status));
}

/** Writes the status. A failure is a warning, and nothing is said twice. */
function statusWriter(
  world: World,
  context: RunContext,
  status: () => string,
): (text: StatusText) => Promise<void> {
  const { runner, log, redactor } = world;
  const { owner, repo, sha, runId, attempt, apiUrl } = context;
  const token = runner.input('github-token');
  const said = new Set<string>();
  const once = (level: 'notice' | 'warning') => (message: string) => {
    if (!said.has(message)) log[level](message);
    said.add(message);
  };
  let last: SetStatus | null = null;
  let isShared = false;
  return async (text) => {
    const { shared } = log.texts;
    const { state, description } = isShared ? sharedStatus(shared) : text;
    const name = status();
    if (sha === null || name === '' || name.length > maxContextLength) return;
    const place = { owner, repo, sha, context: name, url: runFacts(context, 0).url, by: { runId, attempt } };
    const shown = plain(redactor.redact(description), maxDescriptionLength);
    const signal = world.givenUp.aborted ? AbortSignal.timeout(lastMs) : world.givenUp;
    const texts = textsIn[log.texts.language];
    const write = async (): Promise<StatusResult> =>
      setStatus(statusApi(await connectGitHub({ token, apiUrl, log, signal })), {
        ...place,
        ...{ state, description: shown, last, shared },
      });
    const result = await warnOnFailure(
      { warning: once('warning') },
      () => bounded(write, { signal, limitMs }),
      (error) => adviseOnGitHub(error, statusSink, texts),
    );
    if (result?.kind === 'newer-exists') once('notice')(log.texts.newerStatus(result.url));
    if (result?.kind !== 'set') return;
    last = result.status;
    isShared ||= result.isShared;
    if (result.isShared) once('warning')(log.texts.sharedStatus(name));
  };
}
