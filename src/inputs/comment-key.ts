import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tells one use of the action from another. */
export interface KeyParts {
  /** The `comment-key` input: as given, or the matrix values as JSON by default. */
  readonly given: string;
  readonly workflow: string;
  readonly job: string;
  /** `GITHUB_ACTION`, where this is the second use in one job; else `null`. */
  readonly action: string | null;
}

const maxNameLength = 100;

/** The key of the sticky comment: readable, equal on every run of the same workflow, job and matrix leg. */
export function commentKey({ given, workflow, job, action }: KeyParts): string {
  const matrix = parseMatrix(given);
  const parts = matrix === null ? [given] : [workflow, job, ...matrix];
  return [...parts, action ?? ''].filter((part) => part !== '').join(' / ');
}

/** The values of `toJSON(matrix)`, or `null` for text that a user gave. */
function parseMatrix(given: string): string[] | null {
  if (given === '' || given === 'null') return [];
  if (!given.startsWith('{')) return null;
  try {
    const matrix: unknown = JSON.parse(given);
    return typeof matrix === 'object' && matrix !== null
      ? Object.values(matrix).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      : null;
  } catch {
    return null;
  }
}

/** Sixteen hex digits that stand for a key in the hidden marker of a comment, where its text could break out. */
export function keyDigest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/**
 * The default artifact name: `scan-gate-` and the key in the characters that artifact names may hold. Where characters or
 * length were lost, a digest keeps two keys apart.
 */
export function artifactNameOf(key: string): string {
  const slug = key
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, maxNameLength);
  const faithful = key.replaceAll(' / ', '-') === slug;
  return `scan-gate-${faithful ? slug : `${slug}-${keyDigest(key).slice(0, 8)}`}`;
}

/**
 * Claims `digest` of a comment key for this step. `RUNNER_TEMP` lives as long as the job, so a second use of the same
 * key in one job finds the claim of the first. Where nothing can be written there, every step has the key: only a second
 * use in the same job would notice.
 *
 * @param action `GITHUB_ACTION`, which names the step
 * @returns false when another step of the job has the key already
 */
export function claimKey(tempFolder: string, digest: string, action: string): boolean {
  const folder = join(tempFolder, 'scan-gate-keys');
  const file = join(folder, digest);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, action, { flag: 'wx' });
    return true;
  } catch {
    return claimant(file) === action;
  }

  function claimant(path: string): string {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return action;
    }
  }
}
