import type { GitHub } from '../github/client.ts';
import { isNewer, type Marker, parseMarker } from './marker.ts';
import { type PublishedState, parseState } from './state-line.ts';

export interface CommentPlace {
  readonly owner: string;
  readonly repo: string;
  /** Number of the pull request. */
  readonly number: number;
}

/** A comment that this action wrote with this token. */
export interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly marker: Marker;
  /** What it says; `null` where it tells nothing of that. */
  readonly state: PublishedState | null;
}

/** Our comments with `key`, over all pages, oldest first. @throws what octokit throws */
export async function findOwn(
  github: GitHub,
  { owner, repo, number }: CommentPlace,
  key: string,
): Promise<OwnComment[]> {
  const marked: (OwnComment & { author: string })[] = [];
  const pages = github.paginate.iterator(github.rest.issues.listComments, {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  for await (const page of pages) {
    for (const { id, body, html_url: url, user } of page.data) {
      const marker = parseMarker(body ?? '');
      if (marker?.key !== key) continue;
      marked.push({ id, url, author: user?.login ?? '', marker, state: parseState(body ?? '') });
    }
  }
  if (marked.length === 0) return [];
  const login = await ownLogin(github);
  return marked.filter(({ author }) => author === login).sort((a, b) => a.id - b.id);
}

/** What the newest of `own` says; `null` where there is none. */
export function newestState(own: readonly Pick<OwnComment, 'marker' | 'state'>[]): PublishedState | null {
  const newest = own.find(({ marker }) => !own.some((other) => isNewer(other.marker, marker)));
  return newest?.state ?? null;
}

/** What the comment says now; `marker` is `null` where somebody has edited it away. @throws what octokit throws */
export async function readOwn(
  github: GitHub,
  { owner, repo }: CommentPlace,
  id: number,
): Promise<{ url: string; marker: Marker | null }> {
  const { data } = await github.rest.issues.getComment({ owner, repo, comment_id: id });
  return { url: data.html_url, marker: parseMarker(data.body ?? '') };
}

/** As whom the token writes. `viewer` answers for every kind of token; REST's `/user` refuses those of apps. */
export async function ownLogin(github: GitHub): Promise<string> {
  const answer = await github.graphql<{ viewer: { login: string } }>('query { viewer { login } }');
  return answer.viewer.login;
}
