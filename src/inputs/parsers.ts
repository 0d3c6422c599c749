/**
 * Schemas that read the text of one input, which is trimmed and not empty. A value is understood as a whole or refused:
 * nothing is rounded or guessed. A message says what is expected, as the end of a sentence.
 */

import { z } from 'zod';
import { expectedBoolean } from './expected-by-schema.ts';
import { isWebUrl } from './target-url.ts';

/**
 * The schema of a text.
 *
 * @param read returns `null` for a text that it does not understand
 * @param text what an editor may check of the text
 */
export function parsedText<T>(
  expected: string,
  read: (text: string) => T | null,
  text = z.string(),
): z.ZodType<T> {
  return text.transform((value, context) => {
    const parsed = read(value);
    if (parsed !== null) return parsed;
    context.addIssue(expected);
    return z.NEVER;
  });
}

/** A boolean of the YAML 1.2 core schema, as `@actions/core` reads it. */
export const boolean = z.stringbool({
  truthy: ['true', 'True', 'TRUE'],
  falsy: ['false', 'False', 'FALSE'],
  case: 'sensitive',
  error: expectedBoolean,
});

export function integer(min: number, max: number): z.ZodType<number> {
  return parsedText(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : null;
  });
}

const durationPattern = /^(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,7})s)?$/;
/** A week. A timer of Node.js holds at most 24 days. */
const maxDurationMs = 7 * 24 * 3_600_000;

/** `90s`, `10m`, `1h30m`, or a number of seconds. The value is in milliseconds. */
export const duration = parsedText(
  'a duration such as `90s`, `10m` or `1h30m` (a bare number is seconds), at most `168h`',
  (text) => {
    const match = durationPattern.exec(/^\d+$/.test(text) ? `${text}s` : text);
    if (match === null || text === '') return null;
    const [, hours = 0, minutes = 0, seconds = 0] = match;
    const durationMs = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return durationMs > maxDurationMs ? null : durationMs;
  },
);

/** A duration above zero, in milliseconds. */
export const positiveDuration = duration.refine((ms) => ms > 0, {
  error: 'a duration above zero, such as `90s` or `10m`',
  // So that a union with it says its own message.
  abort: true,
});

/** Splits a list input, with one item per line or separated by commas. Drops empty items. */
export function splitList(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A `#rrggbb` colour, for the service's `color_theme_hex`. `#abc` is `#aabbcc`, as in CSS. */
export const hexColor: z.ZodType<string> = z
  .string()
  .regex(/^#([0-9a-fA-F]{3}){1,2}$/, 'a hex colour such as `#797cf2`')
  .transform((text) => text.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'));

/** An absolute `http` or `https` URL without user info. */
export function webUrl(expected: string, text = z.string()): z.ZodType<URL> {
  const read = (value: string) => {
    const url = URL.parse(value);
    return isWebUrl(url) && url.username === '' && url.password === '' ? url : null;
  };
  return parsedText(expected, read, text);
}

/** Names and addresses of this machine: `localhost`, `*.localhost`, 127.0.0.0/8 and `[::1]`. */
const loopbackHost = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/;

/** The address of the service: `https`, or `http` on a loopback host. Every request to it carries the API key. */
export const serviceUrl = webUrl('the `https` address of the service, without user name and password')
  .refine(({ search, hash }) => search === '' && hash === '', 'an address without query and fragment')
  .refine(
    ({ protocol, hostname }) => protocol === 'https:' || loopbackHost.test(hostname),
    'an `https` address: plain `http` would send the API key readable, and is taken for a loopback host only',
  );
