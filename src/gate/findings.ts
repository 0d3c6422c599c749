/** Reads the findings of a result. A malformed finding hides no other finding, and is reported to the gate. */

import { hash } from 'node:crypto';
import { fieldsOf, isMapping, textOf } from '../core/fields.ts';
import type { UnreadableField } from '../core/problem.ts';
import { severityNamed, severityOfScore } from '../core/severity.ts';
import { expectedLongList, expectedShortList, maxLongList, maxShortList } from '../service/list-limits.ts';
import type { WireScanResult } from '../service/wire.ts';
import { readIdentifiers } from './identifiers.ts';
import { type Places, placeReader } from './places.ts';

/** One vulnerability of a scan, read from the service's `Issue`. Every string is hostile. */
export interface Finding extends Readonly<ReturnType<typeof readIssueFields>>, Places {
  /**
   * Key of the list that has the finding with `issue_types=true`, such as `headers`. `null` in the plain list, for a
   * key that is too long, and for a finding under several types.
   */
  readonly type: string | null;
  /**
   * Position of the finding in the answer of the service, as a JSON pointer (RFC 6901), such as `/issues/12`; `null`
   * below a key that is too long.
   */
  readonly source: string | null;
}

/**
 * Reads `issues` in both its shapes (`docs/internals/service-interface.md`, section 2.2): an array, or, with
 * `issue_types=true`, an object by type whose values have an `issues` array. Reads everything that is well-formed, even
 * if other parts are not. If there are too many entries, reads the first ones. Equal entries under several types are
 * one finding. Two equal entries under one type are two findings.
 *
 * @param siteHost the host of the target with its port, for the places; `null` if they are not known or do not matter
 */
export function readFindings(issues: WireScanResult['issues'], siteHost: string | null = null) {
  const lists = listsOf(issues);
  const placesIn = placeReader(siteHost);
  const entries = lists.flatMap((list) => readEntries(list, placesIn));
  const isListTooLong = entries.length > maxLongList;
  const [unreadable = null] = isListTooLong
    ? [{ path: 'issues', expected: expectedLongList }]
    : lists.flatMap(unreadableParts);
  const findings = new Map<string, Finding>();
  const repeatedUnderTypes: Finding[] = [];
  for (const { key, finding } of entries)
    if (findings.has(key)) {
      repeatedUnderTypes.push(finding);
      findings.set(key, { ...finding, type: null });
    } else findings.set(key, finding);
  return {
    findings: [...findings.values()],
    /** The second and further entries of findings under several types. The summary of the service may count them. */
    repeatedUnderTypes,
    /** The first part that is not well-formed, or `null`. */
    unreadable,
  };
}

interface IssueList extends UnreadableField {
  /** The key of the list with `issue_types=true`. */
  readonly type: string | null;
  /** JSON pointer to the list. */
  readonly pointer: string | null;
  /** A list, if the service keeps to its interface. */
  readonly list: unknown;
}

/** Every finding repeats the name of its type, so a name of megabytes would fill the disk with the JSON result. */
const maxTypeLength = 200;

function listsOf(issues: unknown): readonly IssueList[] {
  if (!isMapping(issues)) {
    const expected = 'an array, or an object by issue type';
    return [{ type: null, path: 'issues', pointer: '/issues', expected, list: issues }];
  }
  return Object.entries(issues).map(([name, value]) => {
    const isShort = name.length <= maxTypeLength;
    const key = name.replaceAll('~', '~0').replaceAll('/', '~1');
    return {
      type: isShort ? name : null,
      path: `issues.${name.slice(0, maxTypeLength)}.issues`,
      pointer: isShort ? `/issues/${key}/issues` : null,
      expected: 'an array',
      list: fieldsOf(value)['issues'],
    };
  });
}

/**
 * The findings of a list. Equal entries of several lists have the same key: the digest of the entry, and a number that
 * counts the equal entries of the list.
 */
function readEntries({ type, path, pointer, list }: IssueList, placesIn: ReturnType<typeof placeReader>) {
  if (!Array.isArray(list)) return [];
  const numbers = new Map<string, number>();
  return list.flatMap((entry: unknown, index) => {
    if (!isMapping(entry)) return [];
    const digest = hash('sha256', JSON.stringify(entry));
    const number = (numbers.get(digest) ?? 0) + 1;
    numbers.set(digest, number);
    const position = { type, source: pointer && `${pointer}/${index}` };
    const fields = readIssueFields(entry, `${path}[${index}]`);
    const finding: Finding = { ...position, ...fields, ...placesIn(entry['raw']) };
    return [{ key: `${digest} ${number}`, finding }];
  });
}

