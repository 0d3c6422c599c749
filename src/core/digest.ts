import { hash } from 'node:crypto';

/** The first `digits` hexadecimal digits of the SHA-256 of `text`. Sixteen tell apart all keys or scans of a repository. */
export function shortDigest(text: string, digits = 16): string {
  return hash('sha256', text).slice(0, digits);
}
