import type { Finding } from '../../../gate/findings.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import type { IgnoreRule } from '../../../policy/policy.ts';
import { block, cellBlock, code, inline, markup, quotable } from '../../markdown/escape.ts';
import { identifierLink, linkTo, linkToHost } from '../../markdown/link.ts';
import type { Texts } from '../../texts/texts.ts';
import { identifierWords, ruleWords, scoreWords } from '../../wording.ts';
import { snippetFor } from './ignore-snippet.ts';

/** A finding may have any number of references; a few are enough to start reading. */
const maxReferences = 3;

function references(finding: Finding, show: (url: string) => string = linkTo): string[] {
  return finding.references
    .filter((reference) => reference.trim() !== '')
    .slice(0, maxReferences)
    .map((reference) => show(reference));
}

function identifierLinks(finding: Finding): string[] {
  return identifierWords(finding).map(identifierLink);
}

function shownName({ name }: Finding, { label }: Texts): string {
  return inline(name, 200) || inline(label.unnamed);
}

function severityNote(finding: Finding, texts: Texts): string {
  return finding.unknownSeverity === null
    ? ''
    : inline(texts.phrase.unknownSeverity(finding.unknownSeverity.slice(0, 60)));
}

export interface RowOptions {
  readonly texts: Texts;
  /** Limit of the description and of the remediation each, in UTF-16 units of Markdown. */
  readonly maxTextLength: number;
  /** True to mark the finding as new. */
  readonly isNew: boolean;
  /** True to name the rules by which the finding blocks. */
  readonly showsWhy: boolean;
}

/** The head of the table that {@link findingRow} fills. */
export function findingTableHead(texts: Texts): string {
  const { label } = texts;
  return `| # | ${label.severity} | ${label.finding} |\n|--:|---|---|`;
}

/**
 * One blocking finding as a table row, with a line break before it. The details are folded. The snippets that would ignore
 * findings are not in the rows, but together under the table.
 */
export function findingRow(judged: JudgedFinding, number: number, options: RowOptions): string {
  const { texts, maxTextLength } = options;
  const { finding } = judged;
  const severity = [
    `**${texts.severity[finding.severity]}**`,
    scoreWords(finding).replace(' ', '&nbsp;'),
  ].filter((part) => part !== '');
  const links = [...identifierLinks(finding), ...references(finding, linkToHost)];
  const details = [
    severityNote(finding, texts),
    cellBlock(finding.description, maxTextLength),
    part(texts.label.remediation, cellBlock(finding.remediation, maxTextLength)),
    finding.cvss === null || finding.cvss.vector === '' ? '' : code(finding.cvss.vector, 120),
  ].filter((text) => text !== '');
  const folded =
    details.length === 0
      ? ''
      : `<details><summary>${texts.label.details}</summary><br>${details.join('<br><br>')}</details>`;
  const name = `<b>${shownName(finding, texts)}</b>${options.isNew && !judged.known ? newMark(texts) : ''}`;
  const why = options.showsWhy ? `<br>${whyItBlocks(judged, texts)}` : '';
  const reading = links.length === 0 ? '' : `<br>${links.join(' · ')}`;
  return `\n| ${number} | ${severity.join('<br>')} | ${name}${why}${reading}${folded} |`;
}

function part(label: string, text: string): string {
  return text === '' ? '' : `<b>${label}</b><br>${text}`;
}

function newMark(texts: Texts): string {
  return ` <kbd>${inline(texts.policy.label.isNew)}</kbd>`;
}

function whyItBlocks(judged: JudgedFinding, texts: Texts): string {
  return `${texts.policy.label.whyItBlocks}: ${ruleWords(judged, texts)
    .map((rule) => markup(rule))
    .join(', ')}`;
}

/** One finding with everything that is known about it, under its own heading. */
export function findingSection(
  judged: JudgedFinding,
  number: number,
  { texts, isNew }: Pick<RowOptions, 'texts' | 'isNew'>,
): string {
  const { finding } = judged;
  const facts = [
    scoreWords(finding),
    ...identifierLinks(finding),
    finding.group === '' ? '' : inline(texts.group(finding.group), 120),
    severityNote(finding, texts),
  ].filter((text) => text !== '');
  const links = references(finding);
  const blocks = [
    `#### ${number}. ${texts.severity[finding.severity]}: ${shownName(finding, texts)}${isNew && !judged.known ? newMark(texts) : ''}`,
    facts.join(' · '),
    whyItBlocks(judged, texts),
    block(finding.description, 8000),
    finding.remediation.trim() === ''
      ? ''
      : `**${texts.label.remediation}**\n\n${block(finding.remediation, 8000)}`,
    links.length === 0 ? '' : `${texts.label.references}: ${links.join(' · ')}`,
    finding.cvss === null || finding.cvss.vector === '' ? '' : code(finding.cvss.vector, 120),
    snippetFor(judged, texts),
  ];
  return `\n\n${blocks.filter((text) => text !== '').join('\n\n')}`;
}

/** A finding that does not block as a list item, with a line break before it. */
export function findingItem({ finding, ignoredBy, seenIn }: JudgedFinding, texts: Texts): string {
  const seen = seenIn === null ? '' : markup(texts.policy.phrase.seenIn(quotable(seenIn, 100)));
  const facts = [scoreWords(finding), ...identifierLinks(finding), ...references(finding).slice(0, 1), seen];
  const shown = facts.filter((text) => text !== '').map((text) => ` · ${text}`);
  return `\n- **${texts.severity[finding.severity]}**: ${shownName(finding, texts)}${shown.join('')}${ignoredBy === null ? '' : `<br>${ignoreFacts(ignoredBy, texts)}`}`;
}

/** Why a finding is ignored, until when and who owns the rule. Text of the policy file is escaped like any other. */
function ignoreFacts({ reason, expires, owner, line }: IgnoreRule, texts: Texts): string {
  const { phrase } = texts.policy;
  const facts = [
    expires === null ? '' : phrase.until(expires),
    owner === null ? '' : phrase.owner(owner.slice(0, 200)),
    phrase.line(line),
  ].filter((fact) => fact !== '');
  return `<i>${inline(reason, 300)}</i> · ${facts.map((fact) => inline(fact, 120)).join(' · ')}`;
}
