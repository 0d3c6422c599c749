import type { z } from 'zod';
import { expectedBySchema } from '../../src/settings/reader.ts';

/** What was expected in place of a value, as `settings/reader.ts` says it; `null` if it was taken. */
export function expectedOf(schema: z.ZodType, given: unknown): string | null {
  return schema.safeParse(given, { error: expectedBySchema }).error?.issues[0]?.message ?? null;
}

/** The value that a test takes for granted. */
export function acceptedOf<T>(value: T | null): T {
  if (value === null) throw new Error('the text was not understood');
  return value;
}
