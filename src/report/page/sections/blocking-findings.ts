/** The table of what blocks. */

import { joinNonEmpty } from '../../../core/text.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import { blocksByItself, budgetsToFix } from '../../budgets-to-fix.ts';
import { countFindings, type FindingGroup, groupEqualFindings } from '../../equal-findings.ts';
import { escapeMarkdown } from '../../markdown/escape.ts';
import { fitItems, fold, joinBlocks, type SpaceLeft } from '../../markdown/fit.ts';
import type { ReportModel } from '../../model.ts';
import {
  blockByDifferentRules,
  blockingRulePhrases,
  splitDescription,
} from '../../sentences/finding-sentences.ts';
import {
  type FindingOptions,
  findingDetails,
  findingTitle,
  linkedScore,
  type RenderedFindings,
} from '../finding-parts.ts';
import { severityLabel } from '../severity-signs.ts';
import { targetPhrase } from './counts.ts';

/** Nobody reads more rows at once: the others are folded. */
const maxRowsBeforeFold = 10;

/** One row of the table of blocking findings: how severe, what and where. */
function findingRow(group: FindingGroup, showsWhy: boolean, options: FindingOptions): string {
  const { texts } = options;
  const { representative } = group;
  const { finding } = representative;
  const severity = [severityLabel(finding.severity, texts), linkedScore(finding, texts)];
  const { sentence, remainder } = splitDescription(finding.description);
  const rules = showsWhy && blocksByItself(representative) ? blockingRulePhrases(representative, texts) : [];
  const why = rules.length === 0 ? '' : `${texts.policy.whyItBlocks}: ${rules.join(', ')}`;
  const [title, firstSentence] = [findingTitle(group, options), escapeMarkdown(sentence)];
  // If the name is not in the reader's language, the sentence comes first.
  const lines =
    texts.areNamesForeign && firstSentence !== ''
      ? [`<b>${firstSentence}</b>`, title.replaceAll(/<\/?b>/gu, '')]
      : [title, firstSentence];
  const summary = joinNonEmpty([...lines, why], '<br>');
  return `| ${joinNonEmpty(severity, '<br>')} | ${summary}${findingDetails(group, remainder, options)} |`;
}

/** The blocking findings as a table as far as there is room, the first ten rows open and the others folded. */
export function blockingFindingsSection(
  findings: readonly JudgedFinding[],
  model: ReportModel,
  options: FindingOptions,
  space: SpaceLeft,
): RenderedFindings {
  const { texts } = options;
  const { blockingFinding, wouldBlockToo } = texts.label;
  const isDecided = model.assessment.verdict.outcome !== 'inconclusive';
  const heading = isDecided
    ? joinNonEmpty([blockingFinding, targetPhrase(model, texts)], ' ')
    : wouldBlockToo;
  const tableHead = `| ${texts.label.severity} | ${heading} |\n|---|---|`;
  const foldOf = (count: number, rows: readonly string[]) =>
    fold(texts.phrase.moreBlocking(count), [[tableHead, ...rows].join('\n')]);
  const blockingByThemselves = findings.filter(blocksByItself);
  const blockingByBudget = findings.filter((judged) => !blocksByItself(judged));
  const groups = groupEqualFindings([...blockingByThemselves, ...blockingByBudget], options.isNew);
  const showsWhy = blockByDifferentRules(blockingByThemselves);
  // The row about a budget is above the first finding that blocks only by this budget.
  const budgetsByFirst = new Map(
    budgetsToFix(model.assessment).map((budget) => {
      const first = blockingByBudget.find(({ finding }) => finding.severity === budget.severity);
      return [first?.finding, budget];
    }),
  );
  const row = (group: FindingGroup) => {
    const budget = budgetsByFirst.get(group.findings[0]);
    const budgetRow =
      budget && `| ${severityLabel(budget.severity, texts)} | **${texts.phrase.budget(budget)}** |`;
    return joinNonEmpty([budgetRow ?? '', findingRow(group, showsWhy, options)], '\n');
  };
  // The space for everything but the rows: the head of the table, and a fold with the longest possible title.
  const frame = joinBlocks([tableHead, groups.length > maxRowsBeforeFold ? foldOf(findings.length, []) : '']);
  const hasSpace = findings.length > 0 && space.reserve(`\n\n${frame}`);
  const rows = hasSpace ? fitItems(groups, row, space) : [];
  if (rows.length === 0) return { markdown: '', count: 0 };
  const count = countFindings(groups.slice(0, rows.length));
  const table = [tableHead, ...rows.slice(0, maxRowsBeforeFold)].join('\n');
  const foldedCount = count - countFindings(groups.slice(0, maxRowsBeforeFold));
  const markdown =
    foldedCount > 0 ? joinBlocks([table, foldOf(foldedCount, rows.slice(maxRowsBeforeFold))]) : table;
  return { markdown, count };
}
