/** What a scan id may be, and when two are the same. */

/** A scan id goes into URL paths of the service. It starts with a letter or digit, which rules out `..`. */
export const scanIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:~-]{0,199}$/;

/** Compares scan ids without letter case. */
export function isSameScan(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
