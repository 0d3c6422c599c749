/** True for an object of JSON, which is neither a list nor `null`. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What `value` holds by name; nothing, where it is no mapping. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMapping(value) ? value : {};
}
