import type { Finding } from '../gate/finding.ts';
import { type Severity, severityOfScore } from '../severity.ts';
import type { Texts } from '../text/texts.ts';
import { block, code } from './escape.ts';
import { identifierLinks, identifierWords } from './identifiers.ts';
import { linkTo } from './link.ts';
import type { SarifLevel, SarifRule } from './sarif-format.ts';
import { quiet, quietLines, quietSentence, webUri } from './sarif-text.ts';

/** In code points, each of which may be two UTF-16 units or bring a zero-width space: GitHub takes 1,024 of a description. */
const maxDescriptionLength = 500;
const maxNameLength = 200;
const maxReferences = 5;

/** Scores in the middle of the bands of promise 1 of the contract, for what has no score of its own. */
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
 * The `security-severity` of a rule: its CVSS score, or one that stands for its severity where there is none or where it
 * is 0.0, which GitHub takes for no score.
 */
export function securitySeverity(severity: Severity, score: number | null): string {
  if (score === null || !(score > 0)) return bandScores[severity];
  const rounded = score.toFixed(1);
  // 6.95 is medium; rounded up it would be high.
  return severityOfScore(Number(rounded)) === severityOfScore(score) ? rounded : String(score);
}

/**
 * The rule of a type of finding, told by the first and most severe of its findings.
 *
 * @param id of the rule
 * @param score the highest CVSS score of all its findings, or `null`
 * @param options.maxTextLength of the description and of the remediation each, in the help
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
    properties: { tags: tagsOf(finding), 'security-severity': securitySeverity(finding.severity, score) },
  };
}

/** `security` makes it a security alert; then CWE in the form that GitHub knows, and CVE. GitHub shows ten of them. */
function tagsOf(finding: Finding): string[] {
  const identifiers = identifierWords(finding).map((word) =>
    word.startsWith('CWE-') ? `external/cwe/cwe-${word.slice(4).padStart(3, '0')}` : word,
  );
  return [...new Set(['security', ...identifiers])];
}

function helpUri(finding: Finding): string | null {
  const [identifier] = identifierWords(finding);
  const links = finding.references.map(webUri).filter((uri) => uri !== null);
  if (links[0] !== undefined || identifier === undefined) return links[0] ?? null;
  return identifier.startsWith('CWE-')
    ? `https://cwe.mitre.org/data/definitions/${identifier.slice(4)}.html`
    : `https://nvd.nist.gov/vuln/detail/${identifier}`;
}

function helpText(finding: Finding, { label }: Texts, maxTextLength: number): string {
  const remediation = quietLines(finding.remediation, maxTextLength);
  const references = finding.references
    .map((reference) => quiet(reference, 300))
    .filter((text) => text !== '');
  return [
    quietLines(finding.description, maxTextLength),
    remediation === '' ? '' : `${label.remediation}:\n${remediation}`,
    references.length === 0 ? '' : `${label.references}:\n${references.slice(0, maxReferences).join('\n')}`,
    identifierWords(finding).join(', '),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function helpMarkdown(finding: Finding, { label }: Texts, maxTextLength: number): string {
  const remediation = block(finding.remediation, maxTextLength);
  const references = finding.references
    .filter((reference) => reference.trim() !== '')
    .slice(0, maxReferences)
    .map((reference) => `- ${linkTo(reference)}`);
  const vector = finding.cvss === null ? '' : code(finding.cvss.vector, 120);
  return [
    block(finding.description, maxTextLength),
    remediation === '' ? '' : `## ${label.remediation}\n\n${remediation}`,
    references.length === 0 ? '' : `## ${label.references}\n\n${references.join('\n')}`,
    [...identifierLinks(finding), vector].filter((text) => text !== '').join(' · '),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
