/** Findings on a page: the table of what blocks, the lists of what does not, and the parts of both. */

import { type Language, numbers, say, wordsIn } from '../../core/say.ts';
import type { Severity } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import type { Finding } from '../../gate/findings.ts';
import type { JudgedFinding } from '../../gate/judgement.ts';
import { countBySeverity } from '../../gate/summary-counts.ts';
import type { IgnoreRule } from '../../settings/policy-file.ts';
import {
  countFindings,
  type FindingGroup,
  groupEqualFindings,
  identifiersOf,
  placesPhrase,
  scorePhrase,
  splitDescription,
} from '../findings.ts';
import { cellCodeSpan, escapeMarkdown } from '../markdown/escape.ts';
import { fitItems, fold, joinBlocks, type SpaceLeft } from '../markdown/fit.ts';
import { hostLink, identifierLink, identifierUrl } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import { countsPhrase, icons, label, lineName, moreBlocking, severityName } from '../words.ts';
import { knownFindingsTitle, targetPhrase } from './counts.ts';

/** Nobody reads more rows at once: the others are folded. */
const maxRowsBeforeFold = 10;
/** Known and ignored findings come last: somebody has seen them before. */
const statuses = ['passing', 'known', 'ignored'] as const;

/** Markdown of some findings, and how many of them are in it. */
interface RenderedFindings {
  readonly markdown: string;
  readonly count: number;
}

/** The blocking findings as a table as far as there is room, the first ten rows open and the others folded. */
export function blockingTable(
  findings: readonly JudgedFinding[],
  model: ReportModel,
  options: FindingOptions,
  space: SpaceLeft,
): RenderedFindings {
  const tableHead = blockingTableHead(model);
  const foldOf = (count: number, rows: readonly string[]) =>
    fold(moreBlocking(count, model.language), [[tableHead, ...rows].join('\n')]);
  const groups = groupEqualFindings(findings);
  // The space for everything but the rows: the head of the table, and a fold with the longest possible title.
  const frame = joinBlocks([tableHead, groups.length > maxRowsBeforeFold ? foldOf(findings.length, []) : '']);
  const hasSpace = findings.length > 0 && space.reserve(`\n\n${frame}`);
  const rows = hasSpace ? fitItems(groups, (group) => blockingRow(group, options), space) : [];
  if (rows.length === 0) return { markdown: '', count: 0 };
  const count = countFindings(groups.slice(0, rows.length));
  const table = [tableHead, ...rows.slice(0, maxRowsBeforeFold)].join('\n');
  const foldedCount = count - countFindings(groups.slice(0, maxRowsBeforeFold));
  const folded = foldedCount > 0 ? foldOf(foldedCount, rows.slice(maxRowsBeforeFold)) : '';
  return { markdown: joinBlocks([table, folded]), count };
}

function blockingTableHead(model: ReportModel): string {
  const t = wordsIn(model.language);
  const heading =
    model.judgement.verdict === 'inconclusive'
      ? t('Would block: fix it too', 'Bloquearia: corrija também')
      : joinNonEmpty([t('What blocks', 'O que bloqueia'), targetPhrase(model)], ' ');
  return `| ${t('Severity', 'Severidade')} | ${heading} |\n|---|---|`;
}

/** One row of the table of blocking findings: how severe, what and where. */
function blockingRow(group: FindingGroup, options: FindingOptions): string {
  const { language } = options;
  const { finding } = group.representative;
  const severity = [severityLabel(finding.severity, language), scorePhrase(finding, language)];
  const { sentence, remainder } = splitDescription(finding.description);
  const [title, firstSentence] = [findingTitle(group, options), escapeMarkdown(sentence)];
  // The service names findings in English, and describes them in the language of the scan.
  const lines =
    language === 'pt' && firstSentence !== ''
      ? [`<b>${firstSentence}</b>`, title.replaceAll(/<\/?b>/gu, '')]
      : [title, firstSentence];
  const summary = joinNonEmpty(lines, '<br>');
  return `| ${joinNonEmpty(severity, '<br>')} | ${summary}${findingDetails(group, remainder, options)} |`;
}

