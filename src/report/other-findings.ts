import type { Finding } from '../gate/finding.ts';
import { noFindings, type Severity, type SeverityCounts } from '../severity.ts';
import type { Texts } from '../text/texts.ts';
import { countWords } from './counts-table.ts';
import { inline, plain } from './escape.ts';
import { findingItem } from './finding-section.ts';
import type { Room } from './fit.ts';

interface Group {
  readonly name: string;
  readonly items: string[];
  readonly counts: SeverityCounts;
}

/** Group names are remote; what a hostile answer could add to them is not shown. */
function groupName(finding: Finding, texts: Texts): string {
  const id = plain(finding.group, 120);
  return id === '' ? texts.label.noGroup : texts.group(id);
}

function countGroups(findings: readonly Finding[], texts: Texts): Map<string, SeverityCounts> {
  const groups = new Map<string, Record<Severity, number>>();
  for (const finding of findings) {
    const name = groupName(finding, texts);
    const counts = groups.get(name) ?? { ...noFindings };
    counts[finding.severity] += 1;
    groups.set(name, counts);
  }
  return groups;
}

function opening({ name, counts }: Group, texts: Texts): string {
  return `\n\n<details><summary>${inline(name, 120)} (${countWords(counts, texts)})</summary>\n`;
}

const closing = '\n\n</details>';

/**
 * `findings`, which do not block, folded by group, as far as there is room: the most severe of all groups first.
 * Returns the Markdown, empty if there is no room for one, and how many findings are in it.
 */
export function otherFindings(
  findings: readonly Finding[],
  texts: Texts,
  room: Room,
): { markdown: string; shown: number } {
  const title = `### ${texts.phrase.otherFindings(findings.length)}`;
  if (findings.length === 0 || !room.add(`\n\n${title}`)) return { markdown: '', shown: 0 };
  const counts = countGroups(findings, texts);
  const groups = new Map<string, Group>();
  let shown = 0;
  for (const finding of findings) {
    const name = groupName(finding, texts);
    const known = groups.get(name);
    const group = known ?? { name, items: [], counts: counts.get(name) ?? noFindings };
    const item = findingItem(finding, texts);
    const frame = known === undefined ? opening(group, texts) + closing : '';
    if (!room.add(frame + item)) break;
    group.items.push(item);
    groups.set(name, group);
    shown += 1;
  }
  const sections = Array.from(
    groups.values(),
    (group) => `${opening(group, texts)}${group.items.join('')}${closing}`,
  );
  return { markdown: shown === 0 ? '' : `${title}${sections.join('')}`, shown };
}
