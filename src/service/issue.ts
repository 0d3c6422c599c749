/**
 * An entry of `issues` (service interface, section 2.3). A result may hold a hundred thousand of them, so they are read
 * field by field, and none is copied: a schema would take as long as parsing the body.
 */
import { isMapping } from '../core/json.ts';

/** What is read of an entry. A field of a wrong type counts as absent: empty, or `undefined`. */
export interface WireIssue {
  readonly group: string;
  readonly name: string;
  /** Decides the verdict, so it is taken as it comes. */
  readonly severity: unknown;
  /** These three tell findings apart and can decide the verdict, so the gate reads them. */
  readonly cve: unknown;
  readonly cwe: unknown;
  readonly cvss: unknown;
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
  return {
    group: text(entry['group']),
    name: text(entry['name']),
    severity: entry['severity'],
    cve: entry['cve'],
    cwe: entry['cwe'],
    cvss: entry['cvss'],
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

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
