import type { CrawlerOptions, Preferences } from '../scan/wire.ts';
import { ApiError, isRecord } from './answer.ts';

const DEFAULT_CRAWLER: CrawlerOptions = {
  open_directory: true,
  exposed_information: true,
  backdoor_detection: true,
  exposed_emails: true,
  search_url_malware: true,
  open_redirect: true,
  exposed_apikeys: true,
};

/** Used where a caller leaves a preference out. Checks that send unusual input have to be asked for. */
const DEFAULTS: Preferences = {
  scan_type: 'full',
  leak_data_usage: 0,
  cms_brute_force: 0,
  scan_speed: 'moderate',
  web_brute_force: 0,
  search_in_web_cache: false,
  scan_deep: 3,
  xss: false,
  sqli: false,
  crawler_options: DEFAULT_CRAWLER,
};

function wrong(field: string, expected: string): ApiError {
  return new ApiError(422, `preferences.${field} must be ${expected}.`);
}

/** Reads preferences field by field, and remembers which were asked for, so that the rest can be kept unread. */
function reader(given: Record<string, unknown>, prefix = '') {
  const read = (name: string): unknown => (Object.hasOwn(given, name) ? given[name] : undefined);
  return {
    text(name: string, fallback: string): string {
      const value = read(name) ?? fallback;
      if (typeof value !== 'string' || value === '') throw wrong(prefix + name, 'a non-empty string');
      return value;
    },
    integer(name: string, fallback: number): number {
      const value = read(name) ?? fallback;
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
        throw wrong(prefix + name, 'an integer of 0 or more');
      }
      return value;
    },
    boolean(name: string, fallback: boolean): boolean {
      const value = read(name) ?? fallback;
      if (typeof value !== 'boolean') throw wrong(prefix + name, 'a boolean');
      return value;
    },
  };
}

function readCrawlerOptions(given: unknown): CrawlerOptions {
  if (given !== undefined && !isRecord(given)) throw wrong('crawler_options', 'an object');
  const read = reader(given ?? {}, 'crawler_options.');
  return {
    ...given,
    open_directory: read.boolean('open_directory', DEFAULT_CRAWLER.open_directory),
    exposed_information: read.boolean('exposed_information', DEFAULT_CRAWLER.exposed_information),
    backdoor_detection: read.boolean('backdoor_detection', DEFAULT_CRAWLER.backdoor_detection),
    exposed_emails: read.boolean('exposed_emails', DEFAULT_CRAWLER.exposed_emails),
    search_url_malware: read.boolean('search_url_malware', DEFAULT_CRAWLER.search_url_malware),
    open_redirect: read.boolean('open_redirect', DEFAULT_CRAWLER.open_redirect),
    exposed_apikeys: read.boolean('exposed_apikeys', DEFAULT_CRAWLER.exposed_apikeys),
  };
}

/**
 * The preferences of section 2.1 with every field filled in. Unknown fields are kept as they are, since the
 * document does not say that its list is complete.
 *
 * @throws ApiError 422 naming the first field of a wrong type.
 */
export function readPreferences(given: unknown): Preferences {
  if (given !== undefined && given !== null && !isRecord(given)) {
    throw new ApiError(422, 'preferences must be an object.');
  }
  const read = reader(given ?? {});
  return {
    ...given,
    scan_type: read.text('scan_type', DEFAULTS.scan_type),
    leak_data_usage: read.integer('leak_data_usage', DEFAULTS.leak_data_usage),
    cms_brute_force: read.integer('cms_brute_force', DEFAULTS.cms_brute_force),
    scan_speed: read.text('scan_speed', DEFAULTS.scan_speed),
    web_brute_force: read.integer('web_brute_force', DEFAULTS.web_brute_force),
    search_in_web_cache: read.boolean('search_in_web_cache', DEFAULTS.search_in_web_cache),
    scan_deep: read.integer('scan_deep', DEFAULTS.scan_deep),
    xss: read.boolean('xss', DEFAULTS.xss),
    sqli: read.boolean('sqli', DEFAULTS.sqli),
    crawler_options: readCrawlerOptions(given?.['crawler_options']),
  };
}
