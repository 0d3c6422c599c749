/** The table of what blocks; the titles and details of its rows are those of other findings too. */

import { joined } from '../../../core/text.ts';
import type { Finding } from '../../../gate/findings.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import { countIn, type FindingGroup, groupEqual } from '../../equal-findings.ts';
import { blocksByItself, type ExceededBudget, exceededBudgets } from '../../exceeded-budgets.ts';
import type { Texts } from '../../language/texts.ts';
import { cellCode, escaped } from '../../markdown/escape.ts';
import { atMost, fitItems, fold, joinBlocks, type SpaceLeft } from '../../markdown/fit.ts';
import { hostLink, identifierLink, identifierUrl, scoreLink } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';
import {
  identifierWords,
  type LabelledName,
  needsWhy,
  placesOf,
  ruleWords,
  splitDescription,
  subjectsOf,
} from '../../sentences/finding-sentences.ts';
import { onTarget, severityLabel } from './counts.ts';

/** A finding may have any number of references; a few are enough to start reading. */
const maxReferences = 3;
/** How many places of a finding its row names, and how many parameters, cookies and headers together. */
const maxNamesInRow = 3;
/** How many more places, and how many more parameters, cookies and headers together, its fold names. */
const maxNamesInFold = 50;
/** Nobody reads more rows at once: the others are folded. */
const maxRowsBeforeFold = 10;

/** `SQL injection × 2 · GET /a, GET /b · parameter q · new`, as Markdown. */
export function findingTitle(group: FindingGroup, texts: Texts): string {
  const { judged, findings, isNew } = group;
  const name = escaped(judged.finding.name, 200) || texts.label.unnamed;
  const times = findings.length === 1 ? '' : ` × ${texts.number(findings.length)}`;
  const { places, subjects } = placesAndSubjects(group, texts);
  const more = places.length - maxNamesInRow;
  const facts = [
    `<b>${name}</b>${times}`,
    namesInRow(places),
    more > 0 ? texts.phrase.andMore(more) : '',
    namesInRow(subjects),
    isNew ? `<kbd>${texts.label.isNew}</kbd>` : '',
  ];
  return joined(facts, ' · ');
}

