import type { z } from 'zod';
import { expectedBySchema } from '../../src/inputs/expected-by-schema.ts';

/** What was expected in place of a text, as `inputs/reader.ts` says it; `null` if the text was taken. */
export function expectedOf(schema: z.ZodType, text: string): string | null {
  return schema.safeParse(text, { error: expectedBySchema }).error?.issues[0]?.message ?? null;
}

/** The value that a test takes for granted. */
export function acceptedOf<T>(value: T | null): T {
  if (value === null) throw new Error('the text was not understood');
  return value;
}
