import { joined } from '../../../core/text.ts';
import type { Finding } from '../../../gate/findings.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import { countIn, type FindingGroup, groupEqual } from '../../equal-findings.ts';
import type { Texts } from '../../language/texts.ts';
import { cellCode, inline, markup } from '../../markdown/escape.ts';
import { fitItems, fold, type Room } from '../../markdown/fit.ts';
import { identifierLink, identifierUrl, linkToHost, scoreLink } from '../../markdown/link.ts';
import {
  firstSentence,
  identifierWords,
  moreIdentifiers,
  needsWhy,
  ruleWords,
} from '../../sentences/finding-sentences.ts';
import { severityLabel } from './counts.ts';

/** A finding may have any number of references; a few are enough to start reading. */
const maxReferences = 3;
/** Places of a finding that its row names. */
const maxOpenPlaces = 2;
/** Rows before the fold: more than these nobody reads at once. */
const maxOpenRows = 10;

/** `2 × **SQL injection in …** new`, as Markdown. */
export function findingName({ judged, count }: FindingGroup, { texts, isNew }: FindingOptions): string {
  const name = inline(judged.finding.name, 200) || inline(texts.label.unnamed);
  const times = count === 1 ? '' : `${texts.number(count)} × `;
  return `${times}<b>${name}</b>${isNew(judged) ? ` <kbd>${inline(texts.policy.label.isNew)}</kbd>` : ''}`;
}

/** The score, as a link to a calculator that shows its vector; `''` if there is none. */
export function shownScore({ cvss }: Finding, texts: Texts): string {
  return cvss === null ? '' : scoreLink(texts.decimal(cvss.score), cvss.vector);
}

/** The first places and how many more there are, such as `/a`, `/b` and 2 more, as Markdown; `''` if none is known. */
export function shownPlaces({ where }: Finding, { phrase }: Texts): string {
  const more = where.length - maxOpenPlaces;
  const first = where.slice(0, maxOpenPlaces).map((place) => cellCode(place, 80));
  return `${first.join(', ')}${more > 0 ? ` ${phrase.andMore(more)}` : ''}`;
}

/** Identifiers and references as links, without references that only repeat an identifier. */
function reading(finding: Finding, texts: Texts): string {
  const identifiers = identifierWords(finding);
  const pages = new Set(identifiers.map((identifier) => withoutScheme(identifierUrl(identifier))));
  const references = finding.references
    .filter((reference) => reference.trim() !== '' && !pages.has(withoutScheme(reference)))
    .slice(0, maxReferences)
    .map(linkToHost);
  return joined([...identifiers.map(identifierLink), moreIdentifiers(finding, texts), ...references], ' · ');
}

function withoutScheme(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/u, '')
    .replace(/\/$/u, '');
}

export interface FindingOptions {
  readonly texts: Texts;
  /** A description or a remediation as Markdown of a table cell, cut to the limit of the page. */
  readonly cell: (text: string) => string;
  /** True to mark a finding as new. */
  readonly isNew: (judged: JudgedFinding) => boolean;
  /** True to fold description and remediation. */
  readonly isFolded: boolean;
}

/** What to do about a finding and all that is known about it, on one line of Markdown; `''` if nothing is. */
export function findingDetails(finding: Finding, { texts, cell, isFolded }: FindingOptions): string {
  const { label, phrase } = texts;
  const { unknownSeverity } = finding;
  const remediation = cell(finding.remediation);
  const parts = [
    remediation === '' || isFolded ? remediation : `<b>${label.howToFix}:</b> ${remediation}`,
    cell(finding.description),
    unknownSeverity === null ? '' : inline(phrase.unknownSeverity(unknownSeverity.slice(0, 60))),
    reading(finding, texts),
  ].filter((part) => part !== '');
  if (parts.length === 0) return '';
  const shown = parts.join('<br><br>');
  const title = remediation === '' ? label.details : label.howToFix;
  return isFolded ? `<details><summary>${title}</summary><br>${shown}</details>` : `<br><br>${shown}`;
}

/** One row of the table of blocking findings: how severe, what and where. */
function findingRow(group: FindingGroup, showsWhy: boolean, options: FindingOptions): string {
  const { texts } = options;
  const { finding } = group.judged;
  const severity = [severityLabel(finding.severity, texts), shownScore(finding, texts)];
  const sentence = firstSentence(finding.description);
  const about = [inline(sentence), shownPlaces(finding, texts)];
  const description = finding.description.trim();
  // The row has the first sentence already.
  const rest = description.startsWith(sentence) ? description.slice(sentence.length).trim() : description;
  const details = findingDetails({ ...finding, description: rest }, options);
  const why = showsWhy
    ? `${texts.policy.label.whyItBlocks}: ${ruleWords(group.judged, texts)
        .map((rule) => markup(rule))
        .join(', ')}`
    : '';
  const lines = [findingName(group, options), joined(about, ' · '), why];
  const shown = joined(lines, '<br>');
  return `\n| ${joined(severity, '<br>')} | ${shown}${details} |`;
}

/** Markdown of some findings, and how many of them are in it. */
export interface FittedFindings {
  readonly markdown: string;
  readonly shown: number;
}

/**
 * The blocking findings as a table as far as there is room, the first ten rows open and the others folded.
 *
 * @param options.heading of the column of the findings
 */
export function blockingFindings(
  findings: readonly JudgedFinding[],
  { heading, ...options }: FindingOptions & { readonly heading: string },
  room: Room,
): FittedFindings {
  const { label, phrase } = options.texts;
  const head = `| ${label.severity} | ${heading} |\n|---|---|`;
  const folded = (count: number, rows: string) => fold(inline(phrase.moreBlocking(count)), [head + rows]);
  const groups = groupEqual(findings, options);
  const showsWhy = needsWhy(findings);
  const frame = groups.length > maxOpenRows ? `\n\n${folded(findings.length, '')}` : '';
  if (findings.length === 0 || !room.add(`\n\n${head}${frame}`)) return { markdown: '', shown: 0 };
  const rows = fitItems(groups, (group) => findingRow(group, showsWhy, options), room);
  if (rows.length === 0) return { markdown: '', shown: 0 };
  const more = rows.slice(maxOpenRows);
  const open = head + rows.slice(0, maxOpenRows).join('');
  return {
    markdown:
      more.length === 0
        ? open
        : `${open}\n\n${folded(countIn(groups.slice(maxOpenRows, rows.length)), more.join(''))}`,
    shown: countIn(groups.slice(0, rows.length)),
  };
}
