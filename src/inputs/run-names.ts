/** What a use of the action is called by: the key of its comment, the context of its commit status, its artifact. */
import { createHash } from 'node:crypto';
import { isMapping } from '../core/fields.ts';
import { joined } from '../core/text.ts';

/** What identifies one use of the action. */
export interface KeyParts {
  /** The `comment-key` input as given. By default it is the matrix values as JSON. */
  readonly given: string;
  readonly workflow: string;
  readonly job: string;
  /** The environment of the event's deployment; `null` on other events than `deployment_status`. */
  readonly environment: string | null;
}

/**
 * The key of the sticky comment: readable, and the same on every run of a workflow, job, matrix leg and deployed
 * environment.
 */
export function commentKey({ given, workflow, job, environment }: KeyParts): string {
  const matrix = parseMatrix(given);
  return matrix === null ? given : joined([workflow, job, ...matrix, environment ?? ''], ' / ');
}

/** The values of `toJSON(matrix)`, or `null` for text that a user gave. */
function parseMatrix(given: string): string[] | null {
  if (given === '' || given === 'null') return [];
  if (!given.startsWith('{')) return null;
  try {
    const matrix: unknown = JSON.parse(given);
    return isMapping(matrix)
      ? Object.values(matrix).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      : null;
  } catch {
    return null;
  }
}

/**
 * The context of the commit status (`docs/contract.md`, `commit-status`): `name`, and in parentheses what tells the jobs of a
 * run apart.
 *
 * @param given the `comment-key` input, which holds the matrix values unless somebody set it
 */
export function statusContext(
  name: string,
  { given, environment }: Pick<KeyParts, 'given' | 'environment'>,
): string {
  const parts = [...(parseMatrix(given) ?? []), environment ?? '']
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}

/** Sixteen hex digits for the hidden marker of a comment. The text of a key could break out of the marker. */
export function keyDigest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

const maxNameLength = 100;

/**
 * The default artifact name: `scan-gate-` and the key in characters that are allowed in artifact names. If anything had
 * to be replaced or cut, a digest keeps different keys apart.
 */
export function artifactNameOf(key: string): string {
  const slug = key
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, maxNameLength);
  const isFaithful = key.replaceAll(' / ', '-') === slug;
  return `scan-gate-${isFaithful ? slug : `${slug}-${keyDigest(key).slice(0, 8)}`}`;
}
