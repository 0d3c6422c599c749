import type { Finding } from '../gate/finding.ts';
import type { Texts } from '../text/texts.ts';
import { block, cellBlock, code, inline } from './escape.ts';
import { identifierLinks, scoreWords, shownName } from './identifiers.ts';
import { linkTo } from './link.ts';

/** A finding of a scan may name any number of references; these are enough to start reading. */
const maxReferences = 3;

function references(finding: Finding): string[] {
  return finding.references
    .filter((reference) => reference.trim() !== '')
    .slice(0, maxReferences)
    .map(linkTo);
}

function severityNote(finding: Finding, texts: Texts): string {
  return finding.unknownSeverity === null
    ? ''
    : inline(texts.phrase.unknownSeverity(finding.unknownSeverity.slice(0, 60)));
}

/** The head of the table that {@link findingRow} fills. */
export function findingTableHead(texts: Texts): string {
  const { label } = texts;
  return `| # | ${label.severity} | ${label.finding} | ${label.identifiers} |\n|--:|---|---|---|`;
}

/**
 * One blocking finding as a table row, with a line break before it: what it is can be read at once, how it is fixed
 * unfolds in the same place.
 *
 * @param maxTextLength limit of the description and of the remediation each, in UTF-16 units of Markdown.
 */
export function findingRow(
  finding: Finding,
  number: number,
  options: { texts: Texts; maxTextLength: number },
): string {
  const { texts, maxTextLength } = options;
  const severity = [
    `**${texts.severity[finding.severity]}**`,
    scoreWords(finding).replace(' ', '&nbsp;'),
  ].filter((part) => part !== '');
  const links = references(finding);
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
  const name = `<b>${shownName(finding, texts.label.unnamed)}</b>`;
  const reading = links.length === 0 ? '' : `<br>${links.join('<br>')}`;
  return `\n| ${number} | ${severity.join('<br>')} | ${name}${reading}${folded} | ${identifierLinks(finding).join('<br>')} |`;
}

function part(label: string, text: string): string {
  return text === '' ? '' : `<b>${label}</b><br>${text}`;
}

/** One finding with everything that is known of it, under its own heading. For where there is room. */
export function findingSection(finding: Finding, number: number, texts: Texts): string {
  const facts = [
    scoreWords(finding),
    ...identifierLinks(finding),
    finding.group === '' ? '' : inline(texts.group(finding.group), 120),
    severityNote(finding, texts),
  ].filter((text) => text !== '');
  const links = references(finding);
  const blocks = [
    `#### ${number}. ${texts.severity[finding.severity]}: ${shownName(finding, texts.label.unnamed)}`,
    facts.join(' · '),
    block(finding.description, 8000),
    finding.remediation.trim() === ''
      ? ''
      : `**${texts.label.remediation}**\n\n${block(finding.remediation, 8000)}`,
    links.length === 0 ? '' : `${texts.label.references}: ${links.join(' · ')}`,
    finding.cvss === null || finding.cvss.vector === '' ? '' : code(finding.cvss.vector, 120),
  ];
  return `\n\n${blocks.filter((text) => text !== '').join('\n\n')}`;
}

/** One finding as a list item, with a line break before it, for the findings that do not block. */
export function findingItem(finding: Finding, texts: Texts): string {
  const facts = [scoreWords(finding), ...identifierLinks(finding), ...references(finding).slice(0, 1)];
  const shown = facts.filter((text) => text !== '').map((text) => ` · ${text}`);
  return `\n- **${texts.severity[finding.severity]}**: ${shownName(finding, texts.label.unnamed)}${shown.join('')}`;
}