/** The title of the fold of the findings that do not block, as Markdown. */
export function otherFindingsTitle(findings: readonly JudgedFinding[], language: Language): string {
  const template = {
    en: '{count:finding that does not block|findings that do not block} ({list})',
    pt: '{count:achado que não bloqueia|achados que não bloqueiam} ({list})',
  };
  const counts = countBySeverity(findings.map(({ finding }) => finding));
  return say(template, { count: findings.length, list: countsPhrase(counts, language) }, language);
}

/**
 * The findings that do not block, as lists, as far as there is room: first findings below the limits, then known
 * findings, then ignored findings. A page that is not folded also shows descriptions and remediations.
 */
export function otherFindingsLists(
  findings: readonly JudgedFinding[],
  model: ReportModel,
  options: FindingOptions,
  space: SpaceLeft,
): RenderedFindings {
  const titles = {
    passing: '',
    known: knownFindingsTitle(model),
    ignored: wordsIn(model.language)('Ignored by the policy', 'Ignorados pela política'),
  };
  const blocks: string[] = [];
  let count = 0;
  for (const status of statuses) {
    const findingsOfStatus = findings.filter((judged) => judged.status === status);
    const heading = titles[status] === '' ? '' : `**${escapeMarkdown(titles[status])}**`;
    if (findingsOfStatus.length === 0 || !space.reserve(`\n\n${heading}\n`)) continue;
    const groups = groupEqualFindings(findingsOfStatus);
    const items = fitItems(groups, (group) => findingItem(group, options), space);
    if (items.length > 0) blocks.push(heading, items.join('\n'));
    const shownCount = countFindings(groups.slice(0, items.length));
    count += shownCount;
    // If some findings of this list are left out, the less important lists are left out too.
    if (shownCount < findingsOfStatus.length) break;
  }
  return { markdown: joinBlocks(blocks), count };
}

/** A finding that does not block, as a list item: its severity, name and places. */
function findingItem(group: FindingGroup, options: FindingOptions): string {
  const { language, isFolded } = options;
  const { finding, ignoredBy } = group.representative;
  const facts = [
    joinNonEmpty([severityLabel(finding.severity, language), scorePhrase(finding, language)], ' '),
    findingTitle(group, options),
  ];
  const ignored = ignoredBy === null ? '' : ignoreFacts(ignoredBy, language);
  return `- ${joinNonEmpty(facts, ' · ')}${ignored}${isFolded ? '' : findingDetails(group, finding.description, options)}`;
}

/** Why a finding is ignored, until when and who owns the rule. Text of the policy file is escaped like any other. */
function ignoreFacts({ reason, expires, owner, line }: IgnoreRule, language: Language): string {
  const t = wordsIn(language);
  const facts = [
    `<i>${escapeMarkdown(reason, 300)}</i>`,
    expires === null ? '' : escapeMarkdown(`${t('until', 'até')} ${expires}`),
    owner === null ? '' : escapeMarkdown(`${t('owner', 'responsável')}: ${owner.slice(0, 200)}`, 120),
    lineName(line, language),
  ];
  return `<br>${joinNonEmpty(facts, ' · ')}`;
}

/** A finding may have any number of references; a few are enough to start reading. */
const maxReferences = 3;

/** `🔴 Critical`, kept on one line, so that the colour is never without its word. */
function severityLabel(severity: Severity, language: Language): string {
  return `${icons[severity]}&nbsp;${severityName(severity, language)}`;
}

/** `SQL injection × 2 · /a · new`, as Markdown. */
function findingTitle(group: FindingGroup, { language, isNew }: FindingOptions): string {
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
function findingDetails(group: FindingGroup, description: string, options: FindingOptions): string {
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
