/** The time of a date in text, in milliseconds since the Unix epoch; `null` for anything else. */
export function readTime(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
