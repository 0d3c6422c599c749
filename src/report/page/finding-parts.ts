/** The title, score and details of a finding, for the table of blocking findings and the lists of other findings. */

import { type Language, numbers, say, wordsIn } from '../../core/say.ts';
import type { Severity } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import type { Finding } from '../../gate/findings.ts';
import type { JudgedFinding } from '../../gate/judgement.ts';
import type { FindingGroup } from '../findings.ts';
import { identifiersOf, placesPhrase } from '../findings.ts';
import { cellCodeSpan, escapeMarkdown } from '../markdown/escape.ts';
import { hostLink, identifierLink, identifierUrl } from '../markdown/link.ts';
import { label, severityName } from '../words.ts';

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
export function severityLabel(severity: Severity, language: Language): string {
  return `${icons[severity]}&nbsp;${severityName(severity, language)}`;
}

/** `SQL injection × 2 · /a · new`, as Markdown. */
export function findingTitle(group: FindingGroup, { language, isNew }: FindingOptions): string {
  const { representative, count, places } = group;
  const name = escapeMarkdown(representative.finding.name, 200) || label('unnamed', language);
  const times = count === 1 ? '' : ` × ${numbers[language].number(count)}`;
  const phrases = [
    `<b>${name}</b>${times}`,
    cellCodeSpan(placesPhrase(places, language), 160),
    isNew(representative) ? `<kbd>${wordsIn(language)('new', 'novo')}</kbd>` : '',
  ];
  return joinNonEmpty(phrases, ' · ');
}

/** The score; `''` if there is none, which 0.0 means too. */
export function scorePhrase({ cvss }: Finding, language: Language): string {
  return cvss === null || cvss.score === 0 ? '' : numbers[language].decimal(cvss.score);
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
  readonly language: Language;
  /** Renders a description or a remediation as Markdown for a table cell, cut to the limit of the page. */
  readonly renderCell: (text: string) => string;
  /** True to mark a finding as new. */
  readonly isNew: (judged: JudgedFinding) => boolean;
  /** True to fold description and remediation. */
  readonly isFolded: boolean;
}

/**
 * Everything that the title of a finding does not say, and what to do about the finding, on one line of Markdown; `''`
 * if there is nothing to say. For findings that do not block, only the job summary shows this.
 *
 * @param description the part of the description that the row does not say
 */
export function findingDetails(group: FindingGroup, description: string, options: FindingOptions): string {
  const { language, renderCell, isFolded } = options;
  const t = wordsIn(language);
  const { finding } = group.representative;
  const remediation = renderCell(finding.remediation);
  const titled = (title: string, text: string) => (text === '' ? '' : `<b>${title}:</b> ${text}`);
  const beforeRemediation = [
    renderCell(description),
    finding.unknownSeverity === null ? '' : unknownSeverity(finding.unknownSeverity, language),
  ];
  // The title of the fold is “How to fix”, so the remediation needs no title if it comes first in the fold.
  const isTitledByFold = isFolded && joinNonEmpty(beforeRemediation, '') === '';
  const paragraphs = [
    ...beforeRemediation,
    isTitledByFold ? remediation : titled(label('howToFix', language), remediation),
    furtherReadingLinks(finding),
  ];
  const details = joinNonEmpty(paragraphs, isFolded ? '<br><br>' : '<br>');
  if (details === '') return '';
  const title = remediation === '' ? t('Details', 'Detalhes') : label('howToFix', language);
  return isFolded ? `<details><summary>${title}</summary>${details}</details>` : `<br>${details}`;
}

function unknownSeverity(word: string, language: Language): string {
  const template = {
    en: 'The scanning service calls this severity “{severity}”.',
    pt: 'O serviço de scan informou a severidade “{severity}”.',
  };
  return escapeMarkdown(say(template, { severity: word.slice(0, 60) }, language));
}
