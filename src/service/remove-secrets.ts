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
  return cleanValue(value, sectionOfAnswer(Array.isArray(value), remover));
}

export type SecretRemover = Pick<Redactor, 'redact' | 'redactExceptPreferences'>;

/** A section of an answer. What is removed from a text follows from its section. */
interface AnswerSection {
  readonly redact: Redactor['redact'];
  /** The section of the value in the field `name`. */
  readonly sectionOf: (name: string) => AnswerSection;
  /** In the scan list, `url` is compared with the target and never shown. */
  readonly keepsUrl?: true;
}

/** A section that is compared and never shown. */
const comparedOnly: AnswerSection = { redact: (text) => text, sectionOf: () => comparedOnly };
/** Names of fields of an issue with texts that nothing is compared with. */
const shownOnlyFields = new Set(['description', 'remediation', 'references']);

/** The section of a whole answer: the scan list, or the result of a scan. */
function sectionOfAnswer(isList: boolean, { redact, redactExceptPreferences }: SecretRemover): AnswerSection {
  const shown: AnswerSection = { redact, sectionOf: (name) => (name === 'issues' ? issues : shown) };
  const issues: AnswerSection = {
    redact: redactExceptPreferences,
    sectionOf: (name) => (shownOnlyFields.has(name) ? shown : issues),
  };
  const shownIfIn = (names: readonly string[], name: string) => (names.includes(name) ? shown : comparedOnly);
  const crawlerOptions = { redact, sectionOf: (name: string) => shownIfIn(crawlerOptionNames, name) };
  const preferences = {
    redact,
    sectionOf: (name: string) =>
      name === 'crawler_options' ? crawlerOptions : shownIfIn(preferenceNames, name),
  };
  const list: AnswerSection = {
    redact,
    sectionOf: (name) => (name === 'preferences' ? preferences : list),
    keepsUrl: true,
  };
  const result: AnswerSection = {
    redact,
    sectionOf: (name) => (name === 'preferences' ? preferences : shown.sectionOf(name)),
  };
  return isList ? list : result;
}

function cleanValue(value: unknown, section: AnswerSection): unknown {
  if (typeof value === 'string') return section.redact(value);
  if (typeof value === 'number') return cleanNumber(value, section.redact);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return cleanFields(value, section);
  for (let index = 0; index < value.length; index += 1) value[index] = cleanValue(value[index], section);
  return value;
}

function cleanFields(object: object, section: AnswerSection): object {
  const { redact } = section;
  const fields = fieldsOf(object);
  let isRenamed = false;
  // `Object.entries` would take three times as long, because it makes a pair for each field.
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    isRenamed ||= cleanName(name, redact) !== name;
    if (isKept(name, value, section)) continue;
    const cleaned = cleanValue(value, section.sectionOf(name));
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

function isKept(name: string, value: unknown, { redact, keepsUrl }: AnswerSection): boolean {
  if (name === 'severity') return severityNamed(value) !== null;
  if (typeof value !== 'string') return false;
  if (name === 'percentage' || name === 'endDate') return percentageOrTimestamp.test(value);
  if (name === 'url') return keepsUrl === true;
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