/** The places of the findings and what they are about there, without what stands in their name. */
function placesAndSubjects({ judged, findings }: FindingGroup, texts: Texts) {
  const said = judged.finding.name.slice(0, 1000).split(/[\s,;()"'`“”]+/u);
  const isUnsaid = ({ value }: LabelledName) => value === '' || !said.includes(value);
  return {
    places: placesOf(findings, texts).filter(isUnsaid),
    subjects: subjectsOf(findings, texts).filter(isUnsaid),
  };
}

const nameInCell = ({ label, value }: LabelledName) => joined([label, cellCode(value, 80)], ' ');

function namesInRow(names: readonly LabelledName[]): string {
  return names.slice(0, maxNamesInRow).map(nameInCell).join(', ');
}

/** The score, as a link to a calculator that shows its vector; `''` if there is none. */
export function shownScore({ cvss }: Finding, texts: Texts): string {
  return cvss === null ? '' : scoreLink(texts.decimal(cvss.score), cvss.vector);
}

/** Identifiers and references as links, without references that only repeat an identifier. */
function furtherReading(finding: Finding): string {
  const identifiers = identifierWords(finding);
  const pages = identifiers.map(identifierUrl);
  const references = finding.references
    .filter((reference) => !pages.includes(reference.replace(/^http:/u, 'https:')))
    .slice(0, maxReferences)
    .map(hostLink);
  return joined([...identifiers.map(identifierLink), ...references], ' · ');
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

/**
 * A description as Markdown, with the titles that the service gives its parts in bold, and with one if it begins
 * without.
 */
function problemText(description: string, { texts: { label }, cell }: FindingOptions): string {
  const titles = [label.problem, label.evidence, label.impact].join('|');
  const titleOfPart = new RegExp(`(?<=^|<br>)(?:${titles}):`, 'gu');
  const text = cell(description);
  const titled = text === '' || text.search(titleOfPart) === 0 ? text : `${label.problem}: ${text}`;
  return titled.replace(titleOfPart, '<b>$&</b>');
}

/**
 * All that the title of a finding does not say, and what to do about it, on one line of Markdown; `''` for nothing.
 * Also for findings that do not block (`other-findings.ts`), in the job summary.
 *
 * @param description the part of the description that the row does not say
 */
export function findingDetails(group: FindingGroup, description: string, options: FindingOptions): string {
  const { texts, cell, isFolded } = options;
  const { label, phrase } = texts;
  const { finding } = group.judged;
  const { places, subjects } = placesAndSubjects(group, texts);
  const evidence = [places, subjects].flatMap((names) =>
    atMost(names.slice(maxNamesInRow).map(nameInCell), maxNamesInFold, phrase.andMore),
  );
  const remediation = cell(finding.remediation);
  const titled = (title: string, text: string) => (text === '' ? '' : `<b>${title}:</b> ${text}`);
  const before = [
    problemText(description, options),
    titled(label.evidence, evidence.join(', ')),
    finding.unknownSeverity === null
      ? ''
      : escaped(phrase.unknownSeverity(finding.unknownSeverity.slice(0, 60))),
  ];
  // The title of the fold is “How to fix” already, if nothing stands between.
  const isSaid = isFolded && joined(before, '') === '';
  const parts = [
    ...before,
    isSaid ? remediation : titled(label.howToFix, remediation),
    furtherReading(finding),
  ];
  const details = joined(parts, isFolded ? '<br><br>' : '<br>');
  if (details === '') return '';
  const title = remediation === '' ? label.details : label.howToFix;
  return isFolded ? `<details><summary>${title}</summary>${details}</details>` : `<br>${details}`;
}

/** One row of the table of blocking findings: how severe, what and where. */
function findingRow(group: FindingGroup, showsWhy: boolean, options: FindingOptions): string {
  const { texts } = options;
  const { finding } = group.judged;
  const severity = [severityLabel(finding.severity, texts), shownScore(finding, texts)];
  const { sentence, remainder } = splitDescription(finding.description);
  const rules = showsWhy && blocksByItself(group.judged) ? ruleWords(group.judged, texts) : [];
  const why = rules.length === 0 ? '' : `${texts.policy.whyItBlocks}: ${rules.join(', ')}`;
  const [title, said] = [findingTitle(group, texts), escaped(sentence)];
  // The sentence comes before a name that is not in the reader's language.
  const lines =
    texts.areNamesForeign && said !== ''
      ? [`<b>${said}</b>`, title.replaceAll(/<\/?b>/gu, '')]
      : [title, said];
  const summary = joined([...lines, why], '<br>');
  return `| ${joined(severity, '<br>')} | ${summary}${findingDetails(group, remainder, options)} |`;
}

/** Markdown of some findings, and how many of them are in it. */
export interface FittedFindings {
  readonly markdown: string;
  readonly count: number;
}

/** The blocking findings as a table as far as there is room, the first ten rows open and the others folded. */
export function blockingFindings(
  findings: readonly JudgedFinding[],
  model: ReportModel,
  options: FindingOptions,
  space: SpaceLeft,
): FittedFindings {
  const { texts } = options;
  const { blockingFinding, wouldBlock } = texts.label;
  const isDecided = model.assessment.verdict.outcome !== 'inconclusive';
  const heading = isDecided ? joined([blockingFinding, onTarget(model, texts)], ' ') : wouldBlock;
  const head = `| ${texts.label.severity} | ${heading} |\n|---|---|`;
  const folded = (count: number, rows: readonly string[]) =>
    fold(texts.phrase.moreBlocking(count), [[head, ...rows].join('\n')]);
  const byThemselves = findings.filter(blocksByItself);
  const onlyByBudget = findings.filter((each) => !blocksByItself(each));
  const groups = groupEqual([...byThemselves, ...onlyByBudget], options.isNew);
  const showsWhy = needsWhy(byThemselves);
  const budgets = exceededBudgets(model.assessment);
  const row = (group: FindingGroup) =>
    joined([budgetRow(group, onlyByBudget, budgets, texts), findingRow(group, showsWhy, options)], '\n');
  // The space of all but the rows: the head, and a fold with the longest title that is possible.
  const frame = joinBlocks([head, groups.length > maxRowsBeforeFold ? folded(findings.length, []) : '']);
  const isShown = findings.length > 0 && space.reserve(`\n\n${frame}`);
  const rows = isShown ? fitItems(groups, row, space) : [];
  if (rows.length === 0) return { markdown: '', count: 0 };
  const count = countIn(groups.slice(0, rows.length));
  const table = [head, ...rows.slice(0, maxRowsBeforeFold)].join('\n');
  const more = count - countIn(groups.slice(0, maxRowsBeforeFold));
  const markdown = more > 0 ? joinBlocks([table, folded(more, rows.slice(maxRowsBeforeFold))]) : table;
  return { markdown, count };
}

/** The row about a budget, over the first group of the findings that block only by this budget; else `''`. */
function budgetRow(
  { findings: [first] }: FindingGroup,
  onlyByBudget: readonly JudgedFinding[],
  budgets: readonly ExceededBudget[],
  texts: Texts,
): string {
  const budget = budgets.find(({ severity }) => severity === first?.severity);
  const firstOfBudget = onlyByBudget.find(({ finding }) => finding.severity === budget?.severity);
  if (budget === undefined || firstOfBudget?.finding !== first) return '';
  return `| ${severityLabel(budget.severity, texts)} | **${texts.phrase.budget(budget)}** |`;
}
