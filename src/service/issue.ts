/**
 * An entry of `issues` (service interface, section 2.3). A result may hold a hundred thousand of them, so they are read
 * field by field, and none is copied: a schema would take as long as parsing the body.
 */
import { fieldsOf, isMapping } from '../core/json.ts';

/** What is read of an entry. A field of a wrong type counts as absent: empty, or `undefined`. */
export interface WireIssue {
  readonly group: string;
  readonly name: string;
  /** Decides the verdict, so it is taken as it comes. */
  readonly severity: unknown;
  /** The element type is not shown. */
  readonly cve: readonly unknown[];
  readonly cwe: readonly number[];
  readonly score: number | undefined;
  /** `cvss.detail`. */
  readonly vector: string;
  readonly remediation: string;
  /** A link, or several in whatever shape. */
  readonly references: unknown;
  readonly description: string;
}

/** The names of the fields. */
export const issueFields = [
  ...['group', 'name', 'severity', 'cve', 'cwe', 'cvss', 'remediation', 'references', 'description', 'raw'],
  ...['score', 'detail'],
] as const;

/** Reads an entry of whatever shape; `null` for one that is no mapping. */
export function readIssue(entry: unknown): WireIssue | null {
  if (!isMapping(entry)) return null;
  const cvss = fieldsOf(entry['cvss']);
  const score = cvss['score'];
  return {
    group: text(entry['group']),
    name: text(entry['name']),
    severity: entry['severity'],
    cve: list(entry['cve']),
    cwe: numbers(list(entry['cwe'])),
    score: typeof score === 'number' ? score : undefined,
    vector: text(cvss['detail']),
    remediation: text(entry['remediation']),
    references: entry['references'],
    description: text(entry['description']),
  };
}

/** Nothing is read of an entry's raw data, which are most of it. @returns `entry`, without them */
export function withoutRawData(entry: unknown): unknown {
  if (isMapping(entry) && Object.hasOwn(entry, 'raw')) Object.assign(entry, noRawData);
  return entry;
}

const noRawData = { raw: undefined };

/** Shared by the many entries without one. */
const none: readonly unknown[] = [];

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numbers(values: readonly unknown[]): readonly number[] {
  const isNumber = (value: unknown) => typeof value === 'number';
  return values.every(isNumber) ? values : values.filter(isNumber);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : none;
}
