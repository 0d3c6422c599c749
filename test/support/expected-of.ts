import type { ParseResult } from '../../src/inputs/parsers.ts';

/** What was expected in place of a value; `null` if the value was taken. */
export function expectedOf(parsed: ParseResult<unknown>): string | null {
  return parsed.ok ? null : parsed.expected;
}

/** The value that a test takes for granted. */
export function acceptedOf<T>(parsed: ParseResult<T>): T {
  if (!parsed.ok) throw new Error(`it is not ${parsed.expected}`);
  return parsed.value;
}
