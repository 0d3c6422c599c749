import type { Finding } from '../gate/findings.ts';
import { inline } from './markdown/escape.ts';
import { link } from './markdown/link.ts';

/** More identifiers than these say nothing more to a reader; all are in the JSON result. */
const maxIdentifiers = 8;

/** The well-formed CVE identifiers of a finding, in upper case. Everything else is remote text, not an identifier. */
function wellFormedCves(finding: Finding): string[] {
  const shown = finding.cve.slice(0, 200).map((cve) => cve.trim().toUpperCase());
  return shown.filter((cve) => /^CVE-\d{4}-\d{4,19}$/u.test(cve));
}

/** The CWE numbers of a finding that can be one: whole and positive. */
function wellFormedCwes(finding: Finding): number[] {
  return finding.cwe.filter((cwe) => Number.isInteger(cwe) && cwe > 0 && cwe < 1_000_000);
}

/** The identifiers of a finding as plain words, such as `CWE-89`, at most eight. */
export function identifierWords(finding: Finding): string[] {
  return [...wellFormedCwes(finding).map((cwe) => `CWE-${cwe}`), ...wellFormedCves(finding)].slice(
    0,
    maxIdentifiers,
  );
}

/** The identifiers of a finding as links to MITRE and NVD, at most eight. */
export function identifierLinks(finding: Finding): string[] {
  return identifierWords(finding).map((word) =>
    word.startsWith('CWE-')
      ? link(word, `https://cwe.mitre.org/data/definitions/${word.slice(4)}.html`)
      : link(word, `https://nvd.nist.gov/vuln/detail/${word}`),
  );
}

/** `CVSS 9.8`, or `''` where the finding has no score. */
export function scoreWords(finding: Finding): string {
  return finding.cvss === null ? '' : `CVSS ${finding.cvss.score.toFixed(1)}`;
}

/** The name of a finding as inline Markdown, or `unnamed`. */
export function shownName(finding: Finding, unnamed: string): string {
  const name = inline(finding.name, 200);
  return name === '' ? inline(unnamed) : name;
}
