/** Decides if anybody can read what a run publishes in its repository. */

import { withinLimit } from '../core/time-limit.ts';
import type { GitHubRun } from './context.ts';

/** Who can read the repository and its comments, summaries, logs and artifacts. An internal one is restricted. */
export type Visibility = 'public' | 'restricted' | 'unknown';

/** Longest wait for GitHub's answer. */
const limitMs = 20_000;

/** The visibility from the payload of the event, else from the API. `unknown` if neither gives it. */
export async function findVisibility(
  { event, context: { owner, repo }, github }: GitHubRun,
  signal: AbortSignal,
): Promise<Visibility> {
  const askGitHub = async () => (await (await github()).rest.repos.get({ owner, repo })).data.private;
  try {
    const isPrivate = event.repository?.isPrivate ?? (await withinLimit(askGitHub, { signal, limitMs }));
    return isPrivate ? 'restricted' : 'public';
  } catch {
    return 'unknown';
  }
}
