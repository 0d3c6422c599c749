/**
 * Schemas of single values. They read a value of the policy file, and the text of an input, which is trimmed and not
 * empty. A value is understood as a whole or refused: nothing is rounded or guessed. A message says what is expected,
 * as the end of a sentence.
 */

import * as z from 'zod/mini';
import { loopbackHosts } from '../core/address.ts';
import { parseBaseline } from './baseline-setting.ts';
import { isWebUrl, parseSiteAddress } from './site-address.ts';

/**
 * The schema of a text.
 *
 * @param read returns `null` for a text that it does not understand
 * @param text what an editor may check of the text
 */
export function parsedText<T>(expected: string, read: (text: string) => T | null, text = z.string()) {
  const parse = z.transform((input: string, { issues }): T => {
    const parsed = read(input);
    if (parsed !== null) return parsed;
    issues.push({ code: 'custom', message: expected, input });
    return z.NEVER;
  });
  return z.pipe(text, parse);
}

export const target = parsedText(
  'an `http` or `https` URL, or a domain such as `preview.example.com`',
  parseSiteAddress,
);

/** One word: a secret is often copied with white space around it, or with `Bearer`. */
export const apiKey = z
  .string()
  .check(
    z.regex(
      /^[\x21-\x7e]+$/,
      'the key alone, in printable ASCII: without spaces, line breaks, `Bearer` or quotes',
    ),
  );

export function wholeNumber(min: number, max: number) {
  const expected = `a whole number from ${min} to ${max}`;
  return z.int(expected).check(z.minimum(min, expected), z.maximum(max, expected));
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
export const positiveDuration = duration.check(
  z.refine((ms) => ms > 0, {
    error: 'a duration above zero, such as `90s` or `10m`',
    // So that a union with it says its own message.
    abort: true,
  }),
);

export const pollInterval = z.union(
  [z.literal('auto'), positiveDuration],
  '`auto` or a duration above zero, such as `20s`',
);

/** Status 429 says nothing about the site, so it cannot be allowed. */
export const statuses: z.ZodMiniType<readonly number[]> = z.array(
  wholeNumber(300, 499).check(
    z.refine((status) => status !== 429, 'another status than 429'),
    z.meta({ not: { const: 429 } }),
  ),
  'whole numbers from 300 to 499 without 429',
);

export const pdfTypes = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'] as const;
export type PdfType = (typeof pdfTypes)[number];

const expectedReports = '`ACTION_REPORT`, `COMMERCIAL_RISK_REPORT`, a list of these, or `none`';

/** PDF reports in the order of `pdfTypes`; none for `none`. */
export const reports = z.pipe(
  z.union(
    [z.literal('none'), z.enum(pdfTypes), z.array(z.enum(pdfTypes)).check(z.minLength(1, expectedReports))],
    expectedReports,
  ),
  z.transform((value) => pdfTypes.filter((type) => [value].flat().includes(type))),
);

const expectedLogo = 'an `http` or `https` URL without user name and password';

export const logo = webUrl(
  expectedLogo,
  z.string(expectedLogo).check(z.meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' })),
);

/** A `#rrggbb` colour, for the service's `color_theme_hex`. `#abc` is `#aabbcc`, as in CSS. */
export const color: z.ZodMiniType<string> = z.pipe(
  z.string().check(z.regex(/^#([0-9a-fA-F]{3}){1,2}$/, 'a hex colour such as `#797cf2`')),
  z.transform((text) => text.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')),
);

/** The address of the service: `https`, or `http` on a loopback host. Every request to it carries the API key. */
export const serviceUrl = webUrl('the `https` address of the service, without user name and password').check(
  z.refine(({ search, hash }) => search === '' && hash === '', 'an address without query and fragment'),
  z.refine(
    ({ protocol, hostname }) => protocol === 'https:' || loopbackHosts.includes(hostname),
    'an `https` address: plain `http` would send the API key readable, and is taken for `localhost`, `127.0.0.1` and `[::1]` only',
  ),
);

/** An absolute `http` or `https` URL without user info. */
function webUrl(expected: string, text = z.string()) {
  const read = (value: string) => {
    const url = URL.parse(value);
    return isWebUrl(url) && url.username === '' && url.password === '' ? url : null;
  };
  return parsedText(expected, read, text);
}

/** See {@link parseBaseline}. */
export const baseline = parsedText(
  'a URL or a scan id',
  parseBaseline,
  z.string().check(z.meta({ pattern: '^\\S+$' })),
);
