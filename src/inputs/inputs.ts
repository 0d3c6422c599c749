import { type Severity, severities } from '../severity.ts';
import {
  boolean,
  duration,
  hexColor,
  integer,
  listValues,
  oneOf,
  type Parsed,
  type Parser,
  positiveDuration,
  serviceUrl,
  splitList,
  webUrl,
} from './parsers.ts';
import { type GivenPreferences, parsePreferences } from './preferences.ts';
import { type InputReader, type InputSource, inputReader } from './reader.ts';
import { parseTarget, type Target } from './target-url.ts';

export type Language = 'en' | 'pt';
export type ReportType = 'ACTION_REPORT' | 'COMMERCIAL_RISK_REPORT';
export type FailOn = Severity | 'never';

/** The inputs of the action (`contract.md`, "Inputs"), validated. Durations are in milliseconds. */
export interface Inputs {
  readonly service: {
    /** `null` when the key is empty: what that does is `onMissingApiKey`. */
    readonly apiKey: string | null;
    readonly baseUrl: URL;
    readonly onMissingApiKey: 'fail' | 'skip';
  };
  readonly target: {
    /** `null` only where `scan.scanId` is given. */
    readonly url: Target | null;
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
  readonly policy: {
    readonly failOn: FailOn;
    readonly onInconclusive: 'fail' | 'warn';
  };
  readonly reports: {
    /** Empty when the workflow passed none: then nothing is asked of GitHub. */
    readonly token: string;
    readonly comment: 'always' | 'on-failure' | 'never';
    /** As given; a JSON object or `null` are the matrix values of the default. */
    readonly commentKey: string;
    readonly summary: boolean;
    readonly annotations: boolean;
    readonly types: readonly ReportType[];
    readonly language: Language;
    readonly logo: URL | null;
    readonly color: string | null;
    readonly artifactName: string | null;
    readonly retentionDays: number | null;
  };
}

const language = oneOf(['en', 'pt']);
const reportTypes = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'] as const;

/** Identifiers go into paths of the service; a first letter or digit keeps `..` out. */
export const scanIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:~-]{0,199}$/;

/**
 * Reads and validates all inputs.
 *
 * @throws SettingsError that names every wrong input, its value and what is allowed.
 */
export async function readInputs(source: InputSource): Promise<Inputs> {
  const reader = inputReader(source);
  const chosenLanguage = reader.read('language', language, 'en');
  const inputs: Inputs = {
    service: {
      apiKey: reader.optional('api-key', headerValue),
      baseUrl: readBaseUrl(reader),
      onMissingApiKey: reader.read('on-missing-api-key', oneOf(['fail', 'skip']), 'fail'),
    },
    target: {
      url: reader.optional('url', parseTarget),
      waitMs: reader.read('wait-for-url', duration, 120_000),
    },
    scan: await readScan(reader, chosenLanguage),
    policy: {
      failOn: reader.read<FailOn>('fail-on', oneOf([...severities, 'never']), 'high'),
      onInconclusive: reader.read('on-inconclusive', oneOf(['fail', 'warn']), 'fail'),
    },
    reports: readReports(reader, chosenLanguage),
  };
  if (source('url') === '' && source('scan-id') === '') {
    reader.reject('`url` is empty: give the URL to scan, or the `scan-id` of an existing scan');
  }
  reader.finish();
  return inputs;
}

function readBaseUrl(reader: InputReader): URL {
  const fallback = new URL('https://invalid.invalid');
  if (reader.text('base-url') === '')
    reader.reject('`base-url` is empty: give the `https` address of the scanning service');
  return reader.read('base-url', serviceUrl, fallback);
}

async function readScan(reader: InputReader, chosenLanguage: Language): Promise<Inputs['scan']> {
  const preferences = reader.text('preferences');
  return {
    preferences:
      preferences === ''
        ? null
        : reader.take<GivenPreferences | null>('preferences', await parsePreferences(preferences), null),
    scanId: reader.optional('scan-id', scanId),
    reuseWithinMs: reader.read('reuse-within', duration, 0),
    language: chosenLanguage,
    includeSubdomains: reader.read('include-subdomains', boolean, false),
    includeLeaks: reader.read('include-leaks', boolean, false),
    timeoutMs: reader.read('timeout', positiveDuration, 3_600_000),
    pollIntervalMs: reader.read('poll-interval', pollInterval, 'auto'),
  };
}

function readReports(reader: InputReader, chosenLanguage: Language): Inputs['reports'] {
  return {
    token: reader.text('github-token'),
    comment: reader.read('comment', oneOf(['always', 'on-failure', 'never']), 'always'),
    commentKey: reader.text('comment-key'),
    summary: reader.read('summary', boolean, true),
    annotations: reader.read('annotations', boolean, true),
    types: reader.read('reports', reports, ['ACTION_REPORT']),
    language: reader.read('report-language', language, chosenLanguage),
    logo: reader.optional('report-logo', webUrl),
    color: reader.optional('report-color', hexColor),
    artifactName: reader.optional('artifact-name', artifactName),
    retentionDays: reader.optional('retention-days', integer(1, 400)),
  };
}

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

/** A list of report types, or `none` alone. */
function reports(text: string): Parsed<readonly ReportType[]> {
  const items = splitList(text);
  if (items.length === 1 && items[0] === 'none') return { ok: true, value: [] };
  const known = reportTypes.filter((type) => items.includes(type));
  const understood = items.length > 0 && items.every((item) => reportTypes.some((type) => type === item));
  return understood
    ? { ok: true, value: known }
    : { ok: false, expected: `${listValues(reportTypes)}, both, or \`none\`` };
}
