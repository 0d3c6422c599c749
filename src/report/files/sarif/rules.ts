/** The rules of the SARIF file, by which GitHub describes and ranks alerts. */

import { bandScores, type Severity, severityOfScore } from '../../../core/severity.ts';
import { joinNonEmpty } from '../../../core/text.ts';
import type { Finding } from '../../../gate/findings.ts';
import type { HostViolation } from '../../../gate/verdict.ts';
import type { Texts } from '../../language/texts.ts';
import { codeSpan, escapeKeepingCode, escapeParagraphs } from '../../markdown/escape.ts';
import { addressLink, identifierLink } from '../../markdown/link.ts';
import { sarifSentence, sarifText } from '../../plain-text.ts';
import { identifiersOf } from '../../sentences/finding-sentences.ts';

/** In code points. GitHub accepts 1,024 UTF-16 units. A code point may be two units, or get a zero-width space. */
const maxDescriptionLength = 500;
const maxRuleNameLength = 200;
const maxReferences = 5;

/** GitHub's words for the severity of an alert without a score. */
export const alertLevels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  warning: 'note',
};

/** The CVSS score of a rule; for 0.0, which GitHub treats as no score, the middle score of the severity. */
function securitySeverity(severity: Severity, score: number): string {
  if (score === 0) return bandScores[severity].middle.toFixed(1);
  const rounded = score.toFixed(1);
  // For example, 6.95 is medium, but rounded up it would be high.
  return severityOfScore(Number(rounded)) === severityOfScore(score) ? rounded : String(score);
}

/**
 * The rule of a type of finding, described by the first and most severe of its findings.
 *
 * @param score the highest CVSS score of all findings of the rule; 0 without one
 * @param maxHelpLength limit of the description and of the remediation in the help, each
 */
export function findingRule(
  { id, finding, score }: { id: string; finding: Finding; score: number },
  texts: Texts,
  maxHelpLength: number,
) {
  const name = sarifText(finding.name, maxRuleNameLength) || texts.label.unnamed;
  const description = sarifSentence(finding.description, maxDescriptionLength);
  const help = helpOf(finding, texts, maxHelpLength);
  return {
    id,
    shortDescription: { text: name },
    fullDescription: { text: description || sarifSentence(name, maxRuleNameLength + 1) },
    help: {
      text: help.text || name,
      markdown: help.markdown || escapeParagraphs(name, 4 * maxRuleNameLength),
    },
    defaultConfiguration: { level: alertLevels[finding.severity] },
    properties: {
      tags: tagsOf(finding),
      // A score from 0.0 to 10.0 as text. GitHub derives the severity of the alert from it.
      'security-severity': securitySeverity(finding.severity, score),
      // GitHub sorts alerts of one severity by precision. It is fixed, because a scan does not say how sure it is.
      precision: 'high',
    },
  };
}

export type SarifRule = ReturnType<typeof findingRule>;

/** `security` makes it a security alert. Then come the CWE in GitHub's form, and the CVE. GitHub shows ten tags. */
function tagsOf(finding: Finding): string[] {
  const identifiers = identifiersOf(finding).map((word) =>
    word.startsWith('CWE-') ? `external/cwe/cwe-${word.slice(4).padStart(3, '0')}` : word,
  );
  return [...new Set(['security', ...identifiers])];
}

/** Description, remediation, references and identifiers, as plain text and as Markdown. */
function helpOf(finding: Finding, { label }: Texts, maxHelpLength: number) {
  const { description, remediation, cvss } = finding;
  const references = finding.references.slice(0, maxReferences);
  const plainReferences = references.map((reference) => sarifText(reference, 300));
  const identifiers = identifiersOf(finding);
  const titled = (title: string, text: string) => (text === '' ? '' : `${title}${text}`);
  const text = [
    sarifText(description, maxHelpLength),
    titled(`${label.howToFix}: `, sarifText(remediation, maxHelpLength)),
    titled(`${label.references}:\n`, joinNonEmpty(plainReferences, '\n')),
    identifiers.join(', '),
  ];
  const vector = cvss === null ? '' : codeSpan(cvss.vector, 120);
  const markdown = [
    escapeParagraphs(description, maxHelpLength),
    titled(`## ${label.howToFix}\n\n`, escapeParagraphs(remediation, maxHelpLength)),
    titled(
      `## ${label.references}\n\n`,
      references.map((reference) => `- ${addressLink(reference)}`).join('\n'),
    ),
    joinNonEmpty([...identifiers.map(identifierLink), vector], ' · '),
  ];
  return { text: joinNonEmpty(text, '\n\n'), markdown: joinNonEmpty(markdown, '\n\n') };
}

/** The key of the policy file for each kind of violation. */
const policyKeys: Readonly<Record<HostViolation['kind'], string>> = {
  port: 'host.allowed-ports',
  certificate: 'host.certificate-min-days',
  'no-certificate': 'host.certificate-min-days',
  'no-waf': 'host.require-waf',
};

/** The rule of every violation of one kind, such as `host-port`. @param violation the most severe of its kind */
export function hostRule({ kind, severity }: HostViolation, texts: Texts): SarifRule {
  const name = `${texts.hostRules.violatedRule}: ${policyKeys[kind]}`;
  return {
    id: `host-${kind}`,
    shortDescription: { text: name },
    fullDescription: { text: name },
    help: { text: name, markdown: escapeKeepingCode(name) },
    defaultConfiguration: { level: alertLevels[severity] },
    properties: {
      tags: ['security', 'host'],
      'security-severity': securitySeverity(severity, 0),
      precision: 'very-high',
    },
  };
}