/** What is not well-formed: the list, an entry, or a list of identifiers that is too long to be read. */
function unreadableParts({ path, expected, list }: IssueList): UnreadableField[] {
  if (!Array.isArray(list)) return [{ path, expected }];
  return list.flatMap((entry: unknown, index): UnreadableField[] => {
    const entryPath = `${path}[${index}]`;
    if (!isMapping(entry)) return [{ path: entryPath, expected: 'an object' }];
    const isTooLong = (value: unknown) => Array.isArray(value) && value.length > maxShortList;
    return ['cve', 'cwe']
      .filter((name) => isTooLong(entry[name]))
      .map((name) => ({ path: `${entryPath}.${name}`, expected: expectedShortList }));
  });
}

/**
 * Reads the fields of an entry of `issues` (`docs/internals/service-interface.md`, section 2.3). A text of a wrong type
 * counts as absent. There is no schema, because checking 100,000 entries with one takes as long as parsing the body.
 *
 * @param path of the entry in the result
 */
function readIssueFields(issue: Readonly<Record<string, unknown>>, path: string) {
  const cvssOrUnreadable = readCvss(issue['cvss']);
  const cvss = cvssOrUnreadable === 'unreadable' ? null : cvssOrUnreadable;
  const severity = issue['severity'];
  const knownSeverity = severityNamed(severity);
  return {
    /** A group of `docs/internals/service-interface.md`, section 2.5, or any other text; empty if absent. */
    group: textOf(issue['group']),
    name: textOf(issue['name']),
    severity: knownSeverity ?? severityOfScore(cvss?.score ?? null),
    /** The severity in the service's words, if it is none of the five; `severity` is then derived from the score. */
    unknownSeverity: knownSeverity === null ? textOf(severity) : null,
    cvss,
    /** Path of `cvss` if it holds something that is not a score; `cvss` is `null` then. */
    unreadableScore: cvssOrUnreadable === 'unreadable' ? `${path}.cvss` : null,
    ...readIdentifiers(issue['cve'], issue['cwe']),
    description: textOf(issue['description']),
    remediation: textOf(issue['remediation']),
    /** As given, not checked to be links. */
    references: readReferences(issue['references']),
  };
}

/** The first score of `findings` that is present but cannot be read; `null` if there is none. */
export function firstUnreadableScore(findings: readonly Finding[]): UnreadableField | null {
  const path = findings.find(({ unreadableScore }) => unreadableScore !== null)?.unreadableScore ?? null;
  return path === null ? null : { path, expected: 'a CVSS score from 0.0 to 10.0' };
}

const scoreText = /^\d{1,2}(?:\.\d{1,20})?$/;

/** Reads a score from 0 to 10, given as a number or as text such as `9.8`. `null` if there is no score at all. */
function readCvss(cvss: unknown): { score: number; vector: string } | 'unreadable' | null {
  if (cvss === undefined || cvss === null) return null;
  if (!isMapping(cvss)) return 'unreadable';
  const { score: rawScore, detail } = cvss;
  const score = typeof rawScore === 'string' && scoreText.test(rawScore) ? Number(rawScore) : rawScore;
  if (typeof score === 'number' && score >= 0 && score <= 10) return { score, vector: textOf(detail) };
  // A vector, or a score under another name, means that there is a score.
  const isEmpty = Object.values(cvss).every((value) => value === null || value === undefined || value === '');
  return isEmpty && rawScore !== '' ? null : 'unreadable';
}

const maxReferences = 10;

/**
 * `references` is one link. Also accepts several links, in an array or separated by white space, and takes the first
 * ten.
 */
function readReferences(references: unknown): readonly string[] {
  const entries: unknown[] = Array.isArray(references) ? references : [references];
  return entries
    .slice(0, maxShortList)
    .filter((entry) => typeof entry === 'string')
    .flatMap((entry) => entry.trim().split(/\s+/, maxReferences))
    .filter((entry) => entry !== '')
    .slice(0, maxReferences);
}
