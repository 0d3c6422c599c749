import fc from 'fast-check';

/**
 * Names of JSON objects, without a backslash. After a name with a backslash, V8 13.6 may read a name that is written with
 * an escape in the same place as the same name (https://github.com/nodejs/node/issues/63785).
 */
export const anyName: fc.Arbitrary<string> = fc
  .string({ maxLength: 8 })
  .map((name) => name.replaceAll('\\', '/'));

/** Values like those of `fc.jsonValue`, except for the names. */
export function anyValue({ maxDepth }: { readonly maxDepth: number }): fc.Arbitrary<unknown> {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  return fc.anything({
    maxDepth,
    key: anyName,
    values: [fc.string(), fc.boolean(), fc.constant(null), number],
  });
}
