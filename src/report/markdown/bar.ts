/** Both signs are in the fonts of every system, and look different without colour. */
const solid = '█';
const light = '░';

/**
 * A bar of text: the solid part, then the light part. It is `width` signs long where `parts` add up to `max`. A part that
 * is not zero is at least one sign long.
 *
 * @param parts in the unit of `max`
 */
export function bar(parts: { solid: number; light: number }, max: number, width: number): string {
  const length = (share: number) => (share <= 0 ? 0 : Math.max(1, Math.round((share / max) * width)));
  if (!(max > 0)) return '';
  const whole = length(parts.solid + parts.light);
  const dark = Math.min(length(parts.solid), parts.light > 0 ? Math.max(whole - 1, 1) : whole);
  return solid.repeat(dark) + light.repeat(Math.max(whole - dark, parts.light > 0 ? 1 : 0));
}
