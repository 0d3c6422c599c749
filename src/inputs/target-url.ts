import { severities } from '../core/severity.ts';
import type { Parsed } from './read-input.ts';

/** What is scanned. */
export interface Target {
  /** As given, for the service; may hold user info and query values, so it is never shown. */
  readonly given: string;
  /** Parsed; a bare domain is read as `https`. */
  readonly url: URL;
  /** True when the scheme was given, so that `http` is not tried in place of it. */
  readonly hasScheme: boolean;
  /** For people: without user info, query and fragment. */
  readonly shown: string;
  /** For the log: `shown`, unless the target is not to be named there. */
  readonly logName: string;
}

const expected = 'an `http` or `https` URL, or a domain such as `preview.example.com`';

/** Reads the `url` input: a URL, or a domain with an optional port and path. */
export function parseTarget(text: string): Parsed<Target> {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const url = /[\s\p{Cc}<>"\\^`{|}]/u.test(text) ? null : URL.parse(hasScheme ? text : `https://${text}`);
  const isWeb =
    url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
  if (!isWeb) return { ok: false, expected };
  const shown = showUrl(url, hasScheme);
  return { ok: true, value: { given: text, url, hasScheme, shown, logName: shown } };
}

/** Puts `url` for people: user info, query and fragment may hold secrets and are left out. */
function showUrl(url: URL, hasScheme: boolean): string {
  const path = url.pathname === '/' ? '' : url.pathname;
  return hasScheme ? `${url.protocol}//${url.host}${path}` : `${url.host}${path}`;
}

/**
 * The form in which two targets are compared (`contract.md`, promise 3): scheme, default port, trailing slash and letter
 * case of the host are left out.
 */
export function targetIdentity(text: string): string {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null) return text;
  const port = url.port === '80' || url.port === '443' ? '' : url.port;
  return `${url.hostname.toLowerCase()}:${port}${url.pathname.replace(/\/+$/, '')}${url.search}`;
}

/** Host of a target, with its port if that is not the default one; `null` where the text is no target. */
export function targetHost(text: string): string | null {
  const parsed = parseTarget(text);
  return parsed.ok ? parsed.value.url.host : null;
}

/** Words that the action itself says: masking one would make its log and outputs unreadable, and none is a secret. */
const ownWords = new Set([
  'true',
  'false',
  'null',
  'none',
  'pass',
  'fail',
  'warn',
  'inconclusive',
  'never',
  'always',
  ...severities,
]);

/**
 * The secrets a target may carry: user name, password and query values, each in its plain and its encoded form. Words of
 * the action itself are left out.
 */
export function targetSecrets(target: Target): string[] {
  const { username, password, searchParams, search } = target.url;
  const encoded = search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [
    username,
    password,
    decodeText(username),
    decodeText(password),
    ...searchParams.values(),
    ...encoded,
  ].filter((value) => value !== '' && !ownWords.has(value.toLowerCase()));
}

/** Percent-decodes `text`, or gives it back where it is not validly encoded. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
