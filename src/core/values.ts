/** Reads values of any shape, such as answers and payloads, which may be hostile. */

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
