/** Reads the findings of a result. A malformed finding hides no other finding, and is reported to the gate. */

import { plainTextOfHtml } from '../core/html-text.ts';
import type { UnreadableField } from '../core/problem.ts';
import { parseSeverity, severityOfScore } from '../core/severity.ts';
import { fieldsOf, isMapping, textOf } from '../core/values.ts';
import type { WireScanResult } from '../service/wire.ts';
import { placeReader, textsIn } from './places.ts';

/** One vulnerability of a scan, read from the service's `Issue`. Every string is hostile. */
export type Finding = Readonly<ReturnType<typeof readFinding>>;

/**
 * Reads `issues`: a list, or, with `issue_types=true`, an object whose values have an `issues` list. Reads everything
 * that is well-formed, even if other parts are not.
 *
 * @param siteHost host of the target with its port; `null` if unknown
 * @returns `unreadable`: the first part that is not well-formed, or `null`
 */
export function readFindings(issues: WireScanResult['issues'], siteHost: string | null) {
  const readPlaces = placeReader(siteHost);
  const lists = isMapping(issues)
    ? Object.entries(issues).map(
        ([type, value]) => [`issues.${type}.issues`, fieldsOf(value)['issues'], type] as const,
      )
    : [['issues', issues, null] as const];
  const findings: Finding[] = [];
  let unreadable: UnreadableField | null = null;
  for (const [path, list, type] of lists) {
    if (!Array.isArray(list)) unreadable ??= { path, expected: 'a list' };
    for (const [index, entry] of (Array.isArray(list) ? list : []).entries())
      if (isMapping(entry)) findings.push(readFinding(entry, type, readPlaces));
      else unreadable ??= { path: `${path}[${index}]`, expected: 'an object' };
  }
  return { findings, unreadable };
}

/**
 * Reads the fields of an entry of `issues` (`docs/internals/service-interface.md`, section 2.3). A text of a wrong type
 * counts as absent. There is no schema, because checking 100,000 entries with one takes as long as parsing the body.
 */
function readFinding(
  issue: Readonly<Record<string, unknown>>,
  type: string | null,
  readPlaces: ReturnType<typeof placeReader>,
) {
  const cvss = readCvss(issue['cvss']);
  const severity = issue['severity'];
  const knownSeverity = parseSeverity(severity);
  const cve = readIdentifiers(issue['cve'], cvePattern, wholeCve);
  const cwe = readIdentifiers(issue['cwe'], cwePattern, wholeCwe);
  return {
    /** The issue type under which the service lists it; `null` if it does not list by type. */
    type,
    /** A group of `docs/internals/service-interface.md`, section 2.5, or any other text; empty if absent. */
    group: textOf(issue['group']),
    name: textOf(issue['name']),
    severity: knownSeverity ?? severityOfScore(cvss?.score ?? null),
    /** The severity in the service's words, if it is none of the five; `severity` is then derived from the score. */
    unknownSeverity: knownSeverity === null ? textOf(severity) : null,
    cvss,
    /** Such as `CVE-2021-23017`, in upper case. */
    cve: cve.identifiers.map((digits) => `CVE-${digits}`),
    cwe: cwe.identifiers.map(Number),
    /** Entries of both lists without one identifier. They still help to tell findings apart. */
    otherIdentifiers: { cve: cve.others, cwe: cwe.others },
    /** Without HTML. */
    description: plainTextOfHtml(textOf(issue['description'])),
    remediation: plainTextOfHtml(textOf(issue['remediation'])),
    /** As given, not checked to be links. */
    references: readReferences(issue['references']),
    /** Where it is on the site, as {@link placeReader} reads it. */
    places: readPlaces(issue['raw']),
  };
}

/**
 * A score from 0 to 10, given as a number or as text such as `9.8`, to one decimal, as CVSS has it; `null` for anything
 * else.
 */
function readCvss(cvss: unknown): { score: number; vector: string } | null {
  const { score: raw, detail } = fieldsOf(cvss);
  const score = typeof raw === 'string' && /^\d{1,2}(?:\.\d{1,20})?$/.test(raw) ? Number(raw) : raw;
  if (typeof score !== 'number' || !(score >= 0 && score <= 10)) return null;
  return { score: Math.round(score * 10) / 10, vector: textOf(detail) };
}

const cvePattern = /(?<!\w)CVE-(\d{4}-\d{4,19})(?!\d)/gi;
/** `CWE-79`, the key `cwe_id` above a 79, and the links of cwe.mitre.org. */
const cwePattern = /(?:(?<![a-z\d])CWE(?:_?ID)?[\W_]{0,4}|\/definitions\/)0{0,3}([1-9]\d{0,8})(?!\d)/gi;
const wholeCve = /^(?:CVE-)?(\d{4}-\d{4,19})$/i;
const wholeCwe = /^([1-9]\d{0,8})$/;

/**
 * Reads `cve` or `cwe`. A single value counts as a list with one entry. The interface does not document the form of an
 * entry: if exactly one identifier can be read in it, that is the entry, whatever else it says.
 */
function readIdentifiers(value: unknown, pattern: RegExp, whole: RegExp) {
  const identifiers = new Set<string>();
  const others = new Set<string>();
  for (const entry of Array.isArray(value) ? value : [value]) {
    const texts = textsIn(entry)
      .map(({ key, text }) => `${key} ${text}`.trim())
      .filter((text) => text !== '');
    const [identifier, ...more] = new Set(
      texts.flatMap(
        (text) => whole.exec(text)?.[1] ?? Array.from(text.matchAll(pattern), (match) => match[1] ?? ''),
      ),
    );
    if (identifier !== undefined && more.length === 0) identifiers.add(identifier);
    // Sorted, because the order of keys means nothing.
    else if (texts.length > 0) others.add(texts.sort().join('\n'));
  }
  return { identifiers: [...identifiers], others: [...others] };
}

const maxReferences = 10;

/** `references` is one link. Several, in a list or separated by white space, are read too: the first ten. */
function readReferences(references: unknown): readonly string[] {
  const entries: unknown[] = Array.isArray(references) ? references : [references];
  const links = entries.flatMap((entry) => textOf(entry).trim().split(/\s+/, maxReferences));
  return links.filter((link) => link !== '').slice(0, maxReferences);
}
