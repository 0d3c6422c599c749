/** Findings on a page: the table of what blocks, the fold of what does not, and the parts of both. */

import { joinNonEmpty, type Language, numberFormats, say, wordsIn } from '../../core/say.ts';
import type { Severity } from '../../core/severity.ts';
import { countBySeverity } from '../../gate/finding-counts.ts';
import type { JudgedFinding } from '../../gate/judgement.ts';
import type { Finding } from '../../gate/read-findings.ts';
import type { IgnoreRule } from '../../settings/policy-file.ts';
import {
  countFindings,
  type FindingGroup,
  firstSentenceOf,
  groupEqualFindings,
  identifiersOf,
  placesPhrase,
  scorePhrase,
} from '../finding-phrases.ts';
import { cellCodeSpan, escapeMarkdown, escapeParagraphs } from '../markdown/escape.ts';
import { fitItems, fold, joinBlocks, type SpaceLeft } from '../markdown/fit.ts';
import { addressLink, identifierLink } from '../markdown/link.ts';
import type { PageKind, ReportModel } from '../model.ts';
import { countsPhrase, icons, label, lineName, moreBlocking, severityName } from '../words.ts';

/** Nobody reads more rows at once: the others are folded. */
const maxRowsBeforeFold = 10;
/** Limit of a description and of a remediation, in UTF-16 units: a comment has to show several findings. */
const maxTextLength = { comment: 1500, issue: 1500, summary: 8000 };
/** A finding may have any number of references; a few are enough to start reading. */
const maxReferences = 3;

/** Markdown of some findings, and how many of them are in it. */
interface RenderedFindings {
  readonly markdown: string;
  readonly count: number;
}

/** The blocking findings as a table as far as there is room, the first ten rows open and the others folded. */
export function blockingTable(
  findings: readonly JudgedFinding[],
  model: ReportModel,
  kind: PageKind,
  space: SpaceLeft,
): RenderedFindings {
  const t = wordsIn(model.language);
  const heading =
    model.judgement.verdict === 'inconclusive'
      ? t('Would block: fix it too', 'Bloquearia: corrija também')
      : t('What blocks', 'O que bloqueia');
  const tableOf = (rows: readonly string[]) =>
    [`| ${t('Severity', 'Severidade')} | ${heading} |\n|---|---|`, ...rows].join('\n');
  const foldOf = (count: number, rows: readonly string[]) =>
    fold(moreBlocking(count, model.language), [tableOf(rows)]);
  const groups = groupEqualFindings(findings);
  // The space for everything but the rows, with the longest possible title of the fold.
  const frame = joinBlocks([tableOf([]), foldOf(findings.length, [])]);
  const rows = space.reserve(`\n\n${frame}`)
    ? fitItems(groups, (group) => blockingRow(group, model, kind), space)
    : [];
  if (rows.length === 0) return { markdown: '', count: 0 };
  const count = countFindings(groups.slice(0, rows.length));
  const foldedCount = count - countFindings(groups.slice(0, maxRowsBeforeFold));
  const folded = foldedCount > 0 ? foldOf(foldedCount, rows.slice(maxRowsBeforeFold)) : '';
  return { markdown: joinBlocks([tableOf(rows.slice(0, maxRowsBeforeFold)), folded]), count };
}

/** One row of the table of blocking findings: how severe, what and where. */
function blockingRow(group: FindingGroup, model: ReportModel, kind: PageKind): string {
  const { finding } = group.representative;
  const severity = [severityLabel(finding.severity, model.language), scorePhrase(finding, model.language)];
  const what = findingTitle(group, model) + findingDetails(finding, model, kind);
  return `| ${joinNonEmpty(severity, '<br>')} | ${what} |`;
}

/**
 * The findings that do not block, folded, as lists as far as there is room: first findings below the limit, then known
 * and ignored findings, which somebody has seen before. The job summary also has their details.
 */
