/** The title, score and details of a finding, for the table of blocking findings and the lists of other findings. */

import { joinNonEmpty } from '../../core/text.ts';
import type { Finding } from '../../gate/findings.ts';
import type { JudgedFinding } from '../../gate/verdict.ts';
import type { FindingGroup } from '../equal-findings.ts';
import type { Texts } from '../language/texts.ts';
import { cellCodeSpan, escapeMarkdown } from '../markdown/escape.ts';
import { limitList } from '../markdown/fit.ts';
import { hostLink, identifierLink, identifierUrl, scoreLink } from '../markdown/link.ts';
import { identifiersOf, type LabelledValue, placesOf, subjectsOf } from '../sentences/finding-sentences.ts';

/** A finding may have any number of references; a few are enough to start reading. */
const maxReferences = 3;
/** A title names at most three places, and at most three subjects: parameters, cookies and headers together. */
const maxInTitle = 3;
/** The details name at most 50 further places, and at most 50 further subjects. */
const maxInDetails = 50;

/** Markdown of some findings, and how many of them are in it. */
export interface RenderedFindings {
  readonly markdown: string;
  readonly count: number;
}

/** `SQL injection × 2 · GET /a, GET /b · parameter q · new`, as Markdown. */
export function findingTitle(group: FindingGroup, { texts }: FindingOptions): string {
  const { representative, findings, isNew } = group;
  const name = escapeMarkdown(representative.finding.name, 200) || texts.label.unnamed;
  const times = findings.length === 1 ? '' : ` × ${texts.number(findings.length)}`;
  const { places, subjects } = placesAndSubjects(group, texts);
  const furtherPlaces = places.length - maxInTitle;
  const phrases = [
    `<b>${name}</b>${times}`,
    titlePhrase(places),
    furtherPlaces > 0 ? texts.phrase.andMore(furtherPlaces) : '',
    titlePhrase(subjects),
    isNew ? `<kbd>${texts.label.isNew}</kbd>` : '',
  ];
  return joinNonEmpty(phrases, ' · ');
}

/** The places, parameters, cookies and headers of the findings, without those that their name contains. */
function placesAndSubjects({ representative, findings }: FindingGroup, texts: Texts) {
  const wordsOfName = representative.finding.name.slice(0, 1000).split(/[\s,;()"'`“”]+/u);
  const isNotInName = ({ value }: LabelledValue) => value === '' || !wordsOfName.includes(value);
  return {
    places: placesOf(findings, texts).filter(isNotInName),
    subjects: subjectsOf(findings, texts).filter(isNotInName),
  };
}

const labelledCode = ({ label, value }: LabelledValue) => joinNonEmpty([label, cellCodeSpan(value, 80)], ' ');

function titlePhrase(values: readonly LabelledValue[]): string {
  return values.slice(0, maxInTitle).map(labelledCode).join(', ');
}

/** The score, as a link to a calculator that shows its vector; `''` if there is no score. */
export function linkedScore({ cvss }: Finding, texts: Texts): string {
  return cvss === null ? '' : scoreLink(texts.decimal(cvss.score), cvss.vector);
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
  const { places, subjects } = placesAndSubjects(group, texts);
  const furtherValues = [places, subjects].flatMap((values) =>
    limitList(values.slice(maxInTitle).map(labelledCode), maxInDetails, phrase.andMore),
  );
  const remediation = renderCell(finding.remediation);
  const titled = (title: string, text: string) => (text === '' ? '' : `<b>${title}:</b> ${text}`);
  const beforeRemediation = [
    problemMarkdown(description, options),
    titled(label.evidence, furtherValues.join(', ')),
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
