/** Ids of scans, commits and fingerprints, and digests. */

import { hash } from 'node:crypto';

/** A scan id goes into URL paths of the service. It starts with a letter or digit, which rules out `..`. */
export const scanIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:~-]{0,199}$/;

/** Compares scan ids without letter case. */
export function isSameScan(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A commit as GitHub shows it: its first seven digits. */
export function shortSha(sha: string): string {
  return sha.slice(0, 7);
}

/**
 * The version that a fingerprint starts with, as in `v1:6b1f…`. A change of what `gate/fingerprint.ts` hashes needs a
 * new version: ignore rules of another version are refused, and GitHub closes all alerts and opens new ones.
 */
export const fingerprintVersion = 'v1';

/**
 * The first `digits` hexadecimal digits of the SHA-256 of `text`. Sixteen tell apart all comment keys of a repository.
 */
export function shortDigest(text: string, digits = 16): string {
  return hash('sha256', text).slice(0, digits);
}
