/**
 * Parsers of single input values. Each takes the text as given (trimmed, not empty) and either understands it whole or
 * says what it expected: nothing is rounded, guessed or silently replaced by a default.
 */

export type Parsed<T> = { ok: true; value: T } | { ok: false; expected: string };
export type Parser<T> = (text: string) => Parsed<T>;

const accept = <T>(value: T): Parsed<T> => ({ ok: true, value });
const refuse = <T>(expected: string): Parsed<T> => ({ ok: false, expected });

/** A quoted list for people: `a`, `b` or `c`. */
export function listValues(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

/** One of `values`, spelled exactly so. */
export function oneOf<const T extends string>(values: readonly T[]): Parser<T> {
  return (text) => {
    const value = values.find((allowed) => allowed === text);
    return value === undefined ? refuse(listValues(values)) : accept(value);
  };
}

const booleans = new Map([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);

/** A boolean of the YAML 1.2 core schema, the ones `@actions/core` takes. */
export const boolean: Parser<boolean> = (text) => {
  const value = booleans.get(text);
  return value === undefined ? refuse('`true` or `false`') : accept(value);
};

const durationPattern = /^(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,7})s)?$/;
const maxDurationMs = 7 * 24 * 3_600_000;

/** `90s`, `10m`, `1h30m`, or whole seconds: milliseconds, at most a week (a timer cannot hold more than 24 days). */
export const duration: Parser<number> = (text) => {
  const expected = 'a duration such as `90s`, `10m` or `1h30m` (a bare number is seconds), at most `168h`';
  const match = durationPattern.exec(/^\d+$/.test(text) ? `${text}s` : text);
  if (match === null || text === '') return refuse(expected);
  const [hours, minutes, seconds] = [match[1], match[2], match[3]].map((part) => Number(part ?? 0));
  const ms = ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000;
  return ms > maxDurationMs ? refuse(expected) : accept(ms);
};

/** A duration that is more than nothing. */
export const positiveDuration: Parser<number> = (text) => {
  const parsed = duration(text);
  return parsed.ok && parsed.value === 0 ? refuse('a duration above zero, such as `90s` or `10m`') : parsed;
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

/** Splits a list input: one item a line, or comma-separated. Empty items are dropped. */
export function splitList(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A `#rrggbb` colour, the service's `color_theme_hex`. */
export const hexColor: Parser<string> = (text) =>
  /^#[0-9a-f]{6}$/i.test(text) ? accept(text) : refuse('a hex colour such as `#797cf2`');

/** An absolute `http` or `https` URL without user info. */
export const webUrl: Parser<URL> = (text) => {
  const url = URL.parse(text);
  const good =
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '';
  return good ? accept(url) : refuse('an `http` or `https` URL without user name and password');
};

/** True for names and addresses that never leave the machine: `localhost`, `*.localhost`, 127.0.0.0/8 and `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}

/** The service's address: `https`, or `http` on a loopback host, because every request to it carries the API key. */
export const serviceUrl: Parser<URL> = (text) => {
  const parsed = webUrl(text);
  if (!parsed.ok) return refuse('the `https` address of the service, without user name and password');
  const url = parsed.value;
  if (url.search !== '' || url.hash !== '') return refuse('an address without query and fragment');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return refuse(
      'an `https` address: plain `http` would send the API key readable, and is taken for a loopback host only',
    );
  }
  return accept(url);
};
