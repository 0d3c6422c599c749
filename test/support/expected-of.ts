import type { Parsed } from '../../src/inputs/reader.ts';

/** What was expected in place of a value; `null` where the value was taken. */
export function expectedOf(parsed: Parsed<unknown>): string | null {
  return parsed.ok ? null : parsed.expected;
}
