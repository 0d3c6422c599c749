import { crawlerOptionNames, preferenceNames } from '../core/choices.ts';
import { fieldsOf } from '../core/fields.ts';
import { outside } from '../core/outside.ts';
import type { Redactor } from '../core/ports.ts';
import { RequestError } from '../core/request-fault.ts';
import { minDistinctLength } from '../core/secret-lengths.ts';
import { severities, severityNamed } from '../core/severity.ts';
import { issueFields, schemaFields } from './wire.ts';

/** No answer of the interface is nested deeper than ten. Beyond some thousands, writing JSON overflows the stack. */
const maxDepth = 100;

/** Fields with scan ids, which are compared and sent back. A short secret may be in an id by chance, and stays. */
const identifiers = new Set(['identificator', 'enqueued_scan_id', 'id']);
/** Percentages and ISO 8601 timestamps. */
const plainNumber = /^[\d.:TZ+-]{1,40}$/;

/**
 * Removes secrets from every text and every field name in `value`, which `JSON.parse` made. Changes `value` in place. In the text of
 * the body, escapes of JSON could hide a secret, and in a rendered page, escapes of Markdown.
 *
 * The values that decide the verdict and the names of the interface's fields stay: a query value of the target counts as a
 * secret, and may be a word such as `true`, `high` or `issues`. Values in `preferences` that the interface does not name stay
 * too: they are compared and never shown (`shownPreferences`).
 *
 * @throws RequestError of kind `not-json` for a value that is nested too deep
 */
export function redactJson(value: unknown, remover: SecretRemover): unknown {
  const cleaning = { redact: remover.redact, remover, isList: Array.isArray(value), allowedNames: null };
  return clean(value, cleaning, maxDepth);
}

export type SecretRemover = Pick<Redactor, 'redact' | 'redactExceptPreferences'>;

interface Cleaning {
  /** Removes secrets at this place of the answer. */
  readonly redact: Redactor['redact'];
  readonly remover: SecretRemover;
  /** The body is the scan list: its addresses are compared with the target and never shown. */
  readonly isList: boolean;
  /** Within `preferences`, the fields that the interface names there; else `null`. */
  readonly allowedNames: readonly string[] | null;
}

const unchanged = (text: string) => text;
/** For values that are compared and never shown. */
const keeping: Cleaning = {
  redact: unchanged,
  remover: { redact: unchanged, redactExceptPreferences: unchanged },
  isList: false,
  allowedNames: null,
};
/** Texts of an issue that nothing is compared with. */
const shownOnly = new Set(['description', 'remediation', 'references']);

/** How the field `name` is cleaned. */
function childCleaning(name: string, cleaning: Cleaning, isRoot: boolean): Cleaning {
  const { remover, isList, allowedNames } = cleaning;
  if (allowedNames !== null && !allowedNames.includes(name)) return keeping;
  if (allowedNames !== null)
    return { ...cleaning, allowedNames: name === 'crawler_options' ? crawlerOptionNames : null };
  if (name === 'preferences' && (isRoot || isList)) return { ...cleaning, allowedNames: preferenceNames };
  if (name === 'issues') return { ...cleaning, redact: remover.redactExceptPreferences };
  return shownOnly.has(name) ? { ...cleaning, redact: remover.redact } : cleaning;
}

function clean(value: unknown, cleaning: Cleaning, depth: number): unknown {
  const { redact } = cleaning;
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return cleanNumber(value, redact);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new RequestError({ kind: 'not-json', detail: outside('detail', 'nested too deep') });
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      value[index] = clean(value[index], cleaning, depth - 1);
    return value;
  }
  const fields = fieldsOf(value);
  let renamed = false;
  // Not by `Object.entries`: a pair for each field takes three times as long.
  for (const name of Object.keys(fields)) {
    const entry = fields[name];
    renamed ||= cleanName(name, redact) !== name;
    const inner = childCleaning(name, cleaning, depth === maxDepth);
    const cleaned = isKept(name, entry, cleaning) ? entry : clean(entry, inner, depth - 1);
    // Assigning to `__proto__` would change what the object is.
    if (cleaned !== entry) Object.defineProperty(value, name, { value: cleaned });
  }
  return renamed
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [cleanName(name, redact), entry]))
    : value;
}

function cleanName(name: string, redact: Redactor['redact']): string {
  return wireFields.has(name) ? name : redact(name);
}

/** A short number stays: it may be a query value of the target by chance, and may decide the verdict. */
function cleanNumber(value: number, redact: Redactor['redact']): number | string {
  const text = String(value);
  return holdsShortWord(text, redact) ? value : redact(text);
}

/** True if `text`, or what is secret in it, is so short that it may be there by chance. */
function holdsShortWord(text: string, redact: Redactor['redact']): boolean {
  return (
    text.length < minDistinctLength || text.length - redact(text).length < minDistinctLength - '***'.length
  );
}

function isKept(name: string, value: unknown, { redact, isList }: Cleaning): boolean {
  if (name === 'severity') return severityNamed(value) !== null;
  if (typeof value !== 'string') return false;
  if (name === 'percentage' || name === 'endDate') return plainNumber.test(value);
  if (name === 'url') return isList;
  return identifiers.has(name) && holdsShortWord(value, redact);
}

/** Every field of the interface that is read by name, and the keys of `issuesSummary`. */
const wireFields: ReadonlySet<string> = new Set([
  ...[...schemaFields, ...issueFields, ...preferenceNames, ...crawlerOptionNames, ...severities],
]);
