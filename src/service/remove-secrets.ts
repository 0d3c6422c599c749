/** Removes secrets from an answer of the scanning service before anything else reads it. */

import { classified } from '../core/classified-text.ts';
import { fieldsOf } from '../core/fields.ts';
import { crawlerOptionNames, preferenceNames } from '../core/interface-preferences.ts';
import { minDistinctLength } from '../core/never-secret.ts';
import type { Redactor } from '../core/ports.ts';
import { RequestError } from '../core/request-fault.ts';
import { severities, severityNamed } from '../core/severity.ts';
import { issueFields, schemaFields } from './wire.ts';

/** No answer of the interface is nested deeper than ten. Beyond some thousands, writing JSON overflows the stack. */
const maxDepth = 100;

/** Fields with scan ids, which are compared and sent back. A short secret may be in an id by chance, and stays. */
const identifiers = new Set(['identificator', 'enqueued_scan_id', 'id']);
/** Percentages and ISO 8601 timestamps. */
const plainNumber = /^[\d.:TZ+-]{1,40}$/;

/**
 * Removes secrets from every text and every field name in `value`, which `JSON.parse` made. Changes `value` in place.
 * It works on the parsed value, because escapes of JSON could hide a secret in the text of the body, and escapes of
 * Markdown in a rendered page.
 *
 * The values that decide the verdict and the names of the interface's fields stay: a query value of the target counts
 * as a secret, and may be a word such as `true`, `high` or `issues`. Values in `preferences` that the interface does
 * not name stay too: they are compared and never shown (`shownPreferences`).
 *
 * @throws RequestError of kind `not-json` for a value that is nested too deep
 */
export function removeSecretsFrom(value: unknown, remover: SecretRemover): unknown {
  return clean(value, wholeAnswer(Array.isArray(value), remover), maxDepth);
}

export type SecretRemover = Pick<Redactor, 'redact' | 'redactExceptPreferences'>;

/** A section of an answer. What is removed from a text follows from its section. */
interface AnswerSection {
  readonly redact: Redactor['redact'];
  /** The section of the value in the field `name`. */
  readonly below: (name: string) => AnswerSection;
  /** In the scan list, `url` is compared with the target and never shown. */
  readonly keepsUrl?: true;
}

/** A section that is compared and never shown. */
const compared: AnswerSection = { redact: (text) => text, below: () => compared };
/** Texts of an issue that nothing is compared with. */
const shownOnly = new Set(['description', 'remediation', 'references']);

function wholeAnswer(isList: boolean, { redact, redactExceptPreferences }: SecretRemover): AnswerSection {
  const section = (below: AnswerSection['below']): AnswerSection => ({ redact, below });
  const shown: AnswerSection = section((name) => (name === 'issues' ? issues : shown));
  const issues: AnswerSection = {
    redact: redactExceptPreferences,
    below: (name) => (shownOnly.has(name) ? shown : issues),
  };
  const ifNamed = (names: readonly string[], name: string) => (names.includes(name) ? shown : compared);
  const options = section((name) => ifNamed(crawlerOptionNames, name));
  const preferences = section((name) =>
    name === 'crawler_options' ? options : ifNamed(preferenceNames, name),
  );
  const list: AnswerSection = {
    ...section((name) => (name === 'preferences' ? preferences : list)),
    keepsUrl: true,
  };
  const result = section((name) => (name === 'preferences' ? preferences : shown.below(name)));
  return isList ? list : result;
}

function clean(value: unknown, section: AnswerSection, depth: number): unknown {
  const { redact } = section;
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return cleanNumber(value, redact);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0)
    throw new RequestError({ kind: 'not-json', detail: classified('detail', 'nested too deep') });
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      value[index] = clean(value[index], section, depth - 1);
    return value;
  }
  const fields = fieldsOf(value);
  let isRenamed = false;
  // `Object.entries` would take three times as long, because it makes a pair for each field.
  for (const name of Object.keys(fields)) {
    const entry = fields[name];
    isRenamed ||= cleanName(name, redact) !== name;
    const cleaned = isKept(name, entry, section) ? entry : clean(entry, section.below(name), depth - 1);
    // Assigning to `__proto__` would change what the object is.
    if (cleaned !== entry) Object.defineProperty(value, name, { value: cleaned });
  }
  return isRenamed
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

/** True if `text`, or the secret part of it, is so short that it may be there by chance. */
function holdsShortWord(text: string, redact: Redactor['redact']): boolean {
  return (
    text.length < minDistinctLength || text.length - redact(text).length < minDistinctLength - '***'.length
  );
}

function isKept(name: string, value: unknown, { redact, keepsUrl }: AnswerSection): boolean {
  if (name === 'severity') return severityNamed(value) !== null;
  if (typeof value !== 'string') return false;
  if (name === 'percentage' || name === 'endDate') return plainNumber.test(value);
  if (name === 'url') return keepsUrl === true;
  return identifiers.has(name) && holdsShortWord(value, redact);
}

/** Every field of the interface that is read by name, and the keys of `issuesSummary`. */
const wireFields: ReadonlySet<string> = new Set([
  ...[...schemaFields, ...issueFields, ...preferenceNames, ...crawlerOptionNames, ...severities],
]);
