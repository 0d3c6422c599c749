/** The warnings of failed sinks: what happened, and what to do. */
import { OverdueError } from '../core/bounded.ts';
import type { Log } from '../core/ports.ts';
import { CancelledError } from '../core/problem.ts';
import { type ApiError, apiErrorOf, isRateLimit } from '../github/api-error.ts';
import type { Texts } from '../report/texts/texts.ts';

/** A sink on GitHub. */
export interface GitHubSink {
  readonly name: keyof Texts['publishing']['sink'];
  /** The permission it needs, as written in a workflow. */
  readonly permission: string;
  /** The setting that switches it off. */
  readonly switchOff: string;
  /** Why GitHub may refuse what is sent (422); a mistake of the action unless given. */
  readonly refused?: (texts: Texts['publishing']['remedy']) => string;
}

export const commentSink: GitHubSink = {
  name: 'comment',
  permission: 'pull-requests: write',
  switchOff: 'comment: never',
};

export const trackingSink: GitHubSink = {
  name: 'issue',
  permission: 'issues: write',
  switchOff: 'track-issue: false',
};

export const statusSink: GitHubSink = {
  name: 'status',
  permission: 'statuses: write',
  switchOff: "commit-status: ''",
  refused: ({ statusRefused }) => statusRefused(),
};

/** One sentence on why GitHub refused, and one on what to do now. */
export function adviseOnGitHub(error: unknown, sink: GitHubSink, { publishing }: Texts): string {
  const name = publishing.sink[sink.name];
  if (error instanceof CancelledError) return publishing.notFinished(name);
  const api = apiErrorOf(error);
  if (api !== null) {
    return `${publishing.failed(name, publishing.answered(api.status))} ${remedy(api, sink, publishing.remedy)}`;
  }
  const isAnswered = error instanceof Error && error.name === 'GraphqlResponseError';
  const { unknownToken, unreachable } = publishing.remedy;
  return `${publishing.failed(name, causeOf(error, publishing))} ${isAnswered ? unknownToken() : unreachable()}`;
}

function remedy(
  error: ApiError,
  { permission, switchOff, refused }: GitHubSink,
  texts: Texts['publishing']['remedy'],
): string {
  const { status, headers, message } = error;
  if (isRateLimit(error)) return texts.rateLimit();
  if (status === 410 || (status === 403 && /locked/i.test(message))) return texts.locked(switchOff);
  const accepted = headers['x-accepted-github-permissions'];
  if (status === 403) return texts.forbidden(permission, typeof accepted === 'string' ? accepted : '');
  if (status === 401) return texts.wrongToken();
  if (status === 404) return texts.notVisible(permission);
  return status === 422 ? (refused?.(texts) ?? texts.notTaken()) : texts.gitHubFailed();
}

/** Why a sink failed, as the end of a sentence. What others throw is in English. */
export function causeOf(error: unknown, { overdue }: Texts['publishing']): string {
  return error instanceof OverdueError ? overdue(error.limitSeconds) : messageOf(error);
}

/** The message of any thrown value, on one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 500);
}

/**
 * Runs one sink. A failure is logged as a warning, so that it neither stops other sinks nor changes the verdict.
 *
 * @param advise writes the warning: what happened and what to do
 * @returns the result of the sink, or `null` if it failed
 */
export async function warnOnFailure<T>(
  log: Pick<Log, 'warning'>,
  sink: () => Promise<T>,
  advise: (error: unknown) => string,
): Promise<T | null> {
  try {
    return await sink();
  } catch (error) {
    log.warning(advise(error));
    return null;
  }
}
