import { SettingsError } from '../core/problem.ts';

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

/** Gives the text of an input as the runner passes it, trimmed; empty when not given. */
export type InputSource = (name: string) => string;

/**
 * Reads inputs one by one and remembers what was wrong, so that all mistakes can be told in one error. A wrong value
 * reads as its fallback until {@link InputReader.finish} throws.
 */
export interface InputReader {
  /** The parsed value, or `fallback` when the input is empty. */
  read<T>(name: string, parser: Parser<T>, fallback: T): T;
  /** The parsed value, or `null` when the input is empty. */
  optional<T>(name: string, parser: Parser<T>): T | null;
  /** Takes what an asynchronous parser said of input `name`. */
  take<T>(name: string, parsed: Parsed<T>, fallback: T): T;
  /** Notes a mistake that more than one input makes together. */
  reject(message: string): void;
  text(name: string): string;
  /** Throws a {@link SettingsError} that names every mistake; returns when there is none. */
  finish(): void;
}

const shownLength = 80;
const secretInputs = new Set(['api-key', 'github-token']);

export function inputReader(source: InputSource): InputReader {
  const mistakes: string[] = [];
  const take = <T>(name: string, parsed: Parsed<T>, fallback: T): T => {
    if (parsed.ok) return parsed.value;
    mistakes.push(
      `\`${name}\` is ${secretInputs.has(name) ? 'wrong' : quote(source(name))}, expected ${parsed.expected}`,
    );
    return fallback;
  };
  const read = <T>(name: string, parser: Parser<T>, fallback: T): T => {
    const text = source(name);
    return text === '' ? fallback : take(name, parser(text), fallback);
  };
  return {
    read,
    take,
    optional: <T>(name: string, parser: Parser<T>) => read<T | null>(name, parser, null),
    text: source,
    reject: (message) => mistakes.push(message),
    finish: () => {
      if (mistakes.length === 0) return;
      const title = mistakes.length === 1 ? 'An input is wrong' : `${mistakes.length} inputs are wrong`;
      throw new SettingsError(
        `${title}. Correct it under \`with:\` in the workflow:\n${mistakes.map((line) => `- ${line}`).join('\n')}`,
      );
    },
  };
}

/** What was given, short, on one line, without the parts of a URL that may hold a secret. */
function quote(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/\/\/[^/@]*@/g, '//***@')
    .replace(/\?.*/, '?***');
  return `\`${line.length > shownLength ? `${line.slice(0, shownLength)}…` : line}\``;
}

/** Identifiers go into paths of the service; a first letter or digit keeps `..` out. */
export const scanIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:~-]{0,199}$/;

/** Reads an input that is YAML or JSON. YAML is loaded only where the text is not JSON; aliases are refused. */
export async function parseYaml(text: string): Promise<Parsed<unknown>> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // Not JSON, so it is read as YAML, whose messages name line and column.
  }
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const error = document.errors[0];
  if (error !== undefined) {
    return { ok: false, expected: `valid YAML or JSON (${error.message.split('\n')[0]})` };
  }
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
  } catch {
    return { ok: false, expected: 'YAML or JSON without aliases' };
  }
}
