import { isMapping, textOf } from '../core/fields.ts';

/** An entry of `issues` (`docs/service-interface.md`, section 2.3). A field of a wrong type counts as absent: empty, or `undefined`. */
export interface WireIssue {
  readonly group: string;
  readonly name: string;
  /** Decides the verdict, so it is kept as it came. */
  readonly severity: unknown;
  /** These tell findings apart and can decide the verdict, so the gate reads them. */
  readonly cve: unknown;
  readonly cwe: unknown;
  readonly cvss: unknown;
  readonly remediation: string;
  /** A link, or several in any shape. */
  readonly references: unknown;
  readonly description: string;
  /** The evidence, of any shape. It may hold secrets. */
  readonly raw: unknown;
}

/** The names of its fields, those of `cvss` among them. */
export const issueFields: readonly string[] = [
  ...['group', 'name', 'severity', 'cve', 'cwe', 'cvss', 'score', 'detail'],
  ...['remediation', 'references', 'description', 'raw'],
];

/**
 * Reads an entry of `issues`; `null` if it is not an object. Not by a schema: for 100,000 entries that would take as long as
 * parsing the body. And not in `wire.ts`: the gate is loaded with the start of a run, and must not bring zod along.
 */
export function readIssue(entry: unknown): WireIssue | null {
  if (!isMapping(entry)) return null;
  return {
    group: textOf(entry['group']),
    name: textOf(entry['name']),
    severity: entry['severity'],
    cve: entry['cve'],
    cwe: entry['cwe'],
    cvss: entry['cvss'],
    remediation: textOf(entry['remediation']),
    references: entry['references'],
    description: textOf(entry['description']),
    raw: entry['raw'],
  };
}
