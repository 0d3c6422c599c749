/**
 * Sets the commit status of a run: `pending`, then the verdict or `error`. `set-commit-status.ts` sets each status.
 */

import type { RunPorts } from '../core/ports.ts';
import { SettingsError } from '../core/problem.ts';
import { lastStatusMs, withinLimit } from '../core/time-limit.ts';
import { withRetries } from '../github/with-retries.ts';
import type { StepSetup } from '../prepare/prepare.ts';
import { textsIn } from '../report/language/texts.ts';
import { plainText } from '../report/plain-text.ts';
import type { CommitStatusText } from '../report/sentences/commit-status-text.ts';
import { claimKey } from '../runner/claim-key.ts';
import { endMessage } from './end-without-verdict.ts';
import { gitHubWarning, warnOnFailure } from './failure-warnings.ts';
import { setStatus, statusApi, type WrittenStatus } from './set-commit-status.ts';

/** Longest time for one status, with rate limits and retries. */
const statusLimitMs = 60_000;
/** GitHub refuses a longer description of a status. In characters. */
const maxDescriptionLength = 140;

/** The commit status of a run, from its beginning to its end (`docs/contract.md`, `commit-status`). */
export interface CommitStatus {
  /** Sets `pending`. @throws SettingsError if another step of the job has the same context */
  readonly begin: () => Promise<void>;
  /** Sets the status of a verdict. */
  readonly finish: (text: CommitStatusText) => Promise<void>;
  /** Sets `error` for a run that ended without a verdict. */
  readonly fail: (error: unknown) => Promise<void>;
}

/**
 * The commit status of this run; `null` if none is wanted, or if none can be set, which a notice says. Call this before
 * the inputs are checked, so that a run with wrong inputs can set `error`.
 */
export function openCommitStatus(step: StepSetup, ports: RunPorts): CommitStatus | null {
  const { inputs, statusContext } = step;
  if (statusContext === null) return null;
  const whyNone = whyNoStatus(step) ?? (inputs.github.token === '' ? '`github-token` is empty' : null);
  if (whyNone !== null) {
    ports.log.notice(`There is no commit status, because ${whyNone}.`);
    return null;
  }
  const set = statusSetter(statusContext, step, ports);
  return {
    begin: async () => {
      if (!claimKey(ports.runner, `status ${statusContext}`))
        throw new SettingsError(
          `\`commit-status\`: another step of this job sets the status \`${statusContext}\` already. Give each step its own.`,
        );
      const { pending } = textsIn[inputs.scan.language].progress;
      await set({ state: 'pending', description: pending });
    },
    finish: set,
    fail: (error) => set({ state: 'error', description: endMessage(error) }),
  };
}

/** Why this run sets no commit status, as the end of a sentence; `null` if it sets one. */
export function whyNoStatus({ context: { eventName, sha }, inputs }: StepSetup): string | null {
  if (eventName === 'schedule') return 'a scheduled run gates no commit';
  if (inputs.scan.attachedScanId !== null) return 'a scan given by `scan-id` may be of any commit';
  if (inputs.service.isSkipped) return 'nothing is scanned on this pull request';
  return sha === null ? 'the commit of this run is not known' : null;
}

/** Returns a function that sets the status. A failure is logged as a warning. No message is logged twice. */
function statusSetter(statusContext: string, { context, connectUntil, loginOf }: StepSetup, ports: RunPorts) {
  const { clock, log, redactor, givenUp } = ports;
  const { owner, repo, sha, runId, attempt, attemptUrl: url } = context;
  const logged = new Set<string>();
  const logOnce = (level: 'notice' | 'warning') => (message: string) => {
    if (!logged.has(message)) log[level](message);
    logged.add(message);
  };
  let last: WrittenStatus | null = null;
  const setNow = async ({ state, description }: CommitStatusText): Promise<void> => {
    if (sha === null) return;
    const shortText = plainText(redactor.redact(description), maxDescriptionLength);
    const slot = { owner, repo, sha, statusContext, attempt: { runId, attempt }, url };
    const status = { ...slot, state, description: shortText, last };
    const write = async (signal: AbortSignal) => {
      // Each write has its own client, which stops at the limit: a `pending` that was given up must not come after the
      // verdict.
      const api = statusApi(await connectUntil(signal), loginOf);
      return withRetries((isRepeated) => setStatus(api, { ...status, isRepeated }), { clock, log, signal });
    };
    // After a cancel, this one write still gets `lastStatusMs`; else the commit would stay `pending`.
    const limits = givenUp.aborted
      ? { signal: new AbortController().signal, limitMs: lastStatusMs }
      : { signal: givenUp, limitMs: statusLimitMs };
    const limited = () => withinLimit(write, limits);
    const result = await warnOnFailure(logOnce('warning'), limited, gitHubWarning('status'));
    if (result?.kind === 'newer-run')
      logOnce('notice')(`The commit status is left as a newer run set it: ${result.url}`);
    if (result?.kind !== 'set') return;
    last = result;
    if (result.isShared)
      logOnce('warning')(
        `Several jobs of this run set the commit status \`${statusContext}\`, so it is \`error\`. Give each job its own \`commit-status\`, for example with a value of the matrix in it.`,
      );
  };
  // Statuses are set one after the other: if the run fails while a verdict is being set, the `error` must come last. A
  // failure does not stop later statuses, because `setNow` turns it into a warning.
  let allSet = Promise.resolve();
  return (text: CommitStatusText): Promise<void> => {
    allSet = allSet.then(() => setNow(text));
    return allSet;
  };
}
