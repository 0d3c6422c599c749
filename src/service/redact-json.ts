import { fieldsOf } from '../core/json.ts';
import { RequestError } from '../core/request-fault.ts';
import { isSeverity, severities } from '../core/severity.ts';
import { crawlerOptionNames, preferenceNames } from '../core/words.ts';

/** No answer of the interface is nested deeper than ten. Beyond some thousands, writing JSON overflows the stack. */
const maxDepth = 100;

/**
 * Terminal sequences, as reports leave them out of a text (`report/markdown/escape.ts`). Repetitions have a limit: without
 * one, a text of megabytes overflows the engine's stack.
 */
const sequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]{0,1000000}(?:\u0007|\u001b\\)|\u001b[@-Z\\^_]/gu;
/** Characters that are not shown, which reports leave out as well. */
const characters = /(?:[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0]|\u034f){1,1000}/gu;

/** Nearly every text: visible characters of Latin languages, none of which is left out. */
const isPlain = /^[ -~\u00a1-\u00ac\u00ae-\u02af\u2010-\u2027\u2030-\u205e]*$/;

/** Identifiers are compared and sent back, so a short word in one stays. One that holds a key is not ours. */
const identifiers = new Set(['identificator', 'enqueued_scan_id', 'id']);
const shortWordLength = 8;
/** Percentages and ISO 8601 timestamps. */
const plainNumber = /^[\d.:TZ+-]{1,40}$/;

/**
 * `text` without secrets, also those that would be whole again where reports leave out terminal sequences, or only the
 * characters that are not shown. A sequence can also hide a secret: in front of one it takes its first letter.
 */
export function hideSecrets(text: string, redact: (text: string) => string): string {
  const hidden = redact(text);
  if (isPlain.test(hidden)) return hidden;
  const withoutSequences = hidden.replace(sequences, '').replace(characters, '');
  for (const bare of [withoutSequences, hidden.replace(characters, '')]) {
    const redacted = redact(bare);
    // A text without a secret stays as it came.
    if (redacted !== bare) return redacted;
  }
  return hidden;
}

/**
 * Takes secrets out of every text and every name in `value`, which `JSON.parse` made and which is changed in place. Before
 * parsing the escapes of JSON could hide them, and later those of Markdown. The values that decide the verdict and the names
 * of the interface's own fields stay: a query value of the target counts as a secret, and may be a word such as `true`,
 * `high` or `issues`.
 *
 * @throws RequestError of kind `not-json` for a value that is nested too deep
 */
export function redactJson(value: unknown, redact: (text: string) => string): unknown {
  const hide = (text: string) => hideSecrets(text, redact);
  return clean(value, { hide, hideName: nameHider(hide), isList: Array.isArray(value) }, maxDepth);
}

/** A short number may be a query value of the target by chance, and may decide the verdict. */
function hideNumber(value: number, hide: Cleaning['hide']): number | string {
  const text = String(value);
  if (text.length < shortWordLength) return value;
  const hidden = hide(text);
  return text.length - hidden.length < shortWordLength - '***'.length ? value : hidden;
}

interface Cleaning {
  readonly hide: (text: string) => string;
  readonly hideName: (name: string) => string;
  /** The body is the scan list: its addresses are compared with the target and never shown. */
  readonly isList: boolean;
}

function clean(value: unknown, cleaning: Cleaning, depth: number): unknown {
  const { hide, hideName } = cleaning;
  if (typeof value === 'string') return hide(value);
  if (typeof value === 'number') return hideNumber(value, hide);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new RequestError({ kind: 'not-json', detail: 'nested too deep' });
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      value[index] = clean(value[index], cleaning, depth - 1);
    return value;
  }
  const fields = fieldsOf(value);
  let renamed = false;
  // A pair for each field, as `Object.entries` makes them, takes three times as long.
  for (const name of Object.keys(fields)) {
    const entry = fields[name];
    renamed ||= hideName(name) !== name;
    const cleaned = isKept(name, entry, cleaning) ? entry : clean(entry, cleaning, depth - 1);
    // Assigning to `__proto__` would change what the object is.
    if (cleaned !== entry)
      Object.defineProperty(value, name, {
        value: cleaned,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
  return renamed
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [hideName(name), entry]))
    : value;
}

/** The same few names are in every finding. */
const maxRemembered = 1000;

function nameHider(hide: (text: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    if (wireFields.has(name)) return name;
    const hidden = known.get(name) ?? hide(name);
    if (known.size < maxRemembered) known.set(name, hidden);
    return hidden;
  };
}

function isKept(name: string, value: unknown, { hide, isList }: Cleaning): boolean {
  if (name === 'severity') return isSeverity(value);
  if (typeof value !== 'string') return false;
  if (name === 'percentage' || name === 'endDate') return plainNumber.test(value);
  if (name === 'url') return isList;
  return identifiers.has(name) && value.length - hide(value).length < shortWordLength;
}

/** A scan result (`docs/service-interface.md`, section 2.2), and a scan that waits in the queue. */
const resultFields = [
  ...['issues', 'issuesSummary', 'issuesSummaryTotal', 'issuesCategoriesSummary', 'identificator'],
  ...['totalChecked', 'information', 'preferences', 'percentage', 'startDate', 'endDate', 'detail'],
];

/** Section 2.3. */
const issueFields = [
  ...['group', 'name', 'severity', 'cve', 'cwe', 'cvss', 'score', 'detail', 'remediation', 'references'],
  ...['description', 'raw'],
];

/** Section 2.4. */
const informationFields = [
  ...['services', 'emails', 'components', 'database', 'web_server', 'os', 'cdn', 'cms', 'certificate'],
  ...['waf', 'ips', 'isp', 'total_checked'],
  ...['state', 'reason', 'name', 'product', 'version', 'port'],
  ...['Issue On', 'Expires On', '$date', 'commonName', 'subject', 'sha1', 'sha256', 'serial_number'],
  'subjectAltName',
];

/** A start and the scan list (sections 4.1 and 2.6). */
const listFields = [
  ...['enqueued_scan_id', 'url', 'scans', 'total'],
  ...['id', 'progress', 'severity', 'subdomains'],
];

/**
 * Every field of the interface that is read by name, and the keys of `issuesSummary`. Not taken from `schema.ts`, which loads
 * zod: this file is loaded before the first request. A test compares the two.
 */
export const wireFields: ReadonlySet<string> = new Set([
  ...resultFields,
  ...issueFields,
  ...informationFields,
  ...listFields,
  ...preferenceNames,
  ...crawlerOptionNames,
  ...severities,
]);
