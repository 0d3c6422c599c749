import fc from 'fast-check';

/**
 * Text of any UTF-16 code units, broken surrogate pairs included. The setup of fast-check's own `binary` unit takes almost
 * a second.
 */
export function anyText({ minLength = 0, maxLength = 20 } = {}): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0xffff }));
  return fc.array(unit, { minLength, maxLength }).map((units) => String.fromCharCode(...units));
}

/**
 * Addresses with paths, queries and fragments. The setup of `fc.webUrl`, which uses all of Unicode, takes half a
 * second.
 */
export const anyAddress = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.domain(),
    fc.string({ unit: fc.constantFrom(..."abz09-._~!$&'()*+,;=:@/?#", '%41', '%E2%9C%93', '%F0%9F%94%92') }),
  )
  .map(([scheme, host, rest]) => `${scheme}://${host}/${rest}`);
