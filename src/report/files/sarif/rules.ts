import { createHash } from 'node:crypto';
import { joined } from '../../../core/joined.ts';
import { type Severity, severityOfScore } from '../../../core/severity.ts';
import type { Finding } from '../../../gate/findings.ts';
import type { HostViolation } from '../../../gate/host-rules.ts';
import type { Texts } from '../../language/texts.ts';
import { block, code, markup } from '../../markdown/escape.ts';
import { identifierLink, identifierUrl, linkTo } from '../../markdown/link.ts';
import { identifierWords } from '../../sentences/finding-sentences.ts';
import { quiet, quietLines, quietSentence, webUri } from './text.ts';

export type SarifLevel = 'error' | 'warning' | 'note';

export interface SarifText {
  /** Plain text. */
  readonly text: string;
  readonly markdown?: string;
}

export interface SarifRule {
  readonly id: string;
  readonly shortDescription: SarifText;
  readonly fullDescription: SarifText;
  readonly help: SarifText;
  /** Absolute `http(s)` address. */
  readonly helpUri?: string;
  readonly defaultConfiguration: { readonly level: SarifLevel };
  readonly properties: {
    readonly tags: readonly string[];
    /** A score from 0.0 to 10.0 as text. GitHub derives the severity of the alert from it. */
    readonly 'security-severity': string;
    /** How sure a result is. GitHub lists alerts of the same severity by it. */
    readonly precision: 'high' | 'very-high';
  };
}

/** GitHub takes 1,024 UTF-16 units. This is in code points, each of which may be two units or get a zero-width space. */
const maxDescriptionLength = 500;
const maxNameLength = 200;
const maxReferences = 5;

/** For what has no score: the middle of the bands of docs/contract.md, promise 1. */
const bandScores: Readonly<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  warning: '0.0',
};

const levels: Readonly<Record<Severity, SarifLevel>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  warning: 'note',
};

export function levelOf(severity: Severity): SarifLevel {
  return levels[severity];
}

/**
 * The `security-severity` of a rule: its CVSS score. Without one, or with 0.0, which GitHub takes for no score, a score
 * that represents the severity.
 */
function securitySeverity(severity: Severity, score: number | null): string {
  if (score === null || !(score > 0)) return bandScores[severity];
  const rounded = score.toFixed(1);
  // 6.95 is medium; rounded up it would be high.
  return severityOfScore(Number(rounded)) === severityOfScore(score) ? rounded : String(score);
}

/**
 * The rule of a type of finding, described by the first and most severe of its findings.
 *
 * @param score the highest CVSS score of all findings of the rule, or `null`
 * @param options.maxTextLength limit of the description and of the remediation each, in the help
 */
export function findingRule(
  { id, finding, score }: { id: string; finding: Finding; score: number | null },
  texts: Texts,
  { maxTextLength }: { maxTextLength: number },
): SarifRule {
  const name = quiet(finding.name, maxNameLength) || texts.label.unnamed;
  const description = quietSentence(finding.description, Math.min(maxDescriptionLength, maxTextLength));
  const uri = helpUri(finding);
  return {
    id,
    shortDescription: { text: name },
    fullDescription: { text: description || quietSentence(name, maxNameLength + 1) },
    help: {
      text: helpText(finding, texts, maxTextLength) || name,
      markdown: helpMarkdown(finding, texts, maxTextLength) || block(name, 4 * maxNameLength),
    },
    ...(uri === null ? {} : { helpUri: uri }),
    defaultConfiguration: { level: levelOf(finding.severity) },
    properties: {
      tags: tagsOf(finding),
      'security-severity': securitySeverity(finding.severity, score),
      // A scan concludes from how a site answers, and the interface does not say how sure it is.
      precision: 'high',
    },
  };
}

/** `security` makes it a security alert; then the CWE in the form that GitHub knows, and the CVE. GitHub shows ten. */
function tagsOf(finding: Finding): string[] {
  const identifiers = identifierWords(finding).map((word) =>
    word.startsWith('CWE-') ? `external/cwe/cwe-${word.slice(4).padStart(3, '0')}` : word,
  );
  return [...new Set(['security', ...identifiers])];
}

function helpUri(finding: Finding): string | null {
  const [identifier] = identifierWords(finding);
  const links = finding.references.map(webUri).filter((uri) => uri !== null);
  return links[0] ?? (identifier === undefined ? null : identifierUrl(identifier));
}

