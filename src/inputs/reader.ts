/** Reads the inputs of the step. A value is understood as a whole or refused: nothing is rounded or guessed. */

import { SettingsError } from '../core/problem.ts';

/** The value of an input, or what was expected instead: the end of a sentence. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; expected: string };

export function accept<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** @param expected the end of a sentence */
export function refuse(expected: string): Parsed<never> {
  return { ok: false, expected };
}

/** Parses the text of one input, which is trimmed and not empty. */
export type Parser<T> = (text: string) => Parsed<T>;

/** Returns the text of an input, trimmed; empty when not given. */
export type InputSource = (name: string) => string;

/** Inputs that are secrets: never quoted, and masked before anything else. */
export const secretInputs: readonly string[] = ['api-key', 'github-token', 'org-policy-token'];
/** Inputs that no error quotes: `preferences` may hold secrets too. */
const unquoted: readonly string[] = [...secretInputs, 'preferences'];
const maxQuoteLength = 80;

/**
 * Reads inputs one by one and collects every mistake, so that one error can name them all. A wrong value reads as its
 * fallback.
 */
export type InputReader = ReturnType<typeof inputReader>;

export function inputReader(source: InputSource) {
  const mistakes: string[] = [];
  const read = <T>(name: string, parser: Parser<T>, fallback: T): T => {
    const text = source(name);
    if (text === '') return fallback;
    const parsed = parser(text);
    if (parsed.ok) return parsed.value;
    const quoted = unquoted.includes(name) ? '***' : quote(text);
    mistakes.push(`\`${name}\` is ${quoted}, expected ${parsed.expected}`);
    return fallback;
  };
  return {
    text: source,
    /** The parsed value, or `fallback` when the input is empty. */
    read,
    /** The parsed value, or `null` when the input is empty. */
    optional: <T>(name: string, parser: Parser<T>) => read<T | null>(name, parser, null),
    /** Adds a mistake that no parser reports. */
    reject: (mistake: string) => mistakes.push(mistake),
    /** Names every mistake so far; `null` if there is none. */
    error: () => {
      if (mistakes.length === 0) return null;
      const isOne = mistakes.length === 1;
      const title = isOne ? 'An input is wrong' : `${mistakes.length} inputs are wrong`;
      const remedy = `Correct ${isOne ? 'it' : 'them'} under \`with:\` in the workflow:`;
      return new SettingsError(`${title}. ${remedy}\n${listMistakes(mistakes)}`);
    },
  };
}

/** One mistake in each line. */
export function listMistakes(mistakes: readonly string[]): string {
  return mistakes.map((mistake) => `- ${mistake}`).join('\n');
}

/** The values between backticks: `a`, `b` or `c`. */
export function listValues(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

/** The given value, shortened to one line, without the parts of a URL that may hold a secret. */
function quote(text: string): string {
  const line = maskUrlSecrets(text.replace(/\s+/g, ' '));
  return `\`${line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line}\``;
}

/**
 * `text` without what may be user info, a query or a fragment. A wrong URL may have them in any place, so everything up to
 * the last `@` is masked, and everything after a `?`, a `&` or a `#`.
 */
export function maskUrlSecrets(text: string): string {
  const [, scheme = '', rest = ''] = /^(https?:\/\/)?(.*)$/is.exec(text) ?? [];
  const [, userInfo = '', host = ''] = /^(.*(?:@|%40|\uff20))?(.*)$/is.exec(rest) ?? [];
  if (userInfo === '') return scheme + withoutQuery(rest);
  // After a `?`, the `@` may be in the query, and not at the end of the user info.
  return userInfo.includes('?') ? `${scheme}***` : `${scheme}***@${withoutQuery(host)}`;
}

function withoutQuery(text: string): string {
  // A `#` at the start stays: a colour begins with it.
  return text.replace(/([?&]|(?<=.)#).*/s, '$1***');
}

/** Exactly one of `values`. */
export function oneOf<const T extends string>(values: readonly T[]): Parser<T> {
  return (text) => {
    const value = values.find((allowed) => allowed === text);
    return value === undefined ? refuse(listValues(values)) : accept(value);
  };
}

/** Text that matches `pattern`. */
export function matching(pattern: RegExp, expected: string): Parser<string> {
  return (text) => (pattern.test(text) ? accept(text) : refuse(expected));
}

export const expectedBoolean = '`true` or `false`';

/** A boolean of the YAML 1.2 core schema, as `@actions/core` reads it. */
export const boolean: Parser<boolean> = (text) => {
  const isTrue = /^(?:true|True|TRUE)$/.test(text);
  return isTrue || /^(?:false|False|FALSE)$/.test(text) ? accept(isTrue) : refuse(expectedBoolean);
};

/** A whole number from `min` to `max`. */
export function integer(min: number, max: number): Parser<number> {
  return (text) => {
    const value = Number(text);
    return /^\d{1,15}$/.test(text) && value >= min && value <= max
      ? accept(value)
      : refuse(`a whole number from ${min} to ${max}`);
  };
}

const durationPattern = /^(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,7})s)?$/;
/** A week. A timer of Node.js holds at most 24 days. */
const maxDurationMs = 7 * 24 * 3_600_000;

/** `90s`, `10m`, `1h30m`, or a number of seconds. The value is in milliseconds. */
export const duration: Parser<number> = (text) => {
  const refused = refuse(
    'a duration such as `90s`, `10m` or `1h30m` (a bare number is seconds), at most `168h`',
  );
  const match = durationPattern.exec(/^\d+$/.test(text) ? `${text}s` : text);
  if (match === null || text === '') return refused;
  const [, hours = 0, minutes = 0, seconds = 0] = match;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return ms > maxDurationMs ? refused : accept(ms);
};

/** A duration above zero, in milliseconds. */
export const positiveDuration: Parser<number> = (text) => {
  const parsed = duration(text);
  return parsed.ok && parsed.value === 0 ? refuse('a duration above zero, such as `90s` or `10m`') : parsed;
};

/** Splits a list input, with one item per line or separated by commas. Drops empty items. */
export function splitList(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A `#rrggbb` colour, for the service's `color_theme_hex`. `#abc` is `#aabbcc`, as in CSS. */
export const hexColor: Parser<string> = (text) => {
  const color = text.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, '#$1$1$2$2$3$3');
  return /^#[0-9a-f]{6}$/i.test(color) ? accept(color) : refuse('a hex colour such as `#797cf2`');
};

/** True for an `http` or `https` URL. */
export function isWebUrl(url: URL | null): url is URL {
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}

/** An absolute `http` or `https` URL without user info. */
export const webUrl: Parser<URL> = (text) => {
  const url = URL.parse(text);
  return isWebUrl(url) && url.username === '' && url.password === ''
    ? accept(url)
    : refuse('an `http` or `https` URL without user name and password');
};

/** Names and addresses of this machine: `localhost`, `*.localhost`, 127.0.0.0/8 and `[::1]`. */
const loopbackHost = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/;

/** The address of the service: `https`, or `http` on a loopback host. Every request to it carries the API key. */
export const serviceUrl: Parser<URL> = (text) => {
  const parsed = webUrl(text);
  if (!parsed.ok) return refuse('the `https` address of the service, without user name and password');
  const url = parsed.value;
  if (url.search !== '' || url.hash !== '') return refuse('an address without query and fragment');
  if (url.protocol === 'http:' && !loopbackHost.test(url.hostname)) {
    return refuse(
      'an `https` address: plain `http` would send the API key readable, and is taken for a loopback host only',
    );
  }
  return accept(url);
};
