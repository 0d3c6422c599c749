import type { GitHub } from './connect.ts';
import type { RunContext } from './context.ts';
import type { EventPayload } from './event.ts';

/** Who can read the repository and its comments, summaries, logs and artifacts. */
export type Visibility = 'public' | 'restricted' | 'unknown';

/** The visibility according to the payload of the event. */
export function visibilityOf({ repository }: EventPayload): Visibility {
  if (repository?.visibility === 'public') return 'public';
  if (repository?.visibility === 'private' || repository?.visibility === 'internal') return 'restricted';
  if (repository?.private === undefined) return 'unknown';
  return repository.private ? 'restricted' : 'public';
}

/** The visibility from the payload, else from the API. `unknown` if neither gives it. */
export async function findVisibility(
  github: () => Promise<GitHub>,
  { owner, repo }: RunContext,
  event: EventPayload,
): Promise<Visibility> {
  const known = visibilityOf(event);
  if (known !== 'unknown') return known;
  try {
    const { data } = await (await github()).rest.repos.get({ owner, repo });
    return data.private ? 'restricted' : 'public';
  } catch {
    return 'unknown';
  }
}
