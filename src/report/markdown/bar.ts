/** Both signs are in the fonts of every system, and look different without colour. */
const solid = '█';
const light = '░';

/**
 * A bar of text, `width` signs long: the solid part, then the light part. A part that is not zero is at least one sign long.
 *
 * @param share of the solid part, from 0 to 1
 */
export function bar(share: number, width: number): string {
  const rounded = Math.round(share * width);
  const length = share <= 0 ? 0 : Math.max(1, share < 1 ? Math.min(rounded, width - 1) : width);
  return solid.repeat(length) + light.repeat(width - length);
}
