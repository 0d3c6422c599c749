/** Parses the text of one input. A value is understood as a whole or refused: nothing is rounded or guessed. */

/** The value of an input, or what was expected instead, as the end of a sentence. */
export type ParseResult<T> = { ok: true; value: T } | { ok: false; expected: string };

export function parsedValue<T>(value: T): ParseResult<T> {
  return { ok: true, value };
}

/** @param expected the end of a sentence */
export function parseFailure(expected: string): ParseResult<never> {
  return { ok: false, expected };
}

/** Parses the text of one input, which is trimmed and not empty. */
export type Parser<T> = (text: string) => ParseResult<T>;

/** The values between backticks: `a`, `b` or `c`. */
export function quotedChoices(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

export function oneOf<const T extends string>(values: readonly T[]): Parser<T> {
  return (text) => {
    const value = values.find((allowed) => allowed === text);
    return value === undefined ? parseFailure(quotedChoices(values)) : parsedValue(value);
  };
}

export function textMatching(pattern: RegExp, expected: string): Parser<string> {
  return (text) => (pattern.test(text) ? parsedValue(text) : parseFailure(expected));
}

export const expectedBoolean = '`true` or `false`';

/** A boolean of the YAML 1.2 core schema, as `@actions/core` reads it. */
export const boolean: Parser<boolean> = (text) => {
  const isTrue = /^(?:true|True|TRUE)$/.test(text);
  return isTrue || /^(?:false|False|FALSE)$/.test(text) ? parsedValue(isTrue) : parseFailure(expectedBoolean);
};

export function integer(min: number, max: number): Parser<number> {
  return (text) => {
    const value = Number(text);
    return /^\d{1,15}$/.test(text) && value >= min && value <= max
      ? parsedValue(value)
      : parseFailure(`a whole number from ${min} to ${max}`);
  };
}

const durationPattern = /^(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,7})s)?$/;
/** A week. A timer of Node.js holds at most 24 days. */
const maxDurationMs = 7 * 24 * 3_600_000;

/** `90s`, `10m`, `1h30m`, or a number of seconds. The value is in milliseconds. */
export const duration: Parser<number> = (text) => {
  const failure = parseFailure(
    'a duration such as `90s`, `10m` or `1h30m` (a bare number is seconds), at most `168h`',
  );
  const match = durationPattern.exec(/^\d+$/.test(text) ? `${text}s` : text);
  if (match === null || text === '') return failure;
  const [, hours = 0, minutes = 0, seconds = 0] = match;
  const durationMs = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return durationMs > maxDurationMs ? failure : parsedValue(durationMs);
};

/** A duration above zero, in milliseconds. */
export const positiveDuration: Parser<number> = (text) => {
  const parsed = duration(text);
  return parsed.ok && parsed.value === 0
    ? parseFailure('a duration above zero, such as `90s` or `10m`')
    : parsed;
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
  return /^#[0-9a-f]{6}$/i.test(color) ? parsedValue(color) : parseFailure('a hex colour such as `#797cf2`');
};

/** True for an `http` or `https` URL. */
export function isWebUrl(url: URL | null): url is URL {
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}

/** An absolute `http` or `https` URL without user info. */
export const webUrl: Parser<URL> = (text) => {
  const url = URL.parse(text);
  return isWebUrl(url) && url.username === '' && url.password === ''
    ? parsedValue(url)
    : parseFailure('an `http` or `https` URL without user name and password');
};

/** Names and addresses of this machine: `localhost`, `*.localhost`, 127.0.0.0/8 and `[::1]`. */
const loopbackHost = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/;

/** The address of the service: `https`, or `http` on a loopback host. Every request to it carries the API key. */
export const serviceUrl: Parser<URL> = (text) => {
  const parsed = webUrl(text);
  if (!parsed.ok) return parseFailure('the `https` address of the service, without user name and password');
  const url = parsed.value;
  if (url.search !== '' || url.hash !== '') return parseFailure('an address without query and fragment');
  if (url.protocol === 'http:' && !loopbackHost.test(url.hostname)) {
    return parseFailure(
      'an `https` address: plain `http` would send the API key readable, and is taken for a loopback host only',
    );
  }
  return parsedValue(url);
};