export function otherFindingsFold(
  findings: readonly JudgedFinding[],
  model: ReportModel,
  kind: PageKind,
  space: SpaceLeft,
): RenderedFindings {
  const { language } = model;
  const t = wordsIn(language);
  const template = {
    en: '{count:finding that does not block|findings that do not block} ({list})',
    pt: '{count:achado que não bloqueia|achados que não bloqueiam} ({list})',
  };
  const list = countsPhrase(countBySeverity(findings.map(({ finding }) => finding)), language);
  const title = say(template, { count: findings.length, list }, language);
  const headings = {
    passing: '',
    known: `**${t('Already in the baseline', 'Já na linha de base')}**`,
    ignored: `**${t('Ignored by the policy', 'Ignorados pela política')}**`,
  };
  const blocks: string[] = [];
  let count = 0;
  if (!space.reserve(`\n\n${fold(title, [title])}`)) return { markdown: '', count };
  for (const status of ['passing', 'known', 'ignored'] as const) {
    const groups = groupEqualFindings(findings.filter((judged) => judged.status === status));
    const hasSpace = space.reserve(`\n\n${headings[status]}\n\n`);
    const items = hasSpace ? fitItems(groups, (group) => findingItem(group, model, kind), space) : [];
    if (items.length > 0) blocks.push(headings[status], items.join('\n'));
    count += countFindings(groups.slice(0, items.length));
  }
  return { markdown: fold(title, blocks), count };
}

/** A finding that does not block, as a list item: its severity, name and places. */
function findingItem(group: FindingGroup, model: ReportModel, kind: PageKind): string {
  const { finding, ignoredBy } = group.representative;
  const { language } = model;
  const facts = [
    joinNonEmpty([severityLabel(finding.severity, language), scorePhrase(finding, language)], ' '),
    findingTitle(group, model),
  ];
  const ignored = ignoredBy === null ? '' : ignoreFacts(ignoredBy, language);
  const details = kind === 'summary' ? findingDetails(finding, model, kind) : '';
  return `- ${joinNonEmpty(facts, ' · ')}${ignored}${details}`;
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

/** `🔴 Critical`, kept on one line, so that the colour is never without its word. */
function severityLabel(severity: Severity, language: Language): string {
  return `${icons[severity]}&nbsp;${severityName(severity, language)}`;
}

/** `SQL injection × 2 · /a · new`, as Markdown. */
function findingTitle({ representative, count, places }: FindingGroup, model: ReportModel): string {
  const { language, judgement } = model;
  const { finding, status } = representative;
  const name = escapeMarkdown(finding.name, 200) || label('unnamed', language);
  const times = count === 1 ? '' : ` × ${numberFormats[language].number(count)}`;
  // Without a baseline to compare with, every finding would be new, so no finding is marked.
  const isNew = judgement.comparison.kind === 'compared' && (status === 'blocking' || status === 'passing');
  const phrases = [
    `<b>${name}</b>${times}`,
    cellCodeSpan(placesPhrase(places, language), 160),
    isNew ? `<kbd>${wordsIn(language)('new', 'novo')}</kbd>` : '',
  ];
  return joinNonEmpty(phrases, ' · ');
}

/** The first sentence of the description, and a fold with all else that is known of a finding, on one line. */
function findingDetails(finding: Finding, { language }: ReportModel, kind: PageKind): string {
  const markdownOf = (text: string) => escapeParagraphs(text, maxTextLength[kind], '<br><br>');
  const { description, unknownSeverity, references } = finding;
  const sentence = firstSentenceOf(description);
  const remediation = markdownOf(finding.remediation);
  const links = [
    ...identifiersOf(finding).map(identifierLink),
    ...references.slice(0, maxReferences).map(addressLink),
  ];
  const paragraphs = [
    remediation,
    description.trim() === sentence ? '' : markdownOf(description),
    unknownSeverity ? unknownSeveritySentence(unknownSeverity, language) : '',
    joinNonEmpty(links, ' · '),
  ];
  const details = joinNonEmpty(paragraphs, '<br><br>');
  const title = remediation === '' ? wordsIn(language)('Details', 'Detalhes') : label('howToFix', language);
  const folded = details === '' ? '' : `<details><summary>${title}</summary>${details}</details>`;
  return `${sentence === '' ? '' : '<br>'}${escapeMarkdown(sentence)}${folded}`;
}

function unknownSeveritySentence(word: string, language: Language): string {
  const template = {
    en: 'The scanning service calls this severity “{severity}”.',
    pt: 'O serviço de scan informou a severidade “{severity}”.',
  };
  return escapeMarkdown(say(template, { severity: word.slice(0, 60) }, language));
}
