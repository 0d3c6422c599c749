/**
 * How many entries of a list of the service are read (`docs/internals/service-interface.md`, section 8). A longer list
 * keeps its first entries and one more, which tells the gate that there are others.
 */

import { fieldsOf, isMapping } from '../core/fields.ts';

/** Issues, services, and scans in the list of scans. */
export const maxLongList = 100_000;
/** Everything else: identifiers of an issue, words of `issuesSummary`, certificates, addresses and so on. */
export const maxShortList = 1_000;

/** What an error expects in place of a longer list. */
export const expectedLongList = 'a list of at most 100,000 entries';
export const expectedShortList = 'a list of at most 1,000 entries';
export const expectedFields = 'an object of at most 1,000 fields';

/** The first entries of a list; anything else as it is. */
export function cutList(value: unknown, max: number): unknown {
  return Array.isArray(value) && value.length > max ? value.slice(0, max + 1) : value;
}

/** The first texts of a list. */
export function cutTexts(list: readonly unknown[]): string[] {
  const texts = list.values().filter((entry) => typeof entry === 'string');
  return texts.take(maxShortList + 1).toArray();
}

/** The first fields of an object; anything else as it is. */
export function cutFields<T>(value: T): T | Readonly<Record<string, unknown>> {
  if (!isMapping(value)) return value;
  const fields = Object.entries(value);
  return fields.length <= maxShortList ? value : Object.fromEntries(fields.slice(0, maxShortList + 1));
}

/** Changes each list of `issues`, which is one list or has a list for each type. Other fields of a type are dropped. */
export function mapIssueLists(
  issues: unknown,
  change: (list: readonly unknown[]) => readonly unknown[],
): unknown {
  if (Array.isArray(issues)) return change(issues);
  if (!isMapping(issues)) return issues;
  const byType = Object.entries(issues).map(([type, group]) => {
    const list = fieldsOf(group)['issues'];
    return [type, { issues: Array.isArray(list) ? change(list) : list }];
  });
  return Object.fromEntries(byType);
}

/** The first entries of `issues`, over all types together. */
export function cutIssues(issues: unknown): unknown {
  let remaining = maxLongList + 1;
  return mapIssueLists(issues, (list) => {
    const kept = list.slice(0, remaining);
    remaining -= kept.length;
    return kept;
  });
}

/** True for a list of scans that is too long to be read. Its targets count like scans. */
export function isScanListTooLong(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  const scanLists = list.map((target) => fieldsOf(target)['scans']).filter(Array.isArray);
  return scanLists.reduce((sum, scans) => sum + scans.length, list.length) > maxLongList;
}
