import fc from 'fast-check';

/**
 * Names of JSON objects, without a backslash: where one with a backslash was met, V8 13.6 may take another, written with
 * an escape in the same place, for it (https://github.com/nodejs/node/issues/63785).
 */
export const anyName: fc.Arbitrary<string> = fc
  .string({ maxLength: 8 })
  .map((name) => name.replaceAll('\\', '/'));

/** Values as `fc.jsonValue` gives them, but for their names. */
export function anyValue({ maxDepth }: { readonly maxDepth: number }): fc.Arbitrary<unknown> {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  return fc.anything({
    maxDepth,
    key: anyName,
    values: [fc.string(), fc.boolean(), fc.constant(null), number],
  });
}
