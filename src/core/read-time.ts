/** The time of a date in text, in milliseconds since the Unix epoch; `null` for anything else. */
export function readTime(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** The day of a time in milliseconds since the Unix epoch, in UTC: `2026-11-21`. */
export function utcDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
