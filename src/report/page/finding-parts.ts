/** The title, score and details of a finding, for the table of blocking findings and the lists of other findings. */

import type { Severity } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import type { Finding } from '../../gate/findings.ts';
import type { JudgedFinding } from '../../gate/judgement.ts';
import type { FindingGroup } from '../equal-findings.ts';
import { severityName } from '../language/phrases.ts';
import type { Texts } from '../language/texts.ts';
import { cellCodeSpan, escapeMarkdown } from '../markdown/escape.ts';
import { hostLink, identifierLink, identifierUrl, scoreLink } from '../markdown/link.ts';
import { identifiersOf, placesPhrase } from '../sentences/finding-sentences.ts';

/** A finding may have any number of references; a few are enough to start reading. */
const maxReferences = 3;

export const icons: Readonly<Record<Severity, string>> = {
  critical: '🔴',
  high: '🟠',
  medium: '🟡',
  low: '🔵',
  warning: '⚪',
};

/** `🔴 Critical`, kept on one line, so that the colour is never without its word. */
export function severityLabel(severity: Severity, { language }: Texts): string {
  return `${icons[severity]}&nbsp;${severityName(severity, language)}`;
}

/** `SQL injection × 2 · /a · new`, as Markdown. */
export function findingTitle(group: FindingGroup, { texts, isNew }: FindingOptions): string {
  const { representative, count, places } = group;
  const name = escapeMarkdown(representative.finding.name, 200) || texts.label.unnamed;
  const times = count === 1 ? '' : ` × ${texts.number(count)}`;
  const phrases = [
    `<b>${name}</b>${times}`,
    cellCodeSpan(placesPhrase(places, texts.language), 160),
    isNew(representative) ? `<kbd>${texts.label.isNew}</kbd>` : '',
  ];
  return joinNonEmpty(phrases, ' · ');
}

/** The score, as a link to a calculator that shows its vector; `''` if there is none, which 0.0 means too. */
export function linkedScore({ cvss }: Finding, texts: Texts): string {
  return cvss === null || cvss.score === 0 ? '' : scoreLink(texts.decimal(cvss.score), cvss.vector);
}

/** Identifiers and references as links, without references that only repeat an identifier. */
function furtherReadingLinks(finding: Finding): string {
  const identifiers = identifiersOf(finding);
  const pages = identifiers.map(identifierUrl);
  const references = finding.references
    .filter((reference) => !pages.includes(reference.replace(/^http:/u, 'https:')))
    .slice(0, maxReferences)
    .map(hostLink);
  return joinNonEmpty([...identifiers.map(identifierLink), ...references], ' · ');
}

export interface FindingOptions {
  readonly texts: Texts;
  /** Renders a description or a remediation as Markdown for a table cell, cut to the limit of the page. */
  readonly renderCell: (text: string) => string;
  /** True to mark a finding as new. */
  readonly isNew: (judged: JudgedFinding) => boolean;
  /** True to fold description and remediation. */
  readonly isFolded: boolean;
}

/** A description as Markdown, with the titles of its parts in bold, and one added if it does not begin with a title. */
function problemMarkdown(description: string, { texts: { label }, renderCell }: FindingOptions): string {
  const titles = [label.problem, label.evidence, label.impact].join('|');
  const titleOfPart = new RegExp(`(?<=^|<br>)(?:${titles}):`, 'gu');
  const text = renderCell(description);
  const titled = text === '' || text.search(titleOfPart) === 0 ? text : `${label.problem}: ${text}`;
  return titled.replace(titleOfPart, '<b>$&</b>');
}

/**
 * Everything that the title of a finding does not say, and what to do about the finding, on one line of Markdown; `''`
 * if there is nothing to say. For findings that do not block, only the job summary shows this.
 *
 * @param description the part of the description that the row does not say
 */
export function findingDetails(group: FindingGroup, description: string, options: FindingOptions): string {
  const { texts, renderCell, isFolded } = options;
  const { label, phrase } = texts;
  const { finding } = group.representative;
  const remediation = renderCell(finding.remediation);
  const titled = (title: string, text: string) => (text === '' ? '' : `<b>${title}:</b> ${text}`);
  const beforeRemediation = [
    problemMarkdown(description, options),
    finding.unknownSeverity === null
      ? ''
      : escapeMarkdown(phrase.unknownSeverity(finding.unknownSeverity.slice(0, 60))),
  ];
  // The title of the fold is “How to fix”, so the remediation needs no title if it comes first in the fold.
  const isTitledByFold = isFolded && joinNonEmpty(beforeRemediation, '') === '';
  const paragraphs = [
    ...beforeRemediation,
    isTitledByFold ? remediation : titled(label.howToFix, remediation),
    furtherReadingLinks(finding),
  ];
  const details = joinNonEmpty(paragraphs, isFolded ? '<br><br>' : '<br>');
  if (details === '') return '';
  const title = remediation === '' ? label.details : label.howToFix;
  return isFolded ? `<details><summary>${title}</summary>${details}</details>` : `<br>${details}`;
}
