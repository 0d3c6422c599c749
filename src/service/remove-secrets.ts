/** Removes secrets from an answer of the scanning service before anything else reads it. */

import { fieldsOf } from '../core/fields.ts';
import { crawlerOptionNames, preferenceNames } from '../core/interface-preferences.ts';
import { minDistinctLength } from '../core/never-secret.ts';
import type { Redactor } from '../core/ports.ts';
import { severities, severityNamed } from '../core/severity.ts';
import { issueFields, schemaFields } from './wire.ts';

/**
 * Names of fields with scan ids, which are compared and sent back. A short secret may be in an id by chance, and stays.
 */
const scanIdFields = new Set(['identificator', 'enqueued_scan_id', 'id']);
/** Percentages and ISO 8601 timestamps. */
const percentageOrTimestamp = /^[\d.:TZ+-]{1,40}$/;

/**
 * Removes secrets from every text and every field name in `value`, which `JSON.parse` made. Changes `value` in place.
 * It works on the parsed value, because escapes of JSON could hide a secret in the text of the body, and escapes of
 * Markdown in a rendered page.
 *
 * The values that decide the verdict and the names of the interface's fields stay: a query value of the target counts
 * as a secret, and may be a word such as `true`, `high` or `issues`. Values in `preferences` that the interface does
 * not name stay too: they are compared and never shown (`shownPreferences`).
 */
export function removeSecretsFrom(value: unknown, remover: SecretRemover): unknown {
  return cleanValue(value, Array.isArray(value) ? 'list' : 'result', remover);
}

/**
 * Removes values of `preferences` too. They stay until the verdict, because fingerprints and ignore rules must not
 * depend on them (`prepare/protect.ts` describes all steps). Changes `values` in place, because copies may not fit into
 * memory.
 */
export function removePreferenceValuesInPlace(
  values: readonly unknown[],
  { redact }: Pick<Redactor, 'redact'>,
): void {
  for (const value of values) removeSecretsFrom(value, { redact, redactExceptPreferences: redact });
}

export type SecretRemover = Pick<Redactor, 'redact' | 'redactExceptPreferences'>;

/**
 * A section of an answer. What is removed from a text follows from its section. An answer is the scan `list`, or the
 * `result` of a scan. Nothing is removed from what is only `compared`, and never shown.
 */
type Section = 'list' | 'result' | 'preferences' | 'crawler_options' | 'issues' | 'shown' | 'compared';

/** Names of fields of an issue with texts that nothing is compared with. */
const shownOnlyFields = new Set(['description', 'remediation', 'references']);

/** The section of the value in the field `name` of `section`. */
function sectionOf(name: string, section: Section): Section {
  if (section === 'list' && name === 'url') return 'compared';
  if ((section === 'list' || section === 'result') && name === 'preferences') return 'preferences';
  if ((section === 'result' || section === 'shown') && name === 'issues') return 'issues';
  if (section === 'issues') return shownOnlyFields.has(name) ? 'shown' : 'issues';
  if (section === 'preferences' && name === 'crawler_options') return 'crawler_options';
  if (section === 'preferences') return preferenceNames.includes(name) ? 'shown' : 'compared';
  if (section === 'crawler_options') return crawlerOptionNames.includes(name) ? 'shown' : 'compared';
  return section === 'result' ? 'shown' : section;
}

const unchanged = (text: string) => text;

function redactorOf(
  section: Section,
  { redact, redactExceptPreferences }: SecretRemover,
): Redactor['redact'] {
  if (section === 'compared') return unchanged;
  return section === 'issues' ? redactExceptPreferences : redact;
}

function cleanValue(value: unknown, section: Section, remover: SecretRemover): unknown {
  if (typeof value === 'string') return redactorOf(section, remover)(value);
  if (typeof value === 'number') return cleanNumber(value, redactorOf(section, remover));
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return cleanFields(value, section, remover);
  for (let index = 0; index < value.length; index += 1)
    value[index] = cleanValue(value[index], section, remover);
  return value;
}

function cleanFields(object: object, section: Section, remover: SecretRemover): object {
  const redact = redactorOf(section, remover);
  const fields = fieldsOf(object);
  let isRenamed = false;
  // `Object.entries` would take three times as long, because it makes a pair for each field.
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    isRenamed ||= cleanName(name, redact) !== name;
    if (isKept(name, value, redact)) continue;
    const cleaned = cleanValue(value, sectionOf(name, section), remover);
    // Assigning to `__proto__` would change what the object is.
    if (cleaned !== value) Object.defineProperty(object, name, { value: cleaned });
  }
  if (!isRenamed) return object;
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [cleanName(name, redact), value]));
}

function cleanName(name: string, redact: Redactor['redact']): string {
  return interfaceNames.has(name) ? name : redact(name);
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

function isKept(name: string, value: unknown, redact: Redactor['redact']): boolean {
  if (name === 'severity') return severityNamed(value) !== null;
  if (typeof value !== 'string') return false;
  if (name === 'percentage' || name === 'endDate') return percentageOrTimestamp.test(value);
  return scanIdFields.has(name) && holdsShortWord(value, redact);
}

/** Every field of the interface that is read by name, and the keys of `issuesSummary`. */
const interfaceNames: ReadonlySet<string> = new Set([
  ...schemaFields,
  ...issueFields,
  ...preferenceNames,
  ...crawlerOptionNames,
  ...severities,
]);
