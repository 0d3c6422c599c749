/** How times and `Retry-After` are read, and how times and durations are shown. */

import { textOf } from './values.ts';

export const dayMs = 86_400_000;

/** How far the clock of a scan may be ahead of the one that dates the answers of the service, in milliseconds. */
export const maxClockSkewMs = 60_000;

/**
 * The time of a text that begins with a date such as `2026-11-20`, in milliseconds since the Unix epoch; `null` for
 * anything else. Without a time zone it is in UTC.
 */
export function readTime(value: unknown): number | null {
  const text = textOf(value);
  const hasZone = /(?:z|gmt|utc|[+-]\d\d(?::?\d\d)?)$|^.{0,10}$/i.test(text);
  return parsedDate(hasZone ? text : `${text}Z`, /^\d{4}-\d{2}-\d{2}/);
}

/** The time of a header such as `Date`: `Fri, 20 Nov 2026 10:00:00 GMT`; `null` for anything else. */
export function readHttpDate(value: unknown): number | null {
  return parsedDate(textOf(value), /^[A-Z][a-z]+, \d/);
}

/** `Date.parse` takes much more than dates, such as `1.5`. */
function parsedDate(text: string, pattern: RegExp): number | null {
  const time = pattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/**
 * The header `Retry-After` in milliseconds from `nowMs`; `null` for anything but seconds or a date (RFC 9110, section
 * 10.2.3).
 */
export function readRetryAfter(value: unknown, nowMs: number): number | null {
  if (typeof value === 'string' && /^\d{1,12}$/.test(value)) return Number(value) * 1000;
  const time = readHttpDate(value);
  return time === null ? null : Math.max(0, time - nowMs);
}

/** The date in UTC, such as `2026-03-01`. */
export function isoDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** `2026-11-21T14:05:00.000Z`; `null` if there is no valid time, or its year has more than four digits. */
export function isoTime(timeMs: number | null): string | null {
  if (timeMs === null || Number.isNaN(new Date(timeMs).getTime())) return null;
  const text = new Date(timeMs).toISOString();
  return /^\d{4}-/.test(text) ? text : null;
}

/** `2026-11-21 14:05`, in UTC; `null` if there is no valid time. */
export function utcMinute(timeMs: number | null): string | null {
  return isoTime(timeMs)?.slice(0, 16).replace('T', ' ') ?? null;
}

/**
 * Formats a duration in milliseconds, for the log and for both languages of the reports: `45 s`, `12 min 5 s`, `1 h
 * 3 min`. At most two units, rounded down, so that a wait is never reported as longer than it was.
 */
export function shownDuration(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1000);
  const amounts = { h: Math.floor(seconds / 3600), min: Math.floor(seconds / 60) % 60, s: seconds % 60 };
  const units = Object.entries(amounts);
  const largest = units.findIndex(([, amount]) => amount > 0);
  const shown = units.slice(largest, largest + 2).filter(([, amount]) => amount > 0);
  return shown.map(([unit, amount]) => `${amount} ${unit}`).join(' ') || '0 s';
}
