import { fieldsOf, isMapping } from '../core/json.ts';
import { isSeverity, type Severity, severityOfScore } from '../core/severity.ts';
import { readIssue, type WireIssue } from '../service/issue.ts';
import type { WireScanResult } from '../service/schema.ts';

/** One vulnerability of a scan, read from the service's `Issue`. Every string is hostile. */
export interface Finding {
  /** Key of its list with `issue_types=true`, such as `headers`; `null` in the plain list. */
  readonly type: string | null;
  /** A group of `docs/service-interface.md`, section 2.5, or any other text; empty if absent. */
  readonly group: string;
  readonly name: string;
  readonly severity: Severity;
  /** The severity in the service's words, if it is none of the five; `severity` then comes from the score. */
  readonly unknownSeverity: string | null;
  readonly cvss: { readonly score: number; readonly vector: string } | null;
  /** `CVE-…` identifiers. */
  readonly cve: readonly string[];
  readonly cwe: readonly number[];
  readonly description: string;
  readonly remediation: string;
  /** As given, not checked to be links. */
  readonly references: readonly string[];
}

/** A part of the result that the verdict depends on, and that is not well-formed. */
export interface Unreadable {
  /** Path into the result. */
  readonly where: string;
  readonly expected: string;
}

export interface ReadFindings {
  readonly findings: readonly Finding[];
  /** The first part that is not well-formed, or `null`. */
  readonly unreadable: Unreadable | null;
}

/**
 * Reads `issues` in both its shapes (`docs/service-interface.md`, section 2.2): an array, or, with `issue_types=true`,
 * an object by type whose values have an `issues` array. Reads everything that is well-formed, even if other parts are
 * not.
 */
export function readFindings(issues: WireScanResult['issues']): ReadFindings {
  if (Array.isArray(issues)) return readList(issues, null, 'issues');
  if (!isMapping(issues)) {
    return {
      findings: [],
      unreadable: { where: 'issues', expected: 'an array, or an object by issue type' },
    };
  }
  const findings: Finding[] = [];
  let unreadable: Unreadable | null = null;
  for (const [type, value] of Object.entries(issues)) {
    const list = fieldsOf(value)['issues'];
    const where = `issues.${type}.issues`;
    const read = Array.isArray(list)
      ? readList(list, type, where)
      : { findings: [], unreadable: { where, expected: 'an array' } };
    for (const finding of read.findings) findings.push(finding);
    unreadable ??= read.unreadable;
  }
  return { findings, unreadable };
}

function readList(list: readonly unknown[], type: string | null, where: string): ReadFindings {
  const findings: Finding[] = [];
  let unreadable: Unreadable | null = null;
  for (const [index, entry] of list.entries()) {
    const issue = readIssue(entry);
    if (issue !== null) findings.push(toFinding(issue, type));
    else unreadable ??= { where: `${where}[${index}]`, expected: 'an object' };
  }
  return { findings, unreadable };
}

function toFinding(issue: WireIssue, type: string | null): Finding {
  const score = readScore(issue.score);
  const known = isSeverity(issue.severity) ? issue.severity : null;
  return {
    type,
    group: issue.group,
    name: issue.name,
    severity: known ?? severityOfScore(score),
    unknownSeverity: known === null ? textOf(issue.severity) : null,
    cvss: score === null ? null : { score, vector: issue.vector },
    cve: issue.cve.length === 0 ? none : issue.cve.flatMap(readCve),
    cwe: issue.cwe.every(isCwe) ? issue.cwe : issue.cwe.filter(isCwe),
    description: issue.description,
    remediation: issue.remediation,
    references: readReferences(issue.references),
  };
}

/** One list for all the findings that have no entries. */
const none: readonly string[] = [];

function isCwe(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

function readScore(score: number | undefined): number | null {
  return score !== undefined && score >= 0 && score <= 10 ? score : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The interface does not show the type of `cve`. Finds identifiers in strings and in the strings of objects. */
function readCve(entry: unknown): string[] {
  if (typeof entry === 'string') return entry.toUpperCase().match(/CVE-\d{4}-\d{4,19}/g) ?? [];
  return typeof entry === 'object' && entry !== null
    ? Object.values(entry)
        .filter((value) => typeof value === 'string')
        .flatMap(readCve)
    : [];
}

/** `references` is one link. Accepts several too, in an array or separated by white space. */
function readReferences(references: unknown): readonly string[] {
  if (references === undefined || references === '') return none;
  if (typeof references === 'string' && !/\s/.test(references)) return [references];
  const given: unknown[] = Array.isArray(references) ? references : [references];
  return given
    .filter((entry) => typeof entry === 'string')
    .flatMap((entry) => entry.split(/\s+/))
    .filter((entry) => entry !== '')
    .slice(0, 10);
}