function helpText(finding: Finding, { label }: Texts, maxTextLength: number): string {
  const remediation = quietLines(finding.remediation, maxTextLength);
  const references = finding.references
    .map((reference) => quiet(reference, 300))
    .filter((text) => text !== '');
  return joined(
    [
      quietLines(finding.description, maxTextLength),
      remediation === '' ? '' : `${label.howToFix}:\n${remediation}`,
      references.length === 0 ? '' : `${label.references}:\n${references.slice(0, maxReferences).join('\n')}`,
      identifierWords(finding).join(', '),
    ],
    '\n\n',
  );
}

function helpMarkdown(finding: Finding, { label }: Texts, maxTextLength: number): string {
  const remediation = block(finding.remediation, maxTextLength);
  const references = finding.references
    .filter((reference) => reference.trim() !== '')
    .slice(0, maxReferences)
    .map((reference) => `- ${linkTo(reference)}`);
  const vector = finding.cvss === null ? '' : code(finding.cvss.vector, 120);
  return joined(
    [
      block(finding.description, maxTextLength),
      remediation === '' ? '' : `## ${label.howToFix}\n\n${remediation}`,
      references.length === 0 ? '' : `## ${label.references}\n\n${references.join('\n')}`,
      joined([...identifierWords(finding).map(identifierLink), vector], ' · '),
    ],
    '\n\n',
  );
}

const maxSlugLength = 60;

/** Parts of a name that name a place, not a weakness: addresses of every kind, host names, and dotted numbers. */
const places =
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+|\[[0-9a-f:.]+\](?::\d+)?|(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?::\d+)?|\blocalhost\b(?::\d+)?/gu;

/**
 * The rule id of a type of finding, such as `sql-injection-in-the-parameter-q.0123456789abcdef0123`: words of the name, then
 * the digits of the fingerprint, which make it unique. Both are the same on every host, so that GitHub recognizes alerts on
 * the next preview of the same site.
 *
 * @param fingerprint of the gate, with its version: `v1:…`
 * @param host of the target with its port, or `null`; it is removed from the name
 */
export function findingRuleId(name: string, fingerprint: string, host: string | null): string {
  const digits = fingerprint.replace(/^.*:/u, '');
  return `${slugOf(name, host) || 'finding'}.${digits}`;
}

/** The words of a name, such as `sql-injection-in-the-parameter-q`; `''` if it has none. */
function slugOf(name: string, host: string | null): string {
  // The slug is shorter than this, unless the name starts with many addresses.
  const folded = name.slice(0, 500).normalize('NFKC').toLowerCase().replace(places, ' ');
  const general = withoutHost(folded, host);
  const words = general.match(/[a-z0-9]+/gu) ?? [];
  let text = '';
  for (const word of words) {
    const longer = text === '' ? word.slice(0, maxSlugLength) : `${text}-${word}`;
    if (longer.length > maxSlugLength) break;
    text = longer;
  }
  return text;
}

/** A host of one label, such as `preview`, does not look like a place. */
function withoutHost(text: string, host: string | null): string {
  const bare = (host ?? '').toLowerCase().replace(/:\d+$/u, '');
  if (!/^[a-z0-9-]+$/u.test(bare)) return text;
  return text.replace(new RegExp(`(?<![a-z0-9-])${bare}(?![a-z0-9-])(?::\\d{1,5}\\b)?`, 'gu'), ' ');
}

/** The rule of every violation of one kind, such as `host-port`. */
export function hostRuleId(violation: HostViolation): string {
  return `host-${violation.kind}`;
}

/** @param violation the most severe of its kind */
export function hostRule(violation: HostViolation, texts: Texts): SarifRule {
  const { name, description } = texts.sarif.hostRules[violation.kind];
  return {
    id: hostRuleId(violation),
    shortDescription: { text: name },
    fullDescription: { text: description },
    help: { text: description, markdown: markup(description) },
    defaultConfiguration: { level: levelOf(violation.severity) },
    properties: {
      tags: ['security', 'host'],
      'security-severity': securitySeverity(violation.severity, null),
      precision: 'very-high',
    },
  };
}

/**
 * Twenty hexadecimal digits that name a violation across scans. The port counts; the name in a certificate does not,
 * because the next preview has another one.
 */
export function hostPrint(violation: HostViolation): string {
  return createHash('sha256')
    .update(JSON.stringify(['host', violation.kind, stableDetail(violation)]))
    .digest('hex')
    .slice(0, 20);
}

function stableDetail(violation: HostViolation): number | string | null {
  switch (violation.kind) {
    case 'port':
      return violation.port ?? violation.service;
    case 'certificate':
    case 'no-certificate':
    case 'no-waf':
      return null;
  }
}
