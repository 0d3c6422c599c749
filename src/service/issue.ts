import { fieldsOf, isMapping } from '../core/json.ts';

/** An entry of `issues` (`docs/service-interface.md`, section 2.3). A field of a wrong type counts as absent: empty, or `undefined`. */
export interface WireIssue {
  readonly group: string;
  readonly name: string;
  /** Decides the verdict, so it is kept as it came. */
  readonly severity: unknown;
  /** The interface does not show the type of the elements. */
  readonly cve: readonly unknown[];
  readonly cwe: readonly number[];
  readonly score: number | undefined;
  /** `cvss.detail`. */
  readonly vector: string;
  readonly remediation: string;
  /** A link, or several in any shape. */
  readonly references: unknown;
  readonly description: string;
}

/**
 * Reads an entry of `issues`; `null` if it is not an object. Not by a schema: for 100,000 entries that would take as long as
 * parsing the body. And not in `schema.ts`: the gate is loaded with the start of a run, and must not bring zod along.
 */
export function readIssue(entry: unknown): WireIssue | null {
  if (!isMapping(entry)) return null;
  const cvss = fieldsOf(entry['cvss']);
  const score = cvss['score'];
  return {
    group: textOf(entry['group']),
    name: textOf(entry['name']),
    severity: entry['severity'],
    cve: listOf(entry['cve']),
    cwe: numbersOf(listOf(entry['cwe'])),
    score: typeof score === 'number' ? score : undefined,
    vector: textOf(cvss['detail']),
    remediation: textOf(entry['remediation']),
    references: entry['references'],
    description: textOf(entry['description']),
  };
}

/** Shared by all entries without a list. */
const none: readonly unknown[] = [];

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numbersOf(values: readonly unknown[]): readonly number[] {
  const isNumber = (value: unknown) => typeof value === 'number';
  return values.every(isNumber) ? values : values.filter(isNumber);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : none;
}
