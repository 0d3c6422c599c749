/**
 * The note: the hidden first line of our comment or tracking issue. It says whose key it is, which run wrote it with
 * which verdict, and which scan the run left unjudged. Anybody who may edit the post can change it, so only the first
 * line is read, and only values that fit the schema; an unjudged scan also needs the right {@link proofOf}.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { shortDigest } from '../core/ids.ts';
import { verdicts } from '../core/severity.ts';
import type { GitHubClient } from './connect.ts';

const count = z.int().check(z.nonnegative());

const noteSchema = z.object({
  /** See {@link noteKeyOf}. */
  key: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  runId: count,
  attempt: count,
  verdict: z.enum(verdicts),
  /** The scan that the run ended without having judged, for a re-run to take up. */
  scan: z.optional(
    z.object({
      id: z.string().check(z.minLength(1), z.maxLength(200)),
      /** The commit that the scan was started for. */
      commit: z.string().check(z.regex(/^[0-9a-f]{40,64}$/i)),
      proof: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

export type Note = Readonly<z.infer<typeof noteSchema>>;

/** The key of a note: a digest of the comment key, which may hold any characters. */
export function noteKeyOf(commentKey: string): string {
  return shortDigest(commentKey);
}

/** The note as a line, without its line end. */
export function encodeNote(note: Note): string {
  return `<!-- scan-gate ${JSON.stringify(note)} -->`;
}

const firstLine = /^<!-- scan-gate (\{[^\r\n]{1,1000}\}) -->(?:\r?\n|$)/;

/** The note of a comment or an issue; `null` if its first line is none. */
export function readNote(body: string): Note | null {
  try {
    const json: unknown = JSON.parse(firstLine.exec(body)?.[1] ?? '');
    return noteSchema.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

/** Shows that a holder of `apiKey` noted the scan, for this key, run and commit: 64 hexadecimal digits. */
export function proofOf(
  apiKey: string,
  { key, runId, id, commit }: Pick<Note, 'key' | 'runId'> & Readonly<Record<'id' | 'commit', string>>,
): string {
  return createHmac('sha256', apiKey)
    .update(JSON.stringify([key, runId, id, commit]))
    .digest('hex');
}

/** True if the unjudged scan in `note` was noted with the same API key. False without such a scan. */
export function isProofRight(apiKey: string, { key, runId, scan }: Note): boolean {
  if (scan === undefined) return false;
  return timingSafeEqual(Buffer.from(scan.proof), Buffer.from(proofOf(apiKey, { key, runId, ...scan })));
}

/** A comment or an issue of ours. */
export interface Post {
  readonly note: Note;
  readonly body: string;
  /** Its page. */
  readonly html_url: string;
}

/**
 * The comments or issues among `listed` that are ours and have the key. The author has to match too, because anybody
 * can write a note.
 *
 * @param author the login of the token
 */
export function ourPosts<
  Listed extends { html_url: string; body?: string | null; user: { login: string } | null },
>(listed: readonly Listed[], key: string, author: string): (Listed & Post)[] {
  return listed.flatMap((post) => {
    const body = post.body ?? '';
    const note = readNote(body);
    return note?.key === key && post.user?.login === author ? [{ ...post, note, body }] : [];
  });
}

/** A pull request or an issue, as GitHub's client takes it. */
export interface Conversation {
  readonly owner: string;
  readonly repo: string;
  readonly issue_number: number;
}

/**
 * Our comments in the conversation that have the key, oldest first. The search stops at the first page with one of
 * ours. There is more than one only if two runs wrote at the same time, and then they stand together: one that happens
 * to be on the next page stays.
 *
 * @throws what octokit throws
 */
export async function findOurComments(
  github: GitHubClient,
  conversation: Conversation,
  { key, author }: Readonly<Record<'key' | 'author', string>>,
) {
  const all = { ...conversation, per_page: 100 };
  const ours = await github.paginate(github.rest.issues.listComments, all, ({ data }, stop) => {
    const found = ourPosts(data, key, author);
    if (found.length > 0) stop();
    return found;
  });
  return ours.toSorted((a, b) => a.id - b.id);
}
