/** The value that a test takes for granted. */
export function acceptedOf<T>(value: T | null): T {
  if (value === null) throw new Error('the text was not understood');
  return value;
}
