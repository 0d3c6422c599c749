import type { GitHub } from './client.ts';
import type { RunContext } from './context.ts';
import type { EventPayload } from './event.ts';

/** Who can read the repository, and with it its comments, summaries, logs and artifacts. */
export type Visibility = 'public' | 'restricted' | 'unknown';

/** What the payload of the event says of the repository. */
export function visibilityOf({ repository }: EventPayload): Visibility {
  if (repository?.visibility === 'public') return 'public';
  if (repository?.visibility === 'private' || repository?.visibility === 'internal') return 'restricted';
  if (repository?.private === undefined) return 'unknown';
  return repository.private ? 'restricted' : 'public';
}

/** The visibility, asked of GitHub where the payload does not tell it; `unknown` where GitHub does not either. */
export async function findVisibility(
  github: () => Promise<GitHub>,
  { owner, repo }: RunContext,
  event: EventPayload,
): Promise<Visibility> {
  const told = visibilityOf(event);
  if (told !== 'unknown') return told;
  try {
    const { data } = await (await github()).rest.repos.get({ owner, repo });
    return data.private ? 'restricted' : 'public';
  } catch {
    return 'unknown';
  }
}
