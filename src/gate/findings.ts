import { isSeverity, type Severity, severityOfScore } from '../core/severity.ts';
import { readIssue, type WireIssue } from '../service/issue.ts';
import type { WireScanResult } from '../service/schema.ts';

/** A place in the result that decides the verdict and could not be understood. */
export interface Unreadable {
  readonly where: string;
  readonly expected: string;
}

export interface ReadFindings {
  readonly findings: readonly Finding[];
  /** The first place that could not be understood, or `null`. */
  readonly unreadable: Unreadable | null;
}

/**
 * Reads `issues` in both its shapes (service interface, section 2.2): an array, or, with `issue_types=true`, an object by
 * type whose values hold an `issues` array. What can be read is read, even where something else cannot.
 */
export function readFindings(issues: WireScanResult['issues']): ReadFindings {
  if (Array.isArray(issues)) return readList(issues, null, 'issues');
  if (typeof issues !== 'object' || issues === null) {
    return {
      findings: [],
      unreadable: { where: 'issues', expected: 'an array, or an object by issue type' },
    };
  }
  const findings: Finding[] = [];
  let unreadable: Unreadable | null = null;
  for (const [type, value] of Object.entries(issues)) {
    const list: unknown =
      typeof value === 'object' && value !== null && 'issues' in value ? value.issues : null;
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
    unknownSeverity: known === null ? String(describeSeverity(issue.severity)) : null,
    cvss: score === null ? null : { score, vector: issue.vector },
    cve: issue.cve.length === 0 ? none : issue.cve.flatMap(readCve),
    cwe: issue.cwe.every(isCwe) ? issue.cwe : issue.cwe.filter(isCwe),
    description: issue.description,
    remediation: issue.remediation,
    references: readReferences(issue.references),
  };
}

/** Shared by the many findings without one. */
const none: readonly string[] = [];

function isCwe(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

function readScore(score: number | undefined): number | null {
  return score !== undefined && score >= 0 && score <= 10 ? score : null;
}

function describeSeverity(severity: unknown): string {
  return typeof severity === 'string' ? severity : '';
}

/** The element type of `cve` is not shown: identifiers are found in strings and in the strings of objects. */
function readCve(entry: unknown): string[] {
  if (typeof entry === 'string') return entry.toUpperCase().match(/CVE-\d{4}-\d{4,19}/g) ?? [];
  return typeof entry === 'object' && entry !== null
    ? Object.values(entry)
        .filter((value) => typeof value === 'string')
        .flatMap(readCve)
    : [];
}

/** `references` is a reference link; several, as an array or separated by white space, are taken as well. */
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

/** One vulnerability of a scan, read from the service's `Issue`. Every string is hostile. */
export interface Finding {
  /** The key it stood under with `issue_types=true`, such as `headers`; `null` in the plain list. */
  readonly type: string | null;
  /** One of the groups of section 2.5 of the interface, or whatever the service said; empty when absent. */
  readonly group: string;
  readonly name: string;
  readonly severity: Severity;
  /** What the service said, where that is none of the five and `severity` was placed by score. */
  readonly unknownSeverity: string | null;
  readonly cvss: { readonly score: number; readonly vector: string } | null;
  /** `CVE-…` identifiers. */
  readonly cve: readonly string[];
  readonly cwe: readonly number[];
  readonly description: string;
  readonly remediation: string;
  /** Reference links as given; not yet known to be links. */
  readonly references: readonly string[];
}
