import { noFindings, type Severity, sumCounts } from '../../../core/severity.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import { inline, plain } from '../../markdown/escape.ts';
import type { Room } from '../../markdown/fit.ts';
import type { Texts } from '../../texts/texts.ts';
import { findingItem } from './blocking-findings.ts';
import { countWords } from './counts.ts';

/** Findings that unfold together. */
interface Fold {
  readonly status: JudgedFinding['status'];
  /** `''` for the known and the ignored ones, which are one fold each. */
  readonly group: string;
  readonly counts: Record<Severity, number>;
  readonly items: string[];
}

/** Known and ignored findings come last: they were seen and judged before. */
const order: readonly JudgedFinding['status'][] = ['passing', 'known', 'ignored'];

/** Group names are remote; what a hostile answer could add to them is not shown. */
function groupOf({ finding, status }: JudgedFinding, texts: Texts): string {
  if (status !== 'passing') return '';
  const id = plain(finding.group, 120);
  return id === '' ? texts.label.noGroup : texts.group(id);
}

/** The folds of `findings`, empty but counted. @returns the fold of a finding */
function countFolds(findings: readonly JudgedFinding[], texts: Texts): (judged: JudgedFinding) => Fold {
  const folds = new Map<string, Fold>();
  // By what the service calls the group: to clean the same few names in every finding would take most of the time.
  const known = new Map(order.map((status) => [status, new Map<string, Fold>()]));
  const foldOf = (judged: JudgedFinding) => {
    const { status } = judged;
    const given = status === 'passing' ? judged.finding.group : '';
    const before = known.get(status)?.get(given);
    if (before !== undefined) return before;
    const group = groupOf(judged, texts);
    const key = `${status} ${group}`;
    const fold = folds.get(key) ?? { status, group, counts: { ...noFindings }, items: [] };
    folds.set(key, fold);
    known.get(status)?.set(given, fold);
    return fold;
  };
  for (const judged of findings) foldOf(judged).counts[judged.finding.severity] += 1;
  return foldOf;
}

function titleOf({ status, group, counts }: Fold, { texts, isNew }: OtherOptions): string {
  const { phrase } = texts.policy;
  const list = countWords(counts, texts);
  if (status === 'known') return inline(phrase.knownFindings(sumCounts(counts), list));
  if (status === 'ignored') return inline(phrase.ignoredFindings(sumCounts(counts), list));
  return `${inline(isNew ? phrase.newInGroup(group) : group, 140)} (${list})`;
}

function opening(fold: Fold, options: OtherOptions): string {
  return `\n\n<details><summary>${titleOf(fold, options)}</summary>\n`;
}

const closing = '\n\n</details>';

export interface OtherOptions {
  readonly texts: Texts;
  /** True when those that are not known are new. */
  readonly isNew: boolean;
}

/**
 * `findings`, which do not block, folded: by group, then the known ones, then the ignored ones, as far as there is room,
 * the most severe of each first. Returns the Markdown, empty if there is no room for one, and how many are in it.
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
  const sorted = order.flatMap((wanted) => findings.filter(({ status }) => status === wanted));
  for (const judged of sorted) {
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
