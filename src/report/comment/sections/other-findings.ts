import { noFindings, type Severity, sumCounts } from '../../../core/severity.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import { inline, plain } from '../../markdown/escape.ts';
import type { Room } from '../../markdown/fit.ts';
import type { Texts } from '../../texts/texts.ts';
import { countWords } from '../../wording.ts';
import { findingItem } from './blocking-findings.ts';

/** Findings that are folded together. */
interface Fold {
  readonly status: JudgedFinding['status'];
  /** `''` for the known and the ignored findings, which are one fold each. */
  readonly group: string;
  readonly counts: Record<Severity, number>;
  readonly items: string[];
}

/** Known and ignored findings come last: somebody has seen them before. */
const order: Readonly<Record<JudgedFinding['status'], number>> = {
  blocking: 0,
  passing: 1,
  known: 2,
  ignored: 3,
};

/** Groups are remote text: shortened and cleaned. */
function groupOf({ finding, status }: JudgedFinding, texts: Texts): string {
  if (status !== 'passing') return '';
  const id = plain(finding.group, 120);
  return id === '' ? texts.label.noGroup : texts.group(id);
}

/** The folds of `findings`, with counts and without items. @returns the fold of a finding */
function countFolds(findings: readonly JudgedFinding[], texts: Texts): (judged: JudgedFinding) => Fold {
  const folds = new Map<string, Fold>();
  // By the group as the service sent it: cleaning the same few names again for every finding would take most of the time.
  const known = new Map<string, Fold>();
  const foldOf = (judged: JudgedFinding) => {
    const { status } = judged;
    const given = `${status} ${status === 'passing' ? judged.finding.group : ''}`;
    const before = known.get(given);
    if (before !== undefined) return before;
    const group = groupOf(judged, texts);
    const key = `${status} ${group}`;
    const fold = folds.get(key) ?? { status, group, counts: { ...noFindings }, items: [] };
    folds.set(key, fold);
    known.set(given, fold);
    return fold;
  };
  for (const judged of findings) foldOf(judged).counts[judged.finding.severity] += 1;
  return foldOf;
}

function titleOf({ status, group, counts }: Fold, { texts, isNew }: OtherOptions): string {
  const { phrase } = texts.policy;
  const list = countWords(counts, texts);
  switch (status) {
    case 'known':
      return inline(phrase.knownFindings(sumCounts(counts), list));
    case 'ignored':
      return inline(phrase.ignoredFindings(sumCounts(counts), list));
    case 'blocking':
    case 'passing':
      return `${inline(isNew ? phrase.newInGroup(group) : group, 140)} (${list})`;
  }
}

function opening(fold: Fold, options: OtherOptions): string {
  return `\n\n<details><summary>${titleOf(fold, options)}</summary>\n`;
}

const closing = '\n\n</details>';

export interface OtherOptions {
  readonly texts: Texts;
  /** True to mark the findings that are not known as new. */
  readonly isNew: boolean;
}

/**
 * The findings that do not block, folded: by group, then the known ones, then the ignored ones, each most severe first, as
 * far as there is room. Returns the Markdown, empty if there is no room for one finding, and how many are in it.
 */
export function otherFindings(
  findings: readonly JudgedFinding[],
  options: OtherOptions,
  room: Room,
): { markdown: string; shown: number } {
  const { texts } = options;
  const title = `### ${texts.phrase.otherFindings(findings.length)}`;
  if (findings.length === 0 || !room.add(`\n\n${title}`)) return { markdown: '', shown: 0 };
  const foldOf = countFolds(findings, texts);
  const filled = new Set<Fold>();
  let shown = 0;
  for (const judged of findings.toSorted((a, b) => order[a.status] - order[b.status])) {
    const fold = foldOf(judged);
    const item = findingItem(judged, texts);
    const frame = filled.has(fold) ? '' : opening(fold, options) + closing;
    if (!room.add(frame + item)) break;
    fold.items.push(item);
    filled.add(fold);
    shown += 1;
  }
  const sections = Array.from(filled, (fold) => `${opening(fold, options)}${fold.items.join('')}${closing}`);
  return { markdown: shown === 0 ? '' : `${title}${sections.join('')}`, shown };
}
