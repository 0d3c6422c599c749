/** Reads `cve` and `cwe` of a finding. The interface does not document the form of an entry of `cve`. */

import { hash } from 'node:crypto';
import { isCount } from '../core/fields.ts';
import { maxShortList } from '../service/list-limits.ts';

interface Identifiers {
  /** Such as `CVE-2021-23017`, in upper case. */
  readonly cve: readonly string[];
  readonly cwe: readonly number[];
  /**
   * Entries without an identifier, in the form `cve` or `cwe`, a space, and the JSON of the entry. They still help to
   * tell findings apart.
   */
  readonly otherIdentifiers: readonly string[];
}

/** A CVE identifier with its prefix. For the years from 1990 on, the prefix may be missing. */
const cvePattern = /^(?:CVE[-_: \p{Pd}]?(\d{4})|((?:199|20\d)\d))[-_\p{Pd}](\d{4,19})$/iu;
const cwePattern = /^(?:CWE[-_: ]?)?(\d{1,9})$/i;

/** A single value counts as a list with one entry. So does a list that is too long to be read. */
export function readIdentifiers(cve: unknown, cwe: unknown): Identifiers {
  const [cves, cwes] = [entriesOf(cve), entriesOf(cwe)];
  return {
    cve: cves.map(readCve).filter((name) => name !== null),
    cwe: cwes.map(readCwe).filter((number) => number !== null),
    otherIdentifiers: [
      ...cves.filter((entry) => readCve(entry) === null).map((entry) => `cve ${shortJson(entry)}`),
      ...cwes.filter((entry) => readCwe(entry) === null).map((entry) => `cwe ${shortJson(entry)}`),
    ],
  };
}

function entriesOf(value: unknown): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(value) && value.length <= maxShortList ? value : [value];
  return list.filter((entry) => !isBlank(entry));
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function readCwe(entry: unknown): number | null {
  const number = typeof entry === 'string' ? Number(cwePattern.exec(entry.trim())?.[1]) : entry;
  return isCount(number) && number > 0 ? number : null;
}

/** Reads a text only if all of it is an identifier: prose may name an identifier that the finding is not about. */
function readCve(entry: unknown): string | null {
  const [, year, bareYear, number] = (typeof entry === 'string' ? cvePattern.exec(entry.trim()) : null) ?? [];
  return number === undefined ? null : `CVE-${year ?? bareYear}-${number}`;
}

/** `value` as JSON. A digest replaces a long JSON text, so that different values stay different. */
function shortJson(value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  return json.length <= 200 ? json : hash('sha256', json);
}
