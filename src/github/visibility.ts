import { waitFor } from '../core/time-limit.ts';
import type { GitHub } from './connect.ts';
import type { RunContext } from './context.ts';
import type { EventPayload } from './event.ts';

/** Who can read the repository and its comments, summaries, logs and artifacts. An internal one is restricted. */
export type Visibility = 'public' | 'restricted' | 'unknown';

export interface VisibilityQuestion {
  readonly event: EventPayload;
  readonly context: RunContext;
  readonly github: () => Promise<GitHub>;
}

/** Longest wait for GitHub's answer. */
const limitMs = 20_000;

/** The visibility from the payload of the event, else from the API. `unknown` if neither gives it. */
export async function findVisibility(
  { event, context: { owner, repo }, github }: VisibilityQuestion,
  signal: AbortSignal,
): Promise<Visibility> {
  const ask = async () => {
    const { rest } = await github();
    return (await rest.repos.get({ owner, repo })).data.private;
  };
  try {
    const isPrivate = event.repository?.private ?? (await waitFor(ask, { signal, limitMs }));
    return isPrivate ? 'restricted' : 'public';
  } catch {
    return 'unknown';
  }
}
