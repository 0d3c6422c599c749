/** Small functions on texts, and on values of any shape, such as answers and payloads, which may be hostile. */

import { hash } from 'node:crypto';

/** Joins the parts that are not empty. */
export function joinNonEmpty(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}

/** Percent-decodes `text`, or returns it unchanged if it is not encoded correctly. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The user info of `url`: the password alone and with the user name, or a user name that stands for both. */
export function userInfoSecrets({ username, password }: URL): string[] {
  const user = percentDecoded(username);
  if (password === '') return user === '' ? [] : [user];
  // Both are sent as one base64 text (RFC 7617), in which a short password alone is not found.
  return [percentDecoded(password), `${user}:${percentDecoded(password)}`, password];
}

/** `path` for a URL, with its slashes. */
export function encodedPath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/**
 * The first `digits` hexadecimal digits of the SHA-256 of `text`. Sixteen tell apart all keys or scans of a repository.
 */
export function shortDigest(text: string, digits = 16): string {
  return hash('sha256', text).slice(0, digits);
}

/** A scan id goes into URL paths of the service. It starts with a letter or digit, which rules out `..`. */
export const scanIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:~-]{0,199}$/;

/** Compares scan ids without letter case. */
export function isSameScan(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** True for an object, but not for a list or `null`. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of `value`; none if it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMapping(value) ? value : {};
}

/** `value` if it is text; else `''`. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** True for a whole number that is not negative. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/**
 * The version that a fingerprint starts with, as in `v1:6b1f…`. A change of what `gate/fingerprint.ts` hashes needs a
 * new version: ignore rules of another version are refused, and GitHub closes all alerts and opens new ones.
 */
export const fingerprintVersion = 'v1';
