import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { expectedBySchema } from '../../../src/settings/expected-by-schema.ts';

test.each<[expected: string, schema: z.ZodType, value: unknown]>([
  ['`a`, `b` or `c`', z.enum(['a', 'b', 'c']), 'd'],
  ['`true` or `false`', z.boolean(), 'yes'],
  ['a whole number', z.int(), 1.5],
  ['a list', z.array(z.string()), 'a'],
  ['text, it is missing', z.object({ a: z.string() }), { a: undefined }],
  ['text that is not empty', z.string().min(1), ''],
  ['at least 3', z.int().min(3), 2],
  ['at most 3', z.int().max(3), 4],
  ['at least 1 entries', z.array(z.string()).min(1), []],
  ['at most 1 entries', z.array(z.string()).max(1), ['a', 'b']],
  ['`a` or `b`', z.strictObject({ a: z.int(), b: z.int() }).partial(), { c: 1 }],
  ['a word with `a`', z.string().regex(/^a/, 'a word with `a`'), 'b'],
])('says %s', (expected, schema, value) => {
  const read = schema.safeParse(value, { error: expectedBySchema });
  expect(read.error?.issues.map(({ message }) => message)).toEqual([expected]);
});
