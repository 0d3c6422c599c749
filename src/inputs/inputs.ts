import type { Language } from '../core/words.ts';
import type { GivenPreferences } from './preferences.ts';
import {
  boolean,
  duration,
  type InputReader,
  integer,
  oneOf,
  type Parser,
  positiveDuration,
  scanIdPattern,
  serviceUrl,
} from './read-input.ts';
import { parseTarget, type Target } from './target-url.ts';

/** The inputs that cannot stand in the policy file (`docs/contract.md`, "Inputs"). Durations are in milliseconds. */
export interface Inputs {
  readonly service: {
    /** `null` when the key is empty: what that does is `onMissingApiKey`. */
    readonly apiKey: string | null;
    readonly baseUrl: URL;
    readonly onMissingApiKey: 'fail' | 'skip';
  };
  readonly target: {
    /** `null`: discovered from the event, or not needed with `scan.scanId`. */
    readonly url: Target | null;
    /** Glob over deployment environments to discover from; `null`: any but production. */
    readonly environment: string | null;
    /** 0: the target is not asked. */
    readonly waitMs: number;
  };
  readonly scan: {
    readonly preferences: GivenPreferences | null;
    readonly scanId: string | null;
    /** 0: no scan is reused. */
    readonly reuseWithinMs: number;
    readonly language: Language;
    readonly includeSubdomains: boolean;
    readonly includeLeaks: boolean;
    readonly timeoutMs: number;
    readonly pollIntervalMs: number | 'auto';
  };
  readonly github: {
    /** Empty when the workflow passes none: then GitHub is not asked for anything. */
    readonly token: string;
  };
  readonly reports: {
    /** As given; a JSON object or `null` are the matrix values of the default. */
    readonly commentKey: string;
    readonly artifactName: string | null;
    readonly retentionDays: number | null;
  };
  /** Path of the policy file, `null` for none. */
  readonly config: { readonly path: string; readonly isDefault: boolean } | null;
}

const language = oneOf(['en', 'pt']);

/**
 * Reads and validates the inputs that cannot stand in the policy file; `readGivenSettings` of the policy reads the
 * others. The reader collects what is wrong, so that its `finish` can name every wrong input in one error.
 */
export async function readInputs(reader: InputReader): Promise<Inputs> {
  const chosenLanguage = reader.read('language', language, 'en');
  return {
    service: {
      apiKey: reader.optional('api-key', headerValue),
      baseUrl: readBaseUrl(reader),
      onMissingApiKey: reader.read('on-missing-api-key', oneOf(['fail', 'skip']), 'fail'),
    },
    target: {
      url: reader.optional('url', parseTarget),
      environment: reader.optional('environment', glob),
      waitMs: reader.read('wait-for-url', duration, 120_000),
    },
    scan: await readScan(reader, chosenLanguage),
    config: readConfig(reader),
    github: { token: reader.text('github-token') },
    reports: readReports(reader),
  };
}

function readBaseUrl(reader: InputReader): URL {
  const fallback = new URL('https://invalid.invalid');
  if (reader.text('base-url') === '')
    reader.reject('`base-url` is empty: give the `https` address of the scanning service');
  return reader.read('base-url', serviceUrl, fallback);
}

async function readScan(reader: InputReader, chosenLanguage: Language): Promise<Inputs['scan']> {
  return {
    preferences: await readGivenPreferences(reader),
    scanId: reader.optional('scan-id', scanId),
    reuseWithinMs: reader.read('reuse-within', duration, 0),
    language: chosenLanguage,
    includeSubdomains: reader.read('include-subdomains', boolean, false),
    includeLeaks: reader.read('include-leaks', boolean, false),
    timeoutMs: reader.read('timeout', positiveDuration, 3_600_000),
    pollIntervalMs: reader.read('poll-interval', pollInterval, 'auto'),
  };
}

async function readGivenPreferences(reader: InputReader): Promise<GivenPreferences | null> {
  const text = reader.text('preferences');
  if (text === '') return null;
  const { parsePreferences } = await import('./preferences.ts');
  return reader.take<GivenPreferences | null>('preferences', await parsePreferences(text), null);
}

function readReports(reader: InputReader): Inputs['reports'] {
  return {
    commentKey: reader.text('comment-key'),
    artifactName: reader.optional('artifact-name', artifactName),
    retentionDays: reader.optional('retention-days', integer(1, 400)),
  };
}

const defaultConfig = '.github/scan-gate.yml';

function readConfig(reader: InputReader): Inputs['config'] {
  const path = reader.read('config', repositoryPath, defaultConfig);
  return path === 'none' ? null : { path, isDefault: path === defaultConfig };
}

const repositoryPath: Parser<string> = (text) => {
  const path = text.replace(/^\.\//, '');
  const inside =
    /^[^\0-\x1f\\]{1,500}$/.test(path) && !path.startsWith('/') && !path.split('/').includes('..');
  return inside ? { ok: true, value: path } : { ok: false, expected: 'a path in the repository, or `none`' };
};

const glob: Parser<string> = (text) =>
  text.length <= 200
    ? { ok: true, value: text }
    : { ok: false, expected: 'a glob of at most 200 characters' };

const pollInterval: Parser<number | 'auto'> = (text) => {
  const parsed = text === 'auto' ? ({ ok: true, value: 'auto' } as const) : positiveDuration(text);
  return parsed.ok ? parsed : { ok: false, expected: '`auto` or a duration above zero, such as `20s`' };
};

const scanId: Parser<string> = (text) =>
  scanIdPattern.test(text)
    ? { ok: true, value: text }
    : { ok: false, expected: 'a scan id as the service gives it: letters, digits and `-`' };

/** What HTTP allows in a header value, without the white space that a copied secret often brings. */
const headerValue: Parser<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text)
    ? { ok: true, value: text }
    : { ok: false, expected: 'one word of printable ASCII' };

const artifactName: Parser<string> = (text) =>
  /^[^":<>|*?\r\n\\/]{1,200}$/.test(text)
    ? { ok: true, value: text }
    : { ok: false, expected: 'at most 200 characters without `" : < > | * ? \\ /`' };
