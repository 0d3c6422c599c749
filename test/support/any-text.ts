import fc from 'fast-check';

/**
 * Text of any UTF-16 code units, broken surrogate pairs included. fast-check's own `binary` unit takes most of a second
 * to set up.
 */
export function anyText({ minLength = 0, maxLength = 20 } = {}): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0xffff }));
  return fc.array(unit, { minLength, maxLength }).map((units) => String.fromCharCode(...units));
}
