import type { World } from '../core/ports.ts';
import { SettingsError } from '../core/problem.ts';
import { waitFor } from '../core/time-limit.ts';
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
  begin(known: Pick<KnownInputs, 'inputs' | 'problem'>): Promise<void>;
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
    begin: async ({ inputs, problem }) => {
      const isSkipped = problem?.kind === 'missing-api-key' && problem.skipped;
      if (isSkipped || why !== null) {
        isWanted = false;
        const because = why ?? 'nothing is scanned on this pull request';
        return log.notice(`There is no commit status, because ${because}.`);
      }
      claimStatus(world, statusOfStep(world, context, event));
      const { phrase } = textsIn[inputs.scan.language];
      await set({ state: 'pending', description: phrase.statusPending() });
    },
    finish: async (text) => {
      if (isWanted && text !== null) await set(text);
    },
    fail: async (error) => {
      if (isWanted) await set({ state: 'error', description: describeEnd(error) });
    },
  };
}

/** Why the run sets no status, as the end of a sentence; `null` if it does. */
function whyNone({ runner }: World, { eventName, sha }: RunContext): string | null {
  if (eventName === 'schedule') return 'a scheduled run gates no commit';
  if (runner.input('scan-id') !== '') return 'a scan given by `scan-id` may be of any commit';
  if (sha === null) return 'the commit of this run is not known';
  return runner.input('github-token') === '' ? '`github-token` is empty' : null;
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
    throw new SettingsError(
      `\`commit-status\` with its values in parentheses is longer than the ${maxContextLength} characters that GitHub takes. Shorten it or the values.`,
    );
  if (!claimKey(runner.tempFolder, keyDigest(`status ${status}`), runner.env['GITHUB_ACTION'] ?? ''))
    throw new SettingsError(
      `\`commit-status\`: another step of this job sets the status \`${status}\` already. Give each step its own.`,
    );
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
    const { state, description } = isShared ? sharedStatus : text;
    const name = status();
    if (sha === null || name === '' || name.length > maxContextLength) return;
    const place = { owner, repo, sha, context: name, url: runFacts(context, 0).url, by: { runId, attempt } };
    const shown = plain(redactor.redact(description), maxDescriptionLength);
    const signal = world.givenUp.aborted ? AbortSignal.timeout(lastMs) : world.givenUp;
    const write = async (): Promise<StatusResult> =>
      setStatus(statusApi(await connectGitHub({ token, apiUrl, log, signal })), {
        ...place,
        ...{ state, description: shown, last },
      });
    const result = await warnOnFailure(
      { warning: once('warning') },
      () => waitFor(write, { signal, limitMs }),
      (error) => adviseOnGitHub(error, statusSink),
    );
    if (result?.kind === 'newer-exists')
      once('notice')(`The commit status is left as a newer run set it: ${result.url}`);
    if (result?.kind !== 'set') return;
    last = result.status;
    isShared ||= result.isShared;
    if (!result.isShared) return;
    once('warning')(
      `Several jobs of this run set the commit status \`${name}\`, so it is \`error\`. Give each job its own \`commit-status\`, for example with a value of the matrix in it.`,
    );
  };
}
